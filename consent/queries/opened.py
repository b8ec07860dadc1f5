"""Which labels let an asking in, and how far: judged once, for a question that is looked for in several ways.

The verdicts hold for the snapshot they were reached in and go no further than the question.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from consent.queries.asking import Snapshot
from profiles.queries.prepared import ask

# Past so many, judging takes longer than it is worth: only the labels of what was found otherwise are judged.
MOST_JUDGED: Final = 40_000
_NAMED: Final = """
SELECT id FROM consent_label WHERE owner_id = ANY (%(owners)s::bigint[])
UNION SELECT label_id FROM consent_labelgrant WHERE grantee_id = ANY (%(grantees)s::bigint[])
LIMIT %(most)s + 1
"""
# The verdicts go back as they came: nobody reads them on the way.
_JUDGED: Final = """
SELECT cardinality(named.labels) > %(most)s, judged.labels::text, judged.reaches::text
FROM (SELECT {named} AS labels OFFSET 0) AS named CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(label), '{{}}') AS labels, coalesce(array_agg(reach), '{{}}') AS reaches
    FROM consent_judge(CASE WHEN cardinality(named.labels) <= %(most)s THEN named.labels END) WHERE reach >= 0
) AS judged
"""
_ALL: Final = _JUDGED.format(named=f"ARRAY({_NAMED})")
_THESE: Final = _JUDGED.format(named="%(these)s::bigint[]")


@dataclass(frozen=True, slots=True)
class Opened:
    """Labels that let the asking in, beside how far each does (0 to 4 a tier, 5 as its owner): two arrays."""

    labels: str
    reaches: str

    @property
    def values(self) -> dict[str, Any]:
        """Return them as a statement takes them."""
        return {"labels": self.labels, "reaches": self.reaches}


def opened(taken: Snapshot) -> Opened | None:
    """Return all labels that let the asking in; None where more name it than are judged at once."""
    sides = taken.asking.sides
    owners = [side.id for side in sides]
    grantees = sorted({one for side in sides for one in side.everything})
    ((many, *judged),) = ask(_ALL, {"owners": owners, "grantees": grantees, "most": MOST_JUDGED})
    return None if many else Opened(*judged)


def opened_of(labels: Collection[int]) -> Opened:
    """Return which of these few labels let the asking of this transaction in."""
    ((_, *judged),) = ask(_THESE, {"these": sorted(labels), "most": len(labels)})
    return Opened(*judged)
