"""Signing in: who asked for a code, who came in and how, who was refused. No address is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from audit import actions
from audit.services import refuse
from audit.types import Event
from profiles.models import Account, Principal
from profiles.queries.signing import person_with
from profiles.rules.signing import CODE
from profiles.services.recording import note
from profiles.types import Caller

_DOOR: Final = "web"


@dataclass(frozen=True, slots=True)
class Try:
    """One try to sign in: by which way, in which request, as whom where that is known."""

    way: str
    request_id: str
    principal_id: int | None = None


def account_for_code(address: str, *, request_id: str, now: datetime) -> Account | None:
    """Return the account that a code sent to an address would open, None for nobody's; either is recorded."""
    with transaction.atomic():
        person = person_with(address)
        if person is not None:
            account = account_of(person, now)
            note(caller_of(person, request_id), actions.SIGNIN_CODE, ("account", account.pk), now=now)
            return account
    refused(Try(CODE, request_id), "address_unknown", now=now)
    return None


def account_of(person: Principal, now: datetime, *, role: str = "") -> Account:
    """Return a person's account, made where there is none: without any role, unless a link gives one."""
    account, _ = Account.objects.get_or_create(
        principal=person, defaults={"role": role, "created_at": now, "password": "!"}
    )
    return account


def opened(account: Account, way: str, *, request_id: str, now: datetime) -> None:
    """Record that a person came in, in the transaction that lets it in."""
    by = caller_of(account.principal, request_id)
    note(by, actions.SESSION_OPEN, ("account", account.pk), now=now, way=way, role=account.role)


def refused(tried: Try, code: str, *, now: datetime) -> None:
    """Record that somebody was not let in, and by which way it was tried."""
    refuse(
        Event(
            action=actions.SIGNIN_REFUSED,
            actor_id=tried.principal_id,
            acting_id=tried.principal_id,
            object_type="way",
            object_id=tried.way,
            outcome="refused",
            code=code,
            request_id=tried.request_id,
            door=_DOOR,
        ),
        now=now,
    )


def caller_of(person: Principal, request_id: str) -> Caller:
    """Return the caller that a person is who is about to come in by the pages."""
    return Caller(
        principal_id=person.pk,
        principal=person.entity_id,
        acting_id=person.pk,
        acting=person.entity_id,
        request_id=request_id,
        door=_DOOR,
    )
