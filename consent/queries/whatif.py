"""What a change brings in that was not gathered yet, and which memories it can touch at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q

from consent.models import Consent as ConsentRow
from consent.models import Context, Label, Memory, Participant
from consent.queries.facts import above
from consent.rules.whatif import (
    Change,
    ConsentChange,
    Extra,
    GrantChange,
    MembershipChange,
    TrustChange,
)
from consent.types import Consent
from profiles.models import Membership, Principal
from profiles.queries.in_force import in_force, unexpired
from profiles.queries.prepared import ask
from profiles.queries.reach import containers

_GROUPS = ("group", "org", "role")
_BELOW = """
WITH RECURSIVE below(id) AS (
    SELECT unnest(%s::bigint[])
    UNION
    SELECT m.id FROM below JOIN consent_label l ON below.id = ANY (l.parents)
    JOIN consent_memory m ON m.label_id = l.id
) SELECT id FROM below
"""


def brought_in(change: Change, now: datetime) -> Extra:
    """Return the facts about whom a change lets in, and the words spoken about a memory set apart by it."""
    match change:
        case GrantChange(grantee=grantee):
            return _about([grantee], now, ())
        case ConsentChange(wish=(_, grantee, _, _), memory=memory):
            return _about([grantee], now, _spoken_of(memory, now))
    return Extra()


def _about(ids: Collection[int], now: datetime, consents: tuple[Consent, ...]) -> Extra:
    places = set(Principal.objects.filter(pk__in=ids, namespace="ctx").values_list("pk", flat=True))
    unusable = Principal.objects.filter(pk__in=ids).filter(
        Q(held=True) | Q(active=False, namespace__in=Principal.COLLECTIVES)
    )
    defaults = dict(Context.objects.filter(pk__in=places).values_list("pk", "default_grants"))
    return Extra(
        containers={one: frozenset(above) for one, above in containers(ids, now).items()},
        participants={one: _listed(one) for one in places},
        default_grants={one: frozenset(defaults.get(one) or ()) for one in places},
        unusable=frozenset(unusable.values_list("pk", flat=True)),
        consents=consents,
    )


def _listed(context: int) -> frozenset[int]:
    return frozenset(Participant.objects.filter(context_id=context).values_list("principal_id", flat=True))


def _spoken_of(memory: int | None, now: datetime) -> tuple[Consent, ...]:
    """Return the words about one memory alone: they count once it has a label of its own."""
    if memory is None:
        return ()
    said = Q(status="denied") | Q(status="active", granted_at__lte=now)
    rows = ConsentRow.objects.filter(unexpired(now), said, scope="memory", scope_memory_id=memory)
    return tuple(record_of(row) for row in rows)


def record_of(row: ConsentRow) -> Consent:
    """Return a stored consent as the decision reads it."""
    scope_id = row.scope_memory_id if row.scope == "memory" else row.scope_entity_id
    return Consent(
        f"con_{row.public_id.hex}",
        row.grantor_id,
        row.grantee_id,
        row.scope,
        scope_id,
        row.status == "denied",
        frozenset(row.participants),
    )


def membership_change(collective: int, member: int, *, add: bool, now: datetime) -> MembershipChange:
    """Return who would belong where if one membership began or ended now; raises nothing for a circle."""
    usable = Q(collective__active=True, collective__held=False, collective__namespace__in=_GROUPS)
    pairs = set(Membership.objects.filter(in_force(now), usable).values_list("member_id", "collective_id"))
    one = (member, collective)
    counts = Principal.objects.filter(pk=collective, active=True, held=False, namespace__in=_GROUPS).exists()
    later = pairs | {one} if add and counts else pairs - {one}
    return MembershipChange(above(pairs), above(later))


def concerned(change: Change) -> set[int] | None:
    """Return the memories a change can touch, with all that was derived from them; None for any of them."""
    match change:
        case GrantChange(memory=memory):
            return below([memory])
        case TrustChange(relation=relation):
            return below(Memory.objects.filter(owner_id=relation.owner).values_list("pk", flat=True))
        case ConsentChange(wish=(grantor, _, scope, scope_id)):
            return _spoken_for(grantor, scope, scope_id)
    return None


def _spoken_for(grantor: int, scope: str, scope_id: int | None) -> set[int]:
    if scope == "memory":
        return below([scope_id or 0])
    about: dict[str, Any] = {
        "subject": Q(subjects__contains=[scope_id]),
        "ctx": Q(context_id=scope_id),
        "all": Q(subjects__contains=[grantor]) | Q(source_id=grantor) | Q(owner_id=grantor),
    }
    labels = Label.objects.filter(about[scope]).values_list("pk", flat=True)
    return below(Memory.objects.filter(label_id__in=labels).values_list("pk", flat=True))


def below(memories: Iterable[int]) -> set[int]:
    """Return memories with all that was derived from them, at every depth."""
    return {row[0] for row in ask(_BELOW, [list(memories)])}
