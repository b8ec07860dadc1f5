"""Where somebody is signed in to the pages: the sessions of an account, named by a digest of their keys."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from profiles.rules.signing import LINK, SINCE, WAY

_WAITING: Final = "account_login"  # where allauth keeps a sign-in that is not done


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One browser that is signed in; the name tells sessions apart and opens none."""

    name: str
    way: str
    since: datetime | None
    ends_at: datetime
    here: bool


def name_of(key: str) -> str:
    """Return the name of a session: nobody gets back from it to the key."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def open_sessions(account: int, now: datetime) -> Iterator[Session]:
    """Yield the sessions of an account that have not ended, the longest lasting first.

    What a session holds is sealed, so each open one is looked into; they end within hours."""
    for row in Session.objects.filter(expire_date__gt=now).order_by("-expire_date").iterator():
        if row.get_decoded().get(SESSION_KEY) == str(account):
            yield row


def waiting_for(held: Mapping[str, Any]) -> str:
    """Return the address whose code a session waits for, of what it holds; empty where it waits for none."""
    waiting = held.get(_WAITING)
    return str(waiting.get("email") or "") if isinstance(waiting, dict) else ""


def shown(account: int, current: str, now: datetime) -> list[SignedIn]:
    """Return an account's sessions as its page lists them; `current` is the key of the one that asks."""
    rows = open_sessions(account, now)
    return [_shown(row, current) for row in rows]


def _shown(row: Session, current: str) -> SignedIn:
    held = row.get_decoded()
    way, since = str(held.get(WAY, LINK)), held.get(SINCE)
    began = datetime.fromtimestamp(since, UTC) if isinstance(since, float) else None
    return SignedIn(name_of(row.session_key), way, began, row.expire_date, row.session_key == current)
