"""Who might see memories of some labels otherwise than everyone does: whom they name, and whoever is inside.

More than those who do: the decision is asked of each. Everybody else sees what `*` sees.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from consent.queries.acquainted import Acquainted
from consent.queries.asking import Snapshot
from consent.queries.facts import LINEAGE
from profiles.models import Principal
from profiles.queries.prepared import ask
from profiles.queries.reach import members
from profiles.types import EVERYONE_ID

# Of the labels and those of all their sources: who owns, who is granted, and whom the owners trust apart.
_NAMED: Final = f"""{LINEAGE}, owners AS MATERIALIZED (
    SELECT DISTINCT owner_id AS id FROM consent_label WHERE id IN (SELECT id FROM lineage)
), granted AS MATERIALIZED (
    SELECT DISTINCT grantee_id AS id FROM consent_labelgrant WHERE label_id IN (SELECT id FROM lineage)
)
SELECT id FROM owners UNION SELECT id FROM granted
UNION SELECT t.accessor_id FROM consent_trustrelationship t JOIN owners ON owners.id = t.owner_id
WHERE EXISTS (SELECT 1 FROM granted WHERE id = %(everyone)s)
"""


def might_see(labels: Collection[int], taken: Snapshot, known: Acquainted | None) -> list[int]:
    """Return the individuals who might see some of it, of those a viewer may be told of (None for all), in
    order of id; first `*`, as one, and for such a viewer the collectives that it may not look into."""
    named = {row[0] for row in ask(_NAMED, {"labels": sorted(labels), "everyone": EVERYONE_ID})}
    inside = {one for found in members(named, taken.now).values() for one in found}
    people = _individuals(named | inside)
    if known is not None:
        people = (people & known.people) | (named & known.closed)
    return sorted(people | {EVERYONE_ID})


def _individuals(ids: Collection[int]) -> set[int]:
    """Return those who may ask: duplicates that were merged stand for who they became."""
    rows = Principal.objects.filter(pk__in=ids, pk__gt=EVERYONE_ID)
    merged = rows.exclude(merged_into=None).values_list("merged_into_id", flat=True)
    alone = Principal.objects.filter(
        pk__in={*ids, *merged}, pk__gt=EVERYONE_ID, active=True, merged_into=None
    )
    return set(alone.exclude(namespace__in=Principal.COLLECTIVES).values_list("pk", flat=True))
