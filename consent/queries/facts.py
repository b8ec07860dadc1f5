"""What is true at one moment about some labels: the input of the pure decision, read in one statement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from consent.queries.asking import Snapshot
from consent.types import Consent, Facts, Grant, Label, Relationship, Scene
from profiles.queries.prepared import ask

# Some labels with those of all that their memories were derived from.
LINEAGE: Final = """
WITH RECURSIVE lineage(id) AS (
    SELECT unnest(%(labels)s::bigint[])
    UNION
    SELECT m.label_id FROM lineage JOIN consent_label l ON l.id = lineage.id
    JOIN consent_memory m ON m.id = ANY (l.parents)
)"""
# One statement, so that labels, consents and memberships cannot disagree about the moment.
_SQL: Final = f"""{LINEAGE}, labels AS MATERIALIZED (
    SELECT l.* FROM consent_label l WHERE l.id IN (SELECT id FROM lineage)
), grants AS MATERIALIZED (
    SELECT g.* FROM consent_labelgrant g WHERE g.label_id IN (SELECT id FROM labels)
), parties AS MATERIALIZED (
    SELECT DISTINCT party FROM labels l, unnest(l.subjects || ARRAY[l.source_id, l.owner_id]) AS party
    WHERE party IS NOT NULL
), custody AS MATERIALIZED (
    SELECT c.subject_id, c.custodian_id FROM profiles_custodian c JOIN parties ON parties.party = c.subject_id
    JOIN profiles_principal p ON p.id = c.custodian_id AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
    WHERE c.since <= %(now)s AND (c.until IS NULL OR c.until > %(now)s)
), persons AS MATERIALIZED (
    SELECT party, party AS person FROM parties JOIN profiles_principal p ON p.id = party
    WHERE p.namespace NOT IN ('group', 'org', 'role', 'ctx')
    UNION SELECT subject_id, custodian_id FROM custody
), consents AS MATERIALIZED (
    SELECT c.*, p.namespace = 'ctx' AS to_context FROM consent_consent c
    JOIN profiles_principal p ON p.id = c.grantee_id
    WHERE c.grantor_id IN (SELECT person FROM persons)
      AND (c.status = 'denied' OR (c.status = 'active' AND c.granted_at <= %(now)s))
      AND (c.expires_at IS NULL OR c.expires_at > %(now)s)
      AND ((c.scope = 'memory' AND c.scope_memory_id IN (SELECT solo_memory_id FROM labels))
        OR (c.scope = 'subject' AND c.scope_entity_id IN (SELECT party FROM parties))
        OR (c.scope = 'ctx' AND c.scope_entity_id IN (SELECT context_id FROM labels))
        OR c.scope = 'all')
), contexts AS MATERIALIZED (
    SELECT context_id AS id FROM labels WHERE context_id IS NOT NULL
    UNION SELECT grantee_id FROM consents WHERE to_context
    UNION SELECT p.id FROM grants g JOIN profiles_principal p ON p.id = g.grantee_id AND p.namespace = 'ctx'
), climbers AS MATERIALIZED (
    SELECT grantee_id AS id FROM grants UNION SELECT unnest(%(askers)s::bigint[])
), edges AS (
    SELECT m.member_id, m.collective_id FROM climbers JOIN profiles_membership m ON m.member_id = climbers.id
    JOIN profiles_principal p ON p.id = m.collective_id
    WHERE m.since <= %(now)s AND (m.until IS NULL OR m.until > %(now)s) AND p.active AND NOT p.held
      AND p.namespace IN ('group', 'org', 'role')
    UNION
    SELECT m.member_id, m.collective_id FROM edges
    JOIN profiles_membership m ON m.member_id = edges.collective_id
    JOIN profiles_principal p ON p.id = m.collective_id
    WHERE m.since <= %(now)s AND (m.until IS NULL OR m.until > %(now)s) AND p.active AND NOT p.held
      AND p.namespace IN ('group', 'org', 'role')
)
SELECT json_build_object(
    'labels', (SELECT json_agg(json_build_array(id, owner_id, source_id, source_attested, relayed, subjects,
                                                context_id, solo_memory_id, parents)) FROM labels),
    'grants', (SELECT json_agg(json_build_array(label_id, grantee_id, named, owner_agreed) ORDER BY id)
               FROM grants),
    'persons', (SELECT json_agg(json_build_array(party, person)) FROM persons),
    'custody', (SELECT json_agg(json_build_array(subject_id, custodian_id)) FROM custody),
    'consents', (SELECT json_agg(json_build_array(public_id, grantor_id, grantee_id, scope,
                    coalesce(scope_memory_id, scope_entity_id), status = 'denied', participants) ORDER BY id)
                 FROM consents),
    'contexts', (SELECT json_agg(json_build_array(contexts.id, x.default_grants,
                    (SELECT array_agg(p.principal_id) FROM consent_participant p
                     WHERE p.context_id = contexts.id)))
                 FROM contexts LEFT JOIN consent_context x ON x.principal_id = contexts.id),
    'edges', (SELECT json_agg(json_build_array(member_id, collective_id)) FROM edges),
    'unusable', (SELECT json_agg(p.id) FROM profiles_principal p
             WHERE (p.held OR (NOT p.active AND p.namespace IN ('group', 'org', 'role', 'ctx')))
               AND p.id IN (SELECT grantee_id FROM grants)),
    'trust', (SELECT json_agg(json_build_array(owner_id, accessor_id, context_id, base_trust::text,
                    strict_mode, require_validation, summary))
              FROM consent_trustrelationship t WHERE t.owner_id IN (SELECT owner_id FROM labels)
              AND t.accessor_id = ANY (%(entities)s)
              AND NOT EXISTS (SELECT FROM profiles_principal p WHERE p.id = t.accessor_id
                  AND (p.held OR (NOT p.active AND p.namespace IN ('group', 'org', 'role', 'ctx'))))),
    'names', (SELECT json_agg(json_build_array(p.id, p.entity_id)) FROM profiles_principal p
              WHERE p.id IN (SELECT unnest(ARRAY[owner_id, source_id]) FROM labels)),
    'parents', (SELECT json_agg(json_build_array(m.id, m.label_id)) FROM consent_memory m
                WHERE m.id IN (SELECT unnest(parents) FROM labels))
)
"""


def gather(labels: Collection[int], taken: Snapshot) -> Scene:
    """Return the scene for some labels (and those of their sources): what is live at that moment."""
    asking = taken.asking
    askers = [one for one in (asking.asker, asking.behalf, *asking.audience) if one is not None]
    seats = [one.session for one in askers if one.session]
    entities = {entity for one in askers for entity in one.entities}
    entities |= {place for seat in seats for place in (seat.context, seat.role) if place is not None}
    values = {
        "labels": list(labels),
        "now": taken.now,
        "askers": [one.id for one in askers],
        "entities": sorted(entities),
    }
    ((found,),) = ask(_SQL, values)
    by_id = _labels(found)
    return Scene(by_id, asking, _facts(found, by_id), taken.policy.rules, dict(found["names"] or ()))


def _labels(found: dict[str, Any]) -> dict[int, Label]:
    grants: dict[int, list[Grant]] = {}
    for label, grantee, named, owner_agreed in found["grants"] or ():
        grants.setdefault(label, []).append(Grant(grantee, named, owner_agreed))
    return {
        row[0]: Label(
            id=row[0],
            owner=row[1],
            source=row[2],
            source_attested=row[3],
            relayed=row[4],
            subjects=frozenset(row[5]),
            grants=tuple(grants.get(row[0], ())),
            context=row[6],
            solo=row[7],
            parents=tuple(row[8]),
        )
        for row in found["labels"] or ()
    }


def _facts(found: dict[str, Any], labels: dict[int, Label]) -> Facts:
    contexts = found["contexts"] or ()
    return Facts(
        persons=_sets(found["persons"]),
        custodians=_sets(found["custody"]),
        containers=above(found["edges"] or ()),
        consents=tuple(_consent(row) for row in found["consents"] or ()),
        participants={row[0]: frozenset(row[2] or ()) for row in contexts},
        default_grants={row[0]: frozenset(row[1] or ()) for row in contexts},
        unusable=frozenset(found["unusable"] or ()),
        relationships=tuple(_relationship(row) for row in found["trust"] or ()),
        parents={memory: labels[label] for memory, label in found["parents"] or ()},
    )


def above(edges: Iterable[Sequence[int]]) -> dict[int, frozenset[int]]:
    """Return by member every collective above it, of edges from member to collective; circles end."""
    steps, found = _sets(edges), {}
    for member, first in steps.items():
        reached: set[int] = set()
        fresh = set(first)
        while fresh:
            reached |= fresh
            fresh = {up for one in fresh for up in steps.get(one, ())} - reached
        found[member] = frozenset(reached)
    return found


def _sets(pairs: Iterable[Sequence[int]] | None) -> dict[int, frozenset[int]]:
    grown: dict[int, set[int]] = {}
    for key, value in pairs or ():
        grown.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in grown.items()}


def _consent(row: list[Any]) -> Consent:
    return Consent(
        id="con_" + row[0].replace("-", ""),
        grantor=row[1],
        grantee=row[2],
        scope=row[3],
        scope_id=row[4],
        denied=row[5],
        participants=frozenset(row[6]),
    )


def _relationship(row: list[Any]) -> Relationship:
    base = float(row[3]) if row[3] is not None else None
    return Relationship(row[0], row[1], row[2], base, strict=row[4], require_validation=row[5], reason=row[6])
