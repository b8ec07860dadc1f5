"""Two throwaway people with a token each: made or woken for a run, put to sleep after it."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from audit.models import Violation
from audit.services.reviewing import Target, review
from audit.types import Change
from consent.models import Memory
from consent.services.editing import delete
from memory_admin.http.problem import Problem
from memory_admin.selftest.types import Stored
from profiles.models import Credential, Principal
from profiles.queries.principals import by_entity
from profiles.rules.credentials import CredentialSpec
from profiles.services import credentials, principals
from profiles.types import Caller

WRITER: Final = "si:selftest_writer"
READER: Final = "human:selftest_reader"
PEOPLE: Final = (WRITER, READER)
NAME: Final = "Throwaway of the self test"
SCOPES: Final = ("memory", "recall", "grant", "privacy")
LASTS: Final = timedelta(minutes=15)
REASON: Final = "self test of isolation"
_SOUNDS: Final = [consonant + vowel for consonant in "bdfklmnprstvz" for vowel in "aeiou"]


def word() -> str:
    """Return a word nobody has written: it can be searched for, and looks like nothing private."""
    return "".join(secrets.choice(_SOUNDS) for _ in range(7))


def wake(entity: str, *, by: Caller, now: datetime) -> Principal:
    """Return a throwaway person, made at the first run and inactive between runs."""
    found = by_entity(entity)
    if found is None:
        return principals.create(entity, by=by, now=now, display_name=NAME, reason=REASON)
    if found.display_name != NAME:
        raise Problem(409, "conflict", f"{entity} is somebody's here; the self test needs that name.")
    return principals.update(found.pk, {"active": True, "verified": True}, by=by, now=now, reason=REASON)


def token_for(person: Principal, *, by: Caller, now: datetime) -> str:
    """Issue a token that ends by itself in a quarter of an hour."""
    spec = CredentialSpec(label="self test", scopes=SCOPES, expires_at=now + LASTS, application="self test")
    return credentials.issue(principal=person, spec=spec, by=by, now=now)[1]


def clean_up(*, by: Caller, now: datetime) -> int:
    """Delete what the throwaway people wrote, end their tokens, put them to sleep; returns how many memories.

    What happened stays on the record; what was refused among them waits for no reviewer."""
    people = [
        found for entity in PEOPLE if (found := by_entity(entity)) is not None and found.display_name == NAME
    ]
    with transaction.atomic():
        gone = sum(_forget(one, by=by, now=now) for one in people)
        for one in people:
            for held in Credential.objects.filter(principal=one, revoked_at=None):
                credentials.revoke(held.pk, by=by, now=now, reason=REASON)
            _dismiss(one, by=by, now=now)
            if one.active:
                principals.update(one.pk, {"active": False}, by=by, now=now, reason=REASON)
    return gone


def _dismiss(person: Principal, *, by: Caller, now: datetime) -> None:
    """Close the violations of what one tried and was refused; one that got through stays open."""
    tried = Violation.objects.filter(accessor_id=person.pk, status="open", action_taken="blocked")
    for one in tried:
        review(Target(one.public, one.version), Change(status="dismissed", note=REASON), by=by, now=now)


def _forget(person: Principal, *, by: Caller, now: datetime) -> int:
    own = Caller(
        principal_id=person.pk, principal=person.entity_id, acting_id=person.pk, acting=person.entity_id,
        request_id=by.request_id, door="cli",
    )  # fmt: skip
    written = list(
        Memory.objects.filter(owner=person).exclude(state="erased").values_list("public_id", flat=True)
    )
    for public_id in written:
        delete(f"mem_{public_id.hex}", by=own, now=now, reason=REASON)
    return len(written)


def unknown() -> Stored:
    """Return an id that never was."""
    return Stored(f"mem_{secrets.token_hex(16)}", word(), word())
