"""The mail server, from one address in the environment: smtp://user:password@host:587."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from memory_admin.env import MissingSetting

_FIX: Final = (
    "MEMORY_ADMIN_EMAIL_URL must look like smtp://user:password@host:587 (STARTTLS), "
    "smtps://user:password@host:465, smtp+plain://host:25 (a server of this network, nothing encrypted) or "
    "file:///folder (each mail a file)."
)
_BACKENDS: Final = "django.core.mail.backends."


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail goes; the backend `dummy` is none at all."""

    backend: str = _BACKENDS + "dummy.EmailBackend"
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False
    folder: str = ""


_USUAL: Final = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


def server(url: str) -> MailServer:
    """Return the mail server of an address, none for an empty one; raises MissingSetting with the fix."""
    if not url:
        return MailServer()
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.path:
        return MailServer(_BACKENDS + "filebased.EmailBackend", folder=unquote(parts.path))
    if parts.scheme not in _USUAL or not parts.hostname:
        raise MissingSetting(_FIX)
    try:
        port = parts.port
    except ValueError as error:
        raise MissingSetting(_FIX) from error
    return MailServer(
        _BACKENDS + "smtp.EmailBackend",
        host=parts.hostname,
        port=port or _USUAL[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp",
        tls=parts.scheme == "smtps",
    )
