"""The names and kinds of personal data that renderings below full hide, and how fresh they are."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from consent.rules.recognizers import EVERYTHING, looked_for
from profiles.queries.prepared import ask

# One statement, so one snapshot: no name in it is older than the newest remaking it tells of. Whoever was
# merged goes by every name of the one it is, and the other way round: labels keep the id they were made with.
_NAMES = """
SELECT known.under, named.asked, named.entity, named.spelling, known.recognizers
FROM (SELECT coalesce(max(id), 0) AS under, (
    SELECT settings ->> 'redaction_recognizers' FROM consent_policy ORDER BY version DESC LIMIT 1
) AS recognizers FROM consent_remaking) AS known
LEFT JOIN LATERAL (
    SELECT own.id AS asked, own.entity_id AS entity, spelled.spelling
    FROM profiles_principal own CROSS JOIN LATERAL (
        SELECT p.id, p.name, p.display_name FROM profiles_principal p
        WHERE p.id = coalesce(own.merged_into_id, own.id)
        UNION ALL SELECT p.id, p.name, p.display_name FROM profiles_principal p
        WHERE p.merged_into_id = coalesce(own.merged_into_id, own.id)
    ) AS one CROSS JOIN LATERAL (
        SELECT one.name AS spelling UNION SELECT one.display_name
        UNION SELECT a.text FROM profiles_alias a WHERE a.principal_id = one.id AND a.approved_at IS NOT NULL
    ) AS spelled
    WHERE own.id = ANY (%(ids)s::bigint[])
) AS named ON true
"""


@dataclass(frozen=True, slots=True)
class Names:
    """Spellings and entity ids by principal, and the newest remaking these names take account of."""

    under: int = 0
    spellings: Mapping[int, frozenset[str]] = field(default_factory=dict)
    entities: Mapping[int, str] = field(default_factory=dict)
    looked_for: frozenset[str] = EVERYTHING


def names_of(ids: Collection[int]) -> Names:
    """Return every name these principals go by: their ids' names, display names and approved aliases."""
    rows = ask(_NAMES, {"ids": sorted(ids)})
    spelled: dict[int, set[str]] = {}
    entities: dict[int, str] = {}
    for _, asked, entity, spelling, _ in rows:
        if asked is not None:
            spelled.setdefault(asked, set()).add(spelling)
            entities[asked] = entity
    under, kinds = rows[0][0], looked_for(json.loads(rows[0][4] or "null"))
    return Names(under, {one: frozenset(names) for one, names in spelled.items()}, entities, kinds)
