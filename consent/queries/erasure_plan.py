"""What an erasure would take: memories that go whole, those that lose the person, what hangs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from audit.models import Delivery, Violation
from consent.models import Consent, Memory, MemoryVersion, Rendering
from consent.queries.mentions import naming_newest
from consent.queries.persons import Person
from jobs.models import Job
from jobs.types import QUEUED
from profiles.models import (
    Alias,
    Credential,
    ExternalIdentity,
    Membership,
    PrincipalProfile,
    ProfileProposal,
)
from profiles.queries.prepared import ask

# Its own stack, what is about it alone, and what it told that is about nobody; then all derived from those.
_WHOLE = """
WITH RECURSIVE own(id) AS (
    SELECT m.id FROM consent_memory m JOIN consent_label l ON l.id = m.label_id
    WHERE m.owner_id = ANY (%(ids)s)
       OR (cardinality(l.subjects) > 0 AND l.subjects <@ %(ids)s::bigint[])
       OR (cardinality(l.subjects) = 0 AND l.source_id = ANY (%(ids)s))
), below(id, depth) AS (
    SELECT id, 0 FROM own
    UNION
    SELECT m.id, 1 FROM below JOIN consent_label l ON l.parents @> ARRAY[below.id]
    JOIN consent_memory m ON m.label_id = l.id
)
SELECT id, min(depth) FROM below GROUP BY id ORDER BY id
"""
_SHARED = """
SELECT m.id FROM consent_memory m JOIN consent_label l ON l.id = m.label_id
WHERE (l.subjects && %(ids)s::bigint[] OR l.source_id = ANY (%(ids)s)
       OR EXISTS (SELECT 1 FROM consent_labelgrant g
                  WHERE g.label_id = l.id AND g.grantee_id = ANY (%(ids)s)))
  AND NOT EXISTS (SELECT FROM unnest(%(whole)s::bigint[]) AS w(id) WHERE w.id = m.id)
ORDER BY m.id
"""
# Joined, not compared: a list of a hundred thousand is looked through once, not once a row.
_OVERLAPPING = """
SELECT (SELECT count(DISTINCT t.id) FROM consent_validationticket t, unnest(t.memories) AS m(id)
        JOIN unnest(%(whole)s::bigint[]) AS w(id) ON w.id = m.id),
       (SELECT count(DISTINCT v.id) FROM consent_validation v, unnest(v.memories) AS m(id)
        JOIN unnest(%(whole)s::bigint[]) AS w(id) ON w.id = m.id)
"""


# So many texts take a second or two; a million would keep whoever asks waiting for minutes.
_LOOKED_THROUGH: Final = 10_000


@dataclass(frozen=True, slots=True)
class Plan:
    """The memories that go, of which how many only as derived, and those the person is taken out of."""

    whole: tuple[int, ...]
    derived: int
    shared: tuple[int, ...]


def plan_of(person: Person) -> Plan:
    """Return what is the person's and what it shares with others, as things stand."""
    rows = ask(_WHOLE, {"ids": list(person.ids)})
    whole = tuple(number for number, _ in rows)
    shared = ask(_SHARED, {"ids": list(person.ids), "whole": list(whole)})
    return Plan(whole, sum(depth for _, depth in rows), tuple(number for (number,) in shared))


def preview_of(person: Person) -> dict[str, int]:
    """Return what an erasure would take, for somebody who waits: few of the others' texts are looked through.

    Of how many that was left to the erasure itself is said where there are any."""
    plan = plan_of(person)
    naming = naming_newest(person.seeker(), [*plan.whole, *plan.shared], _LOOKED_THROUGH)
    counts = counts_of(person, plan, naming=naming)
    left = Memory.objects.count() - len(plan.whole) - len(plan.shared) - _LOOKED_THROUGH
    return {**counts, "memories_not_looked_at": left} if left > 0 else counts


def counts_of(person: Person, plan: Plan, *, naming: int) -> dict[str, int]:
    """Return how much of each kind an erasure would take or change, with how many others name the person."""
    whole, ids = list(plan.whole), list(person.ids)
    ((tickets, validations),) = ask(_OVERLAPPING, {"whole": whole})
    return {
        "memories_deleted": len(plan.whole),
        "memories_derived": plan.derived,
        "memories_redacted": len(plan.shared),
        "memories_mentioning": naming,
        "versions": MemoryVersion.objects.filter(memory__in=whole).count(),
        "renderings": Rendering.objects.filter(memory__in=whole).count(),
        "deliveries_unlinked": Delivery.objects.filter(memory_id__in=whole).count(),
        "tickets": tickets,
        "validations": validations,
        "violations": _violations(whole, ids),
        **_of_the_person(ids),
    }


def _of_the_person(ids: Sequence[int]) -> dict[str, int]:
    return {
        "consents": Consent.objects.filter(grantor__in=ids).count(),
        "profile_versions": PrincipalProfile.objects.filter(principal__in=ids).count(),
        "proposals": ProfileProposal.objects.filter(principal__in=ids).count(),
        "aliases": Alias.objects.filter(principal__in=ids).count(),
        "identities": ExternalIdentity.objects.filter(principal__in=ids).count(),
        "memberships": Membership.objects.filter(member__in=ids).count(),
        "credentials": Credential.objects.filter(principal__in=ids).aggregate(n=Count("pk"))["n"],
        "jobs_waiting": Job.objects.filter(started_by__in=ids, state=QUEUED).count(),
    }


def _violations(memories: Sequence[int], ids: Sequence[int]) -> int:
    rows = Violation.objects.filter(memory_id__in=memories) | Violation.objects.filter(owner_id__in=ids)
    return (rows | Violation.objects.filter(accessor_id__in=ids)).count()
