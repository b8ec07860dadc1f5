"""Two rows that turned out to be one person: the duplicate becomes another name of the survivor."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from audit import actions
from memory_admin.http.problem import Problem, unprocessable
from profiles.models import (
    Account,
    Alias,
    Credential,
    Custodian,
    ExternalIdentity,
    Membership,
    Principal,
)
from profiles.queries.signing import used_accounts
from profiles.services.custody import acts_for_itself
from profiles.services.own_reach import refuse_own_gain
from profiles.services.principals import LOCAL_ADMIN, locked
from profiles.services.recording import note, require_admin
from profiles.types import Caller


@transaction.atomic
def merge(duplicate_id: int, into_id: int, *, by: Caller, now: datetime, reason: str) -> Principal:
    """Merge a duplicate into another individual and return the survivor; an administrator's act.

    Its aliases, accounts elsewhere, memberships and custody move; grants to it reach the survivor, who also
    becomes its custodian and so agrees for it. What the duplicate owns stays under its id. Raises Problem
    409 while it has tokens or signs in (an unused account goes), 422 for a collective or itself."""
    require_admin(by)
    refuse_own_gain(by, into_id, now)
    rows = {one: locked(one) for one in sorted({duplicate_id, into_id})}
    duplicate, survivor = rows[duplicate_id], rows[into_id]
    _check(duplicate, survivor)
    _move(duplicate, survivor)
    _stand_in(duplicate, survivor, by, now)
    Principal.objects.filter(merged_into=duplicate).update(merged_into=survivor)
    duplicate.merged_into, duplicate.active, duplicate.held = survivor, False, False
    duplicate.email = duplicate.email_verified_at = None
    duplicate.save(update_fields=["merged_into", "active", "held", "email", "email_verified_at"])
    note(by, actions.PRINCIPAL_MERGE, ("principal", duplicate.pk), now=now, reason=reason, into=survivor.pk)
    return survivor


def _check(duplicate: Principal, survivor: Principal) -> None:
    if duplicate.pk == survivor.pk or duplicate.is_collective or survivor.is_collective:
        raise unprocessable("merge_refused", "Only two different individuals can be merged.")
    if duplicate.entity_id == LOCAL_ADMIN:
        raise unprocessable("merge_refused", "The command line's own administrator cannot be merged.")
    if survivor.merged_into_id is not None or not survivor.active or survivor.held:
        raise Problem(409, "merge_refused", "The survivor must be active and neither held nor merged.")
    if duplicate.merged_into_id is not None:
        raise Problem(409, "principal_merged", "The duplicate was merged already.")
    tokens = Credential.objects.filter(principal=duplicate, revoked_at=None)
    if tokens.exists() or used_accounts().filter(principal=duplicate).exists():
        raise Problem(409, "merge_refused", "Revoke the duplicate's tokens; one who signs in survives.")


def _move(duplicate: Principal, survivor: Principal) -> None:
    Account.objects.filter(principal=duplicate).delete()
    known = Alias.objects.filter(principal=survivor).values("normalized")
    Alias.objects.filter(principal=duplicate).exclude(normalized__in=known).update(principal=survivor)
    ExternalIdentity.objects.filter(principal=duplicate).update(principal=survivor)
    Membership.objects.filter(member=duplicate).update(member=survivor)
    if acts_for_itself(survivor):
        Custodian.objects.filter(subject=duplicate, until=None).delete()
    Custodian.objects.filter(custodian=duplicate).exclude(subject=survivor).update(custodian=survivor)
    Custodian.objects.filter(subject=duplicate).exclude(custodian=survivor).update(subject=survivor)
    # Nobody is its own custodian.
    Custodian.objects.filter(
        Q(subject=duplicate) | Q(custodian=duplicate) | Q(subject=F("custodian"))
    ).delete()


def _stand_in(duplicate: Principal, survivor: Principal, by: Caller, now: datetime) -> None:
    """Let the survivor agree for its duplicate, as memories already name the duplicate."""
    Custodian.objects.create(
        subject=duplicate,
        custodian=survivor,
        since=now,
        set_by=by.principal_id,
        reason="merged duplicate",
    )
