"""Accounts elsewhere, bound to one principal by an administrator, or by the principal proving them."""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypedDict, Unpack

from django.db import IntegrityError, transaction

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import ExternalIdentity
from profiles.rules.credentials import is_provider
from profiles.services.own_reach import refuse_agents_word, refuse_own_gain
from profiles.services.principals import locked
from profiles.services.recording import note, require_admin
from profiles.types import Caller
from text.normalize import unprintable

LONGEST_ID: Final = 256


class Elsewhere(TypedDict):
    """An account elsewhere: whose system, and its id there."""

    provider: str
    external_id: str


@transaction.atomic
def bind(
    principal_id: int, *, by: Caller, now: datetime, reason: str = "", **account: Unpack[Elsewhere]
) -> ExternalIdentity:
    """Bind an account elsewhere to an individual, which verifies it; an administrator's act.

    The id is compared exactly as it is. Raises Problem 403 to an agent, 409 `identity_taken`, 422 for what is
    no account."""
    require_admin(by)
    refuse_agents_word(by, principal_id)
    refuse_own_gain(by, principal_id, now)
    return _bound(principal_id, (account["provider"], account["external_id"]), by, now, reason)


@transaction.atomic
def bind_proven(
    principal_id: int, *, provider: str, external_id: str, by: Caller, now: datetime
) -> ExternalIdentity:
    """Bind an account its holder proved in a sign-in of the pages; the principal's own act, never an agent's.

    For the sign-in flow that checked the proof: no door takes a caller's word for it. Raises Problem 403."""
    if not by.own_act or by.principal_id != principal_id or by.door != "web" or by.is_agent:
        raise Problem(403, "forbidden", "An account is bound by whoever proves it is theirs.")
    return _bound(principal_id, (provider, external_id), by, now)


@transaction.atomic
def unbind(principal_id: int, identity_id: int, *, by: Caller, now: datetime, reason: str = "") -> None:
    """Take an account elsewhere away; an administrator's act."""
    require_admin(by)
    identity = ExternalIdentity.objects.select_for_update().filter(pk=identity_id, principal_id=principal_id)
    found = identity.first()
    if found is None:
        raise not_found()
    note(by, actions.IDENTITY_UNBIND, ("principal", principal_id), now=now, reason=reason, identity=found.pk)
    found.delete()


def _bound(
    principal_id: int, account: tuple[str, str], by: Caller, now: datetime, reason: str = ""
) -> ExternalIdentity:
    _check(*account)
    principal = locked(principal_id)
    if principal.is_collective or principal.held or not principal.active:
        raise unprocessable("cannot_sign_in", "Only an active individual has accounts elsewhere.")
    identity = ExternalIdentity(provider=account[0], external_id=account[1], principal=principal)
    identity.verified_at, identity.bound_by = now, by.principal_id
    try:
        with transaction.atomic():
            identity.save()
    except IntegrityError:
        raise Problem(409, "identity_taken", "This account is bound to a principal already.") from None
    principal.verified_at = principal.verified_at or now
    principal.last_verified_at = now
    principal.save(update_fields=["verified_at", "last_verified_at"])
    note(by, actions.IDENTITY_BIND, ("principal", principal.pk), now=now, reason=reason, identity=identity.pk)
    return identity


def _check(provider: str, external_id: str) -> None:
    if not is_provider(provider):
        raise unprocessable("identity_refused", "A provider's name is like telegram: a-z, 0-9 and . _ -")
    if not external_id or len(external_id) > LONGEST_ID or external_id != external_id.strip():
        raise unprocessable(
            "identity_refused", f"An external id has 1 to {LONGEST_ID} characters and no spaces around it."
        )
    if unprintable(external_id):
        raise unprocessable("identity_refused", "An external id holds no characters that cannot be seen.")
