"""Writing one's own profile: the only profile anybody writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit import actions
from audit.rules.kinds import CROSS_PRINCIPAL_WRITE, FORBIDDEN_WRITE
from memory_admin.http.problem import conflict, unprocessable
from profiles.models import PrincipalProfile
from profiles.queries.principals import by_entity
from profiles.queries.profile_fields import fields
from profiles.queries.profiles import newest
from profiles.rules.profile_fields import Field, Value, changed, check_value, merged
from profiles.services.principals import locked
from profiles.services.recording import note
from profiles.services.violating import Violating, violating
from profiles.types import Caller

Changes = Mapping[str, Value | None]
EDIT, PROPOSAL, PROMOTION = "edit", "proposal", "promotion"


@dataclass(frozen=True, slots=True)
class Reason:
    """How a change came about, why, and what the writer had read."""

    way: str = EDIT
    why: str = ""
    version: int | None = None


def require_self(by: Caller, named: str | None = None) -> None:
    """Raise Problem 403 with a violation where a request means the profile of anybody but who it is about."""
    mine = by.acting if by.behalf is None else by.behalf
    if named is None or named == mine:
        return
    other = by_entity(named)
    if other is not None and other.pk == by.served_id:
        return
    refusal = Violating(403, "cross_principal_write")
    raise violating(refusal, CROSS_PRINCIPAL_WRITE, by, owner_id=other.pk if other else None)


def require_own_act(by: Caller) -> None:
    """Raise Problem 403 with a violation unless the caller acts as itself, for nobody else."""
    if not by.own_act:
        refusal = Violating(
            403, "own_act_required", "Only the person's own act counts here, not one as or for them."
        )
        raise violating(refusal, FORBIDDEN_WRITE, by, owner_id=by.served_id)


def checked(changes: Changes, by: Caller) -> dict[str, Value | None]:
    """Return changes as the schema takes them; raises Problem 422, a violation for another's field.

    Asked by the doors before anything is written, so that no key of a repeated request is spent on it."""
    known, errors, found = fields(), dict[str, list[str]](), dict[str, Value | None]()
    if strange := [key for key in changes if key not in known]:
        raise unprocessable(
            "unknown_profile_field", errors={f"fields.{key}": ["Not in the profile."] for key in strange}
        )
    _require_editable(changes, known, by)
    for key, value in changes.items():
        try:
            found[key] = None if value is None else check_value(known[key], value)
        except ValueError as error:
            errors[f"fields.{key}"] = [str(error)]
    if errors:
        raise unprocessable("field_refused", errors=errors)
    return found


def _require_editable(changes: Changes, known: Mapping[str, Field], by: Caller) -> None:
    fixed = sorted(key for key in changes if not known[key].editable)
    if fixed:
        errors = {f"fields.{key}": ["Only the administrator's schema changes this."] for key in fixed}
        refusal = Violating(422, "field_not_editable", errors=errors)
        raise violating(refusal, FORBIDDEN_WRITE, by, owner_id=by.served_id, fields=fixed)


@transaction.atomic
def write(changes: Changes, *, by: Caller, now: datetime, reason: Reason = Reason()) -> PrincipalProfile:
    """Write a new version of the caller's own profile; where nothing changes return the one there is.

    Raises Problem 403 to anybody acting as or for somebody, 409 `version_conflict`, 422."""
    require_own_act(by)
    taken = checked(changes, by)
    locked(by.principal_id)
    known = newest(by.principal_id)
    version, before = (known.version, known.fields) if known else (0, {})
    if reason.version is not None and reason.version != version:
        raise conflict("version_conflict")
    after = merged(before, taken)
    keys = changed(before, after)
    if known is not None and not keys:
        return known
    made = PrincipalProfile(
        version=version + 1, fields=after, changed=keys, way=reason.way, reason=reason.why
    )
    return _kept(made, by, now)


def _kept(made: PrincipalProfile, by: Caller, now: datetime) -> PrincipalProfile:
    """Keep a version as its principal's own, on record."""
    made.principal_id = made.author_id = by.principal_id
    made.created_at = now
    made.save()
    thing, fields = ("principal", by.principal_id), made.changed
    note(by, actions.PROFILE_UPDATE, thing, now=now, fields=fields, version=made.version, way=made.way)
    return made
