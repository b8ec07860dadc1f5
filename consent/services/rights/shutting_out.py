"""Letting a person in no more, before anything of it goes: by whatever way it could come."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from consent.queries.persons import Person
from profiles.models import Account, Credential, Principal, SigninLink
from profiles.queries.browser_sessions import waiting_for


@transaction.atomic
def close(person: Person, *, now: datetime) -> None:
    """End tokens, links, sessions, codes on their way and the account, with its passkeys.

    Nothing new comes in while the person is erased."""
    Principal.objects.filter(pk__in=person.ids).update(active=False)
    Credential.objects.filter(principal__in=person.ids, revoked_at=None).update(revoked_at=now)
    SigninLink.objects.filter(principal__in=person.ids).delete()
    accounts = Account.objects.filter(principal__in=person.ids)
    numbers = {str(number) for number in accounts.values_list("pk", flat=True)}
    _end_sessions(numbers, person.identifiers)
    accounts.delete()


def _end_sessions(accounts: Collection[str], addresses: Collection[str]) -> None:
    for session in Session.objects.all().iterator(chunk_size=500):
        held: dict[str, Any] = session.get_decoded()
        if held.get(SESSION_KEY) in accounts or waiting_for(held) in addresses:
            session.delete()
