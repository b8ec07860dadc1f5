"""Settings of the installation, read from the environment (see env.py); no secret has a default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery.schedules import crontab

from memory_admin import env
from memory_admin.logs import configure
from memory_admin.signing_settings import *  # noqa: F403

env.load_home()
configure()

PACKAGE = Path(__file__).resolve().parent
SECRET_KEY = env.required("MEMORY_ADMIN_SECRET_KEY")
DEBUG = False
ALLOWED_HOSTS = env.words("MEMORY_ADMIN_ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
PUBLIC_URL = env.optional("MEMORY_ADMIN_PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")
MCP_URL = env.optional("MEMORY_ADMIN_MCP_URL", "http://127.0.0.1:8001/mcp")
SECURE = PUBLIC_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "audit",
    "jobs",
    "profiles",
    "consent",
    "memory_admin",
]

MIDDLEWARE = [
    "memory_admin.http.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "memory_admin.urls"
WSGI_APPLICATION = "memory_admin.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKAGE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

_pool = {"min_size": 1, "max_size": env.number("MEMORY_ADMIN_DATABASE_POOL", 8), "timeout": 10}
# For the statements of profiles/queries/prepared.py and the database's functions: plan once, for any value. A
# general plan may look dear enough to be compiled, which takes longer than what is asked here.
_plans = {"prepare_threshold": 5, "options": "-c plan_cache_mode=force_generic_plan -c jit=off"}
DATABASES = {
    "default": env.database(env.required("DATABASE_URL"), "DATABASE_URL")
    | {"OPTIONS": {"pool": _pool, "application_name": "memory-admin", **_plans}, "CONN_HEALTH_CHECKS": True},
}
_owner_url = env.optional("DATABASE_OWNER_URL")
if _owner_url:
    DATABASES["owner"] = env.database(_owner_url, "DATABASE_OWNER_URL") | {"TEST": {"MIRROR": "default"}}
DATABASE_ROUTERS = ["memory_admin.databases.OneDatabase"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.required("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "memory-admin",
    }
}
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# Two queues, so that no job, however long, keeps the audit from being sealed: the clock does what is short
# itself, workers do the rest (memory_admin/embedded/commands.py).
CELERY_TASK_DEFAULT_QUEUE = "short"
CELERY_TASK_ROUTES = {
    name: {"queue": "long"}
    for name in ("jobs.tasks.run_job", "consent.tasks.apply_retention", "consent.tasks.suggest_trust")
}


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Return when a task is due; one that was not done until the next is due is dropped."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def _nightly(hour: int, minute: int, task: str) -> dict[str, Any]:
    return {"task": task, "schedule": crontab(hour=hour, minute=minute), "options": {"expires": 20 * 3600.0}}


CELERY_BEAT_SCHEDULE = {
    "forget-files": _every(600.0, "consent.tasks.forget_files"),
    "forget-sessions": _every(600.0, "profiles.tasks.forget_sessions"),
    "seal-every-minute": _every(60.0, "audit.tasks.seal_minute"),
    "suggest-trust-nightly": _nightly(3, 17, "consent.tasks.suggest_trust"),
    "remake-due": _every(20.0, "consent.tasks.remake_due"),
    "read-with-model": _every(60.0, "consent.tasks.read_with_model"),
    "embed-due": _every(10.0, "consent.tasks.embed_due"),
    "apply-retention": _nightly(2, 41, "consent.tasks.apply_retention"),
    "sweep-jobs": _every(30.0, "jobs.tasks.sweep_jobs"),
    "report-unvalidated": _every(300.0, "consent.tasks.report_unvalidated"),
}
# Kinds of long work, each with the function that does it: `run(job: jobs.services.Running) -> dict`.
MEMORY_ADMIN_JOBS: dict[str, str] = {
    "embed": "consent.services.vectors.run",
    "export": "consent.moving.jobs.run_export",
    "import": "consent.moving.jobs.run_import",
    "read_with_model": "consent.services.model_readings.run",
    "simulate": "consent.services.simulating.simulate_as_job",
    "subject_erase": "consent.services.rights.erasing.run",
    "subject_export": "consent.services.rights.exporting.run",
    "remake_renderings": "consent.services.remaking.run",
}
# What the installation owes once it was begun, whoever began it; any other kind stops when its starter may
# not do so any more.
MEMORY_ADMIN_JOBS_THAT_GO_ON = frozenset({"embed", "read_with_model", "remake_renderings", "subject_erase"})
# The scope that a token starts a kind of job with, and needs to be told its result; of any other, admin.
MEMORY_ADMIN_JOB_SCOPES = {
    "export": "memory",
    "import": "memory",
    "simulate": "privacy",
    "subject_erase": "privacy",
    "subject_export": "privacy",
}

# The spaCy model of the extra `pii`: a package's name, or a folder.
MEMORY_ADMIN_PII_MODEL = env.optional("MEMORY_ADMIN_PII_MODEL", "en_core_web_sm")

# An application's own code in the place of ours, by dotted path; empty means ours.
MEMORY_ADMIN_DETECTOR = env.optional("MEMORY_ADMIN_DETECTOR")
MEMORY_ADMIN_ADMISSION = env.optional("MEMORY_ADMIN_ADMISSION")
MEMORY_ADMIN_FORMATTING = env.optional("MEMORY_ADMIN_FORMATTING")

AUTH_USER_MODEL = "profiles.Account"
AUTHENTICATION_BACKENDS = ["profiles.authentication.LinkBackend"]
LOGIN_URL = "/sign-in/"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "memory_admin.errors.csrf_failure"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["profiles.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["memory_admin.http.json.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["memory_admin.http.json.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "memory_admin.http.handler.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Memory Admin",
    "VERSION": "1",
    "DESCRIPTION": "The agents' interface to a governed shared memory.",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
}
MEMORY_ADMIN_REFUSAL_HOOK = "memory_admin.refusals.record"
MEMORY_ADMIN_NAMES_HOOK = "profiles.queries.principals"
MEMORY_ADMIN_MEMORIES_HOOK = "consent.queries.memory_ids"
MEMORY_ADMIN_TABLES_HOOK = "memory_admin.tables.TABLES"
MEMORY_ADMIN_ONCE_HOOK = "profiles.services.idempotency.once"
MEMORY_ADMIN_SESSION_HOOK = "profiles.authentication.caller_of_session"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = env.home() / "static"
STATICFILES_DIRS = [PACKAGE / "static"]
WHITENOISE_USE_FINDERS = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

_self = ["'self'"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": _self,
        "style-src": _self,
        "img-src": _self,
        "font-src": _self,
        "connect-src": _self,
        "form-action": _self,
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}

# A second opinion on responses: an OpenAI-compatible address (…/v1), empty for none.
VALIDATION_URL = env.optional("MEMORY_ADMIN_VALIDATION_URL")
VALIDATION_MODEL = env.optional("MEMORY_ADMIN_VALIDATION_MODEL", "default")
VALIDATION_KEY = env.optional("MEMORY_ADMIN_VALIDATION_KEY")
VALIDATION_TIMEOUT = env.number("MEMORY_ADMIN_VALIDATION_TIMEOUT", 8)

# Search by meaning: an OpenAI-compatible address (…/v1), empty for search by words alone. Changing the model
# gives every text a vector anew. What is not at least FLOOR hundredths near is found by its words only.
EMBEDDINGS_URL = env.optional("MEMORY_ADMIN_EMBEDDINGS_URL", env.optional("EMBEDDINGS_URL"))
EMBEDDINGS_MODEL = env.optional("MEMORY_ADMIN_EMBEDDINGS_MODEL", "default")
EMBEDDINGS_KEY = env.optional("MEMORY_ADMIN_EMBEDDINGS_KEY")
EMBEDDINGS_TIMEOUT = env.number("MEMORY_ADMIN_EMBEDDINGS_TIMEOUT", 1000)  # of a question, in milliseconds
EMBEDDINGS_FLOOR = env.number("MEMORY_ADMIN_EMBEDDINGS_FLOOR", 20)

SEAL_EXPORT = env.optional("MEMORY_ADMIN_SEAL_EXPORT")
SEAL_KEY = env.optional("MEMORY_ADMIN_SEAL_KEY")

LOGGING_CONFIG = None  # memory_admin.logs has set it up
