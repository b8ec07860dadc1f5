"""The names by which protected entities are found in text: exact at every moment, in every process.

An entity with a live custodian is protected: content that names it gets it as a subject.
The matcher is kept in the process together with the version it was built from; a trigger gives the version
a new value in the very transaction that changes a name, an alias or a custodian.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from text.names import NameMatcher

# Whoever is protected, under their own names and those of the duplicates merged into them.
_PROTECTED = """
WITH guarded AS (
    SELECT DISTINCT subject_id AS id FROM profiles_custodian
    WHERE since <= %(now)s AND (until IS NULL OR until > %(now)s)
), bearers AS (
    SELECT p.id AS bearer, coalesce(p.merged_into_id, p.id) AS meant, p.name FROM profiles_principal p
    WHERE coalesce(p.merged_into_id, p.id) IN (
        SELECT g.id FROM guarded g JOIN profiles_principal q ON q.id = g.id WHERE q.merged_into_id IS NULL)
)
SELECT name, meant FROM bearers
UNION SELECT a.text, meant FROM bearers JOIN profiles_alias a
    ON a.principal_id = bearer AND a.approved_at IS NOT NULL
"""
_SPELLINGS = """
SELECT coalesce(p.merged_into_id, p.id) AS meant, p.name FROM profiles_principal p
WHERE p.id = ANY(%(ids)s) OR p.merged_into_id = ANY(%(ids)s)
UNION SELECT coalesce(p.merged_into_id, p.id), a.text FROM profiles_alias a
JOIN profiles_principal p ON p.id = a.principal_id
WHERE a.approved_at IS NOT NULL AND (p.id = ANY(%(ids)s) OR p.merged_into_id = ANY(%(ids)s))
"""
# When the clock alone changes the answer next: a custody that begins or ends later.
_NEXT_CHANGE = """
SELECT min(least(CASE WHEN since > %(now)s THEN since END, CASE WHEN until > %(now)s THEN until END)),
       (SELECT version::text FROM profiles_namesversion)
FROM profiles_custodian WHERE since > %(now)s OR until > %(now)s
"""


@dataclass(frozen=True, slots=True)
class _Built:
    version: str
    since: datetime
    before: datetime | None
    matcher: NameMatcher

    def holds(self, version: str, now: datetime) -> bool:
        """Tell whether this is still right at a moment: same version, no custody begun or ended since."""
        return self.version == version and self.since <= now and (self.before is None or now < self.before)


_built: list[_Built] = []


def protected_names(now: datetime) -> NameMatcher:
    """Return the matcher of all protected entities' names, giving principal ids."""
    version = _rows("SELECT version::text FROM profiles_namesversion", {})[0][0]
    # The list is read once: another thread may put its own, of another moment, in its place meanwhile.
    kept = next(iter(_built), None)
    if kept is None or not kept.holds(version, now):
        kept = _build(now)
        _built[:] = [kept]
    return kept.matcher


def spellings(ids: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Return for each principal id the names it goes by: its id's name and its approved aliases."""
    found: dict[int, set[str]] = {one: set() for one in ids}
    for meant, name in _rows(_SPELLINGS, {"ids": list(ids)}) if ids else ():
        found.setdefault(meant, set()).add(name)
    return {one: tuple(sorted(names)) for one, names in found.items()}


def _build(now: datetime) -> _Built:
    # The version first: names that change in between are then rebuilt, never kept under a newer version.
    (before, version), *_ = _rows(_NEXT_CHANGE, {"now": now})
    meant: dict[str, list[int]] = {}
    for name, one in _rows(_PROTECTED, {"now": now}):
        meant.setdefault(name, []).append(one)
    return _Built(version, now, before, NameMatcher(meant))


def _rows(sql: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
