"""The directory's rows: made, changed, verified and merged by administrators; registered by writes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Principal
from profiles.rules.entity import EntityError, EntityId, entity_skeleton, parse_entity
from profiles.services.own_reach import refuse_agents_word
from profiles.services.recording import note, require_admin
from profiles.services.registering import Newcomer, make, register
from profiles.types import EVERYONE_ID, Caller

# By these somebody signs in.
_WAYS_IN: Final = {"email", "email_verified"}
LOCAL_ADMIN: Final = "human:admin"
__all__ = ["LOCAL_ADMIN", "create", "ensure_local_admin", "locked", "register", "update"]


@transaction.atomic
def create(text: str, *, by: Caller, now: datetime, display_name: str = "", reason: str = "") -> Principal:
    """Make a verified principal, or verify one that was only named so far; an administrator's act.

    Raises Problem 409 `lookalike` (a reason lets it pass), 409 `principal_exists`, 422 for no entity id."""
    require_admin(by)
    newcomer = Newcomer(_entity(text), verified=True, display_name=display_name, reason=reason)
    name = str(newcomer.entity)
    found, new = make([newcomer], by=by, now=now)
    return found[name] if name in new else _vouched(locked(found[name].pk), newcomer, by, now)


@transaction.atomic
def update(
    principal_id: int, changes: Mapping[str, Any], *, by: Caller, now: datetime, reason: str = ""
) -> Principal:
    """Change display_name, email, email_verified, active, verified or held; an administrator's act.

    An inactive or unverified principal's tokens and sessions end at their next request. Raises Problem 403 to
    an agent that names an address, 404, 409 `email_taken`."""
    require_admin(by)
    if changes.keys() & _WAYS_IN:
        refuse_agents_word(by, principal_id)
    principal = locked(principal_id)
    fields = _applied(principal, changes, now)
    if "email" in fields and principal.email is not None:
        _refuse_taken(principal)
    principal.save(update_fields=fields)
    released = changes.get("held") is False
    action = actions.PRINCIPAL_RELEASE if released else actions.PRINCIPAL_UPDATE
    note(by, action, ("principal", principal.pk), now=now, reason=reason, fields=sorted(changes))
    return principal


@transaction.atomic
def ensure_local_admin(now: datetime) -> Principal:
    """Return `human:admin`, the administrator the command line on this machine is, making it at first."""
    entity = parse_entity(LOCAL_ADMIN)
    defaults = {
        "namespace": entity.namespace,
        "name": entity.name,
        "skeleton": entity_skeleton(entity),
        "display_name": "local administrator",
        "verified_at": now,
        "last_verified_at": now,
        "created_at": now,
    }
    principal, _ = Principal.objects.get_or_create(entity_id=str(entity), defaults=defaults)
    return principal


def locked(principal_id: int) -> Principal:
    """Return a principal's row, locked until the transaction ends; raises Problem 404."""
    found = Principal.objects.select_for_update().filter(pk=principal_id).first()
    if found is None or found.pk == EVERYONE_ID:
        raise not_found()
    return found


def _entity(text: str) -> EntityId:
    try:
        return parse_entity(text)
    except EntityError as error:
        raise unprocessable("bad_entity", error.reason) from None


def _vouched(principal: Principal, wanted: Newcomer, by: Caller, now: datetime) -> Principal:
    """Verify an entity that a write had only named; a held look-alike needs the reason a new one would."""
    if principal.verified_at is not None or principal.merged_into_id is not None:
        raise Problem(409, "principal_exists", f"{wanted.entity} exists already.")
    if principal.held and not wanted.reason.strip():
        raise Problem(
            409, "lookalike", f"{wanted.entity} is held as a look-alike; give a reason if it is meant."
        )
    principal.held = False
    principal.display_name = wanted.display_name or principal.display_name
    principal.verified_at = principal.last_verified_at = now
    principal.save(update_fields=["held", "display_name", "verified_at", "last_verified_at"])
    note(by, actions.PRINCIPAL_CREATE, ("principal", principal.pk), now=now, reason=wanted.reason)
    return principal


def _applied(principal: Principal, changes: Mapping[str, Any], now: datetime) -> list[str]:
    """Set the changes on the row and return the columns they touch."""
    fields: list[str] = []
    for name in ("display_name", "active", "held"):
        if name in changes:
            setattr(principal, name, changes[name])
            fields.append(name)
    if "email" in changes:
        principal.email, principal.email_verified_at = changes["email"], None
        fields += ["email", "email_verified_at"]
    if "email_verified" in changes:
        principal.email_verified_at = now if changes["email_verified"] and principal.email else None
        fields.append("email_verified_at")
    if "verified" in changes:
        _set_verified(principal, bool(changes["verified"]), now)
        fields += ["verified_at", "last_verified_at"]
    _check(principal)
    return sorted(set(fields))


def _set_verified(principal: Principal, verified: bool, now: datetime) -> None:
    principal.verified_at = (principal.verified_at or now) if verified else None
    principal.last_verified_at = now if verified else principal.last_verified_at


def _check(principal: Principal) -> None:
    if principal.held and principal.verified_at is not None:
        raise Problem(409, "principal_held", "Release the held look-alike before verifying it, or merge it.")
    if principal.merged_into_id is not None and principal.active:
        raise Problem(409, "principal_merged", "This principal was merged into another one.")
    if principal.entity_id == LOCAL_ADMIN and not (principal.active and principal.verified_at):
        raise unprocessable("local_admin", "The command line's own administrator stays active and verified.")


def _refuse_taken(principal: Principal) -> None:
    if Principal.objects.filter(email=principal.email).exclude(pk=principal.pk).exists():
        raise Problem(409, "email_taken", "Another principal has this address.")
