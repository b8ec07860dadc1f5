"""Whose an account at the OpenID Connect provider is: bound to somebody, or by its address where allowed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from profiles.models import Account, ExternalIdentity, Principal
from profiles.queries.signing import may_come_in, person_with
from profiles.rules.names import canonical_email
from profiles.rules.signing import OPENID
from profiles.services.identities import LONGEST_ID, bind_proven
from profiles.services.signing import account_of, caller_of


def spelled(said: Mapping[str, Any]) -> str:
    """Return the exact id of an account elsewhere: issuer and subject, which no other provider has."""
    return f"{said['iss']}#{said['sub']}"


@transaction.atomic
def account_for(said: Mapping[str, Any], *, by_email: bool, request_id: str, now: datetime) -> Account | None:
    """Return the account of whom verified claims mean, None for nobody here.

    With `by_email` an address that the provider verified finds its person, and the account is bound to it: it
    counts from then on, whatever its address. Who has one of this provider bound is found by that alone."""
    name = spelled(said)
    bound = ExternalIdentity.objects.filter(provider=OPENID, external_id=name)
    person = may_come_in().filter(identities__in=bound).first()
    if person is None and by_email and not bound.exists():
        person = _by_address(said)
        if person is not None:
            by = caller_of(person, request_id)
            bind_proven(person.pk, provider=OPENID, external_id=name, by=by, now=now)
    return account_of(person, now) if person else None


def _by_address(said: Mapping[str, Any]) -> Principal | None:
    if said.get("email_verified") is not True or len(spelled(said)) > LONGEST_ID:
        return None
    try:
        person = person_with(canonical_email(str(said.get("email", ""))))
    except ValueError:
        return None
    theirs = ExternalIdentity.objects.filter(
        provider=OPENID, principal=person, external_id__startswith=f"{said['iss']}#"
    )
    return None if person is None or theirs.exists() else person
