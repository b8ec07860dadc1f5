"""Reading one principal's profile; whose it is is never a guess: the number comes from the caller alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import QuerySet

from profiles.models import PrincipalProfile
from profiles.queries.profile_fields import fields
from profiles.rules.profile_fields import Value


@dataclass(frozen=True, slots=True)
class Kept:
    """A profile as it is now: version 0 with nothing in it until its principal writes one."""

    principal_id: int
    version: int = 0
    values: dict[str, Value] = field(default_factory=dict, repr=False)


def profile_of(principal_id: int) -> Kept:
    """Return a principal's profile, without the fields that are no longer in the schema."""
    row = newest(principal_id)
    known = fields()
    if row is None:
        return Kept(principal_id)
    return Kept(principal_id, row.version, {key: row.fields[key] for key in known if key in row.fields})


def newest(principal_id: int) -> PrincipalProfile | None:
    """Return the version in force, or None."""
    return PrincipalProfile.objects.filter(principal_id=principal_id).order_by("-version").first()


def history_of(principal_id: int) -> QuerySet[PrincipalProfile]:
    """Return every version of a principal's profile."""
    return PrincipalProfile.objects.filter(principal_id=principal_id)
