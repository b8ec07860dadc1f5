"""Who gets in, and how: the ways of sign-in that are on, and whether mail goes out."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.core.mail import get_connection

from memory_admin.checks import Health, ok, warn
from profiles.queries.signing import mail_is_on
from profiles.services import openid, passkeys

LINKS: Final = "one-time links"
_PROXY: Final = "Set MEMORY_ADMIN_TRUSTED_PROXIES to how many proxies stand before the site."
_FIX: Final = "Set MEMORY_ADMIN_EMAIL_URL to a server that answers; until then nobody gets a code."


def ways() -> Health:
    """Say which ways to sign in are on, and look whether the mail server takes a connection."""
    said = f"people sign in by {', '.join(_on())}"
    if settings.SECURE and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return warn(f"{said}; limits count everybody as one, as no proxy is trusted", _PROXY)
    if not mail_is_on():
        return ok(f"{said}; no codes, as MEMORY_ADMIN_EMAIL_URL is not set")
    trouble = _mail_trouble()
    return warn(f"{said}, but the mail server does not answer ({trouble})", _FIX) if trouble else ok(said)


def _on() -> Iterator[str]:
    yield LINKS
    if mail_is_on():
        yield "codes by email"
    if origin := passkeys.origin():
        yield f"passkeys at {origin}"
    if provider := openid.name():
        yield provider


def _mail_trouble() -> str:
    connection = get_connection(timeout=5)
    try:
        connection.open()
        connection.close()
    except (OSError, smtplib.SMTPException) as error:
        return type(error).__name__
    return ""
