"""Typed settings from the environment: a missing or malformed one fails loudly and says the fix."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

HOME_VARIABLE = "MEMORY_ADMIN_HOME"


class MissingSetting(RuntimeError):
    """A required setting is absent or malformed; the text says what to set."""


def home() -> Path:
    """Return the installation's folder (`MEMORY_ADMIN_HOME`, else `~/.memory-admin`)."""
    return Path(os.environ.get(HOME_VARIABLE) or Path.home() / ".memory-admin").expanduser()


def load_home() -> None:
    """Read HOME/.env, where there is one, into the environment without overriding what is set."""
    file = home() / ".env"
    if not file.is_file():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        key, separator, value = line.partition("=")
        if separator and not key.startswith("#"):
            os.environ.setdefault(key.strip(), value.strip())


def required(name: str) -> str:
    """Return a setting that has no default; raises MissingSetting with the fix."""
    value = os.environ.get(name, "")
    if not value:
        raise MissingSetting(
            f"{name} is not set. Run `memory-admin up` once (it writes {home() / '.env'}) or set {name}."
        )
    return value


def optional(name: str, default: str = "") -> str:
    """Return a setting or its default."""
    return os.environ.get(name) or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes/no setting; raises MissingSetting for any other word."""
    value = os.environ.get(name, "").lower()
    if value in {"", "1", "0", "true", "false", "yes", "no"}:
        return default if value == "" else value in {"1", "true", "yes"}
    raise MissingSetting(f"{name} must be one of 1, 0, true, false, yes, no; it is {value!r}.")


def number(name: str, default: int) -> int:
    """Return a whole number; raises MissingSetting when it is none."""
    value = os.environ.get(name, "")
    try:
        return int(value) if value else default
    except ValueError as error:
        raise MissingSetting(f"{name} must be a whole number; it is {value!r}.") from error


def words(name: str, default: str = "") -> list[str]:
    """Return a comma-separated list."""
    return [word.strip() for word in optional(name, default).split(",") if word.strip()]


def database(url: str, name: str) -> dict[str, object]:
    """Turn a postgres:// URL into Django's dictionary; raises MissingSetting when it is not one."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise MissingSetting(f"{name} must look like postgres://user:password@host:port/database.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "127.0.0.1",
        "PORT": str(parts.port or 5432),
    }
