"""What an asker answers to, without a session: itself, its collectives, everyone; read in one statement."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from profiles.queries.prepared import ask
from profiles.types import EVERYONE_ID

# UNION, not UNION ALL: a cycle that slipped past the services adds nothing new and ends. OFFSET 0 and the
# inner SELECT keep the planner on one path: from who asks, by index, never from the collectives' members.
_LIVE = "m.since <= %(now)s AND (m.until IS NULL OR m.until > %(now)s)"
_IN_FORCE = """(
    SELECT p.active AND NOT p.held AND p.namespace IN ('group', 'org', 'role')
    FROM profiles_principal p WHERE p.id = {0})"""
_UP = f"""
WITH RECURSIVE up(seed, id) AS (
    SELECT seed, seed FROM unnest(%(ids)s::bigint[]) AS seed
    UNION
    SELECT up.seed, above.id FROM up CROSS JOIN LATERAL (
        SELECT m.collective_id AS id FROM profiles_membership m
        WHERE m.member_id = up.id AND {_LIVE} AND {_IN_FORCE.format("m.collective_id")} OFFSET 0) AS above
)
SELECT seed, array_agg(id ORDER BY id) FROM up GROUP BY seed
"""
# A duplicate that was merged is another name of its survivor: what was granted to it counts.
_REACH = _UP.replace(
    "FROM up GROUP BY seed",
    """FROM (
    SELECT seed, id FROM up
    UNION SELECT merged_into_id, id FROM profiles_principal WHERE merged_into_id = ANY(%(ids)s)
) AS names GROUP BY seed""",
)
_DOWN = f"""
WITH RECURSIVE down(seed, id) AS (
    SELECT seed, seed FROM unnest(%(ids)s::bigint[]) AS seed
    UNION
    SELECT down.seed, below.id FROM down CROSS JOIN LATERAL (
        SELECT m.member_id AS id FROM profiles_membership m
        WHERE m.collective_id = down.id AND {_LIVE} AND {_IN_FORCE.format("down.id")} OFFSET 0) AS below
)
SELECT seed, array_agg(id ORDER BY id) FROM down WHERE id <> seed GROUP BY seed
"""
# A collective answers for nobody, however it came to be named a custodian.
_CUSTODIANS = """
SELECT c.subject_id, array_agg(DISTINCT c.custodian_id ORDER BY c.custodian_id) FROM profiles_custodian c
JOIN profiles_principal p ON p.id = c.custodian_id AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
WHERE c.subject_id = ANY(%(ids)s) AND c.since <= %(now)s AND (c.until IS NULL OR c.until > %(now)s)
GROUP BY c.subject_id
"""

Found = dict[int, tuple[int, ...]]


def reach(ids: Collection[int], now: datetime) -> Found:
    """Return for each principal id the ids it answers to: itself, its live collectives, everyone (0)."""
    found = _ask(_REACH, ids, now)
    return {one: tuple(sorted({one, EVERYONE_ID, *found.get(one, ())})) for one in ids}


def containers(ids: Collection[int], now: datetime) -> Found:
    """Return for each principal id the collectives that contain it, transitively, itself left out."""
    found = _ask(_UP, ids, now)
    return {one: tuple(up for up in found.get(one, ()) if up != one) for one in ids}


def members(ids: Collection[int], now: datetime) -> Found:
    """Return for each collective id its live members, transitively; a held or inactive one has none."""
    found = _ask(_DOWN, ids, now)
    return {one: found.get(one, ()) for one in ids}


def custodians(ids: Collection[int], now: datetime) -> Found:
    """Return for each principal id its live custodians, who are individuals; not transitive."""
    found = _ask(_CUSTODIANS, ids, now)
    return {one: found.get(one, ()) for one in ids}


def _ask(sql: str, ids: Collection[int], now: datetime) -> Found:
    if not ids:
        return {}
    return {one: tuple(others) for one, others in ask(sql, {"ids": sorted(set(ids)), "now": now})}
