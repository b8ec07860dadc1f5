"""Facts of one conversation: in the cache alone, gone with their time.

Whose they are is part of the key they are kept under and of the key they are encrypted with, so that under
another principal or session they are neither found nor readable, and what a cache writes to its disk says
nothing to who reads it there.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac

_SALT: Final = "profiles.session_facts"
_NONCE: Final = 12
_SESSIONS: Final = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is held of one session until `expires_at`; nothing and None where nothing is."""

    session_id: str
    facts: dict[str, Any] = field(default_factory=dict, repr=False)
    expires_at: datetime | None = None
    # Said by the principal itself, not by whoever acts as or for it.
    own: bool = False


def facts_of(principal_id: int, session_id: str, now: datetime) -> Facts:
    """Return what is held of a principal's session at a moment."""
    kept = _read(principal_id, session_id)
    if kept is None:
        return Facts(session_id)
    ends = datetime.fromisoformat(kept["expires_at"])
    return Facts(session_id, kept["facts"], ends, kept["own"]) if ends > now else Facts(session_id)


def sessions_of(principal_id: int, now: datetime) -> list[Facts]:
    """Return all that is held of a principal's sessions, soonest to end first."""
    kept = _read(principal_id, _SESSIONS) or {}
    found = [facts_of(principal_id, session, now) for session in kept]
    return sorted((one for one in found if one.expires_at is not None), key=lambda one: str(one.expires_at))


def keep(principal_id: int, held: Facts, now: datetime) -> None:
    """Put a session's facts into the cache, in place of those there, for as long as they last."""
    if held.expires_at is None:
        raise ValueError("facts end")
    value = {"facts": held.facts, "expires_at": held.expires_at.isoformat(), "own": held.own}
    _write(principal_id, held.session_id, value, held.expires_at - now)
    _list(principal_id, {held.session_id: held.expires_at.isoformat()}, now)


def forget(principal_id: int, session_id: str) -> bool:
    """Take a session's facts out of the cache; tells whether there were any."""
    listed = _read(principal_id, _SESSIONS) or {}
    if listed.pop(session_id, None) is not None:
        _write(principal_id, _SESSIONS, listed, timedelta(days=1))
    return bool(cache.delete(_place(principal_id, session_id)))


def _list(principal_id: int, more: dict[str, str], now: datetime) -> None:
    known = {**(_read(principal_id, _SESSIONS) or {}), **more}
    live = {session: ends for session, ends in known.items() if datetime.fromisoformat(ends) > now}
    _write(principal_id, _SESSIONS, live, timedelta(days=1))


def _write(principal_id: int, session_id: str, value: dict[str, Any], lasts: timedelta) -> None:
    nonce = os.urandom(_NONCE)
    sealed = AESGCM(_key(principal_id, session_id)).encrypt(nonce, json.dumps(value).encode(), None)
    cache.set(_place(principal_id, session_id), nonce + sealed, timeout=max(1, int(lasts.total_seconds())))


def _read(principal_id: int, session_id: str) -> dict[str, Any] | None:
    kept = cache.get(_place(principal_id, session_id))
    if not isinstance(kept, bytes):
        return None
    try:
        text = AESGCM(_key(principal_id, session_id)).decrypt(kept[:_NONCE], kept[_NONCE:], None)
    except InvalidTag:  # the installation's secret has changed since
        return None
    found: dict[str, Any] = json.loads(text)
    return found


def _place(principal_id: int, session_id: str) -> str:
    """Return the key of a session in the cache: a digest, which names neither the person nor the session."""
    return (
        "facts:"
        + salted_hmac(f"{_SALT}.place", _whose(principal_id, session_id), algorithm="sha256").hexdigest()
    )


def _key(principal_id: int, session_id: str) -> bytes:
    whose = _whose(principal_id, session_id)
    return salted_hmac(_SALT, whose, secret=settings.SECRET_KEY, algorithm="sha256").digest()


def _whose(principal_id: int, session_id: str) -> str:
    """Return what is different for every principal and session; the number ends before the session begins."""
    return f"{principal_id}/{hashlib.sha256(session_id.encode()).hexdigest() if session_id else ''}"
