"""Settings of sign-in: mail, and what django-allauth may do; docs/sign-in.md lists the variables."""

from __future__ import annotations

from typing import Any

from memory_admin import env, mail, openid

env.load_home()

_mail = mail.server(env.optional("MEMORY_ADMIN_EMAIL_URL"))
EMAIL_BACKEND = _mail.backend
EMAIL_HOST = _mail.host
EMAIL_PORT = _mail.port
EMAIL_HOST_USER = _mail.user
EMAIL_HOST_PASSWORD = _mail.password
EMAIL_USE_TLS = _mail.starttls
EMAIL_USE_SSL = _mail.tls
EMAIL_FILE_PATH = _mail.folder
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.optional("MEMORY_ADMIN_EMAIL_FROM", "memory-admin@localhost")

# How many proxies stand before the site; 0: the client's address is the connection's.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("MEMORY_ADMIN_TRUSTED_PROXIES", 0)
ACCOUNT_ADAPTER = "profiles.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_FORMAT: dict[str, Any] = {"length": 8, "numeric": False, "dashed": True}
MFA_ADAPTER = "profiles.adapters.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MEMORY_ADMIN_OIDC = openid.provider()
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
# Counted in the cache, by network and by address or code, both as keyed digests (profiles/views/limits.py).
ACCOUNT_RATE_LIMITS = {
    "code_asked": "5/15m/key,60/15m/ip",
    "code_tried": "3/15m/key,60/15m/ip",
    "passkey": "120/15m/ip",
    "openid": "60/15m/ip",
}
