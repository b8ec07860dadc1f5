"""Who sees what about a subject now: each accessor, how many memories at which tier, through what.

Whoever sees only what everyone sees, and as much of it, is in the row of `*` and not named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from django.db import connection
from django.db.models import QuerySet

from consent.models import Label as LabelRow
from consent.queries.acquainted import acquainted
from consent.queries.asking import Snapshot
from consent.queries.consent_parties import speaks_for
from consent.queries.facts import gather
from consent.queries.judging import Kind, judged
from consent.queries.might_see import might_see
from consent.queries.onlookers import Eyes, alike, entities
from consent.queries.showing import Ruled
from consent.queries.standing import concerning
from consent.queries.telling import as_told, opening
from consent.rules.tiers import Tier
from consent.types import Asker, Asking, Scene
from memory_admin.http.cursor import Paging
from profiles.queries.principals import entity_ids
from profiles.queries.reach import reach
from profiles.types import EVERYONE, EVERYONE_ID, Caller

# So many are judged together, over so many labels gathered together.
_PEOPLE, _LABELS = 100, 500
# Ceilings of one tier are served alike, so that the lowest of them stands for all.
_HELD = """
SELECT label_id, min(ceiling), count(*) FROM consent_memory
WHERE label_id = ANY (%s) AND state = 'active' AND (valid_until IS NULL OR valid_until > %s)
GROUP BY label_id, consent_tier(ceiling)
"""
Held = dict[Kind, int]
Seen = dict[Kind, Ruled]
# What opened something: the grants a viewer is told of, none for owning it.
Way = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class About:
    """Whose memories about whom (None for anybody's), and which page of those who see them."""

    paging: Paging
    subject: int
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Accessor:
    """One who sees memories about the subject: how many, as much as what, through what; highest first."""

    number: int
    name: str
    memories: int
    tiers: tuple[tuple[str, int], ...]
    ways: tuple[tuple[tuple[str, ...], int], ...]


def accessors(about: About, taken: Snapshot, *, by: Caller) -> list[Accessor]:
    """Return a page of those who see something, one more than fits, nearest first: `*`, then by age."""
    told = concerning(by, taken.now)
    held = _held(about, told, taken.now)
    if not held:
        return []
    known = None if told is None else acquainted(None, told, by=by, now=taken.now)
    who = might_see({label for label, _ in held}, taken, known)
    found = _seeing(_beyond(who, about.paging), held, taken, by)
    return _named(list(islice(found, about.paging.limit + 1)), held, taken.now, by)


def _held(about: About, told: QuerySet[LabelRow] | None, now: datetime) -> Held:
    """Return how many memories in use there are about the subject, by label and tier of their ceiling."""
    labels = (LabelRow.objects.all() if told is None else told).filter(subjects__contains=[about.subject])
    labels = labels if about.owner is None else labels.filter(owner=about.owner)
    with connection.cursor() as cursor:
        cursor.execute(_HELD, [list(labels.values_list("pk", flat=True)), now])
        return {(label, ceiling): count for label, ceiling, count in cursor.fetchall()}


def _beyond(who: Sequence[int], paging: Paging) -> list[int]:
    found = list(reversed(who)) if paging.backward else list(who)
    if paging.position is None:
        return found
    last = paging.position.values[0]
    return [one for one in found if (one < last if paging.backward else one > last)]


def _seeing(who: Sequence[int], held: Held, taken: Snapshot, by: Caller) -> Iterator[tuple[int, Seen]]:
    """Yield who sees something that not everyone sees, or more of it, and what."""
    for place in range(0, len(who), _PEOPLE):
        some = who[place : place + _PEOPLE]
        found = _looked(some, held, taken, by)
        for one in some:
            seen = found[one]
            if seen and (one == EVERYONE_ID or _tiers(seen) != _tiers(found[EVERYONE_ID]) or _apart(seen)):
                yield one, seen


def _tiers(seen: Seen) -> dict[Kind, int]:
    return {kind: ruled.tier for kind, ruled in seen.items()}


def _apart(seen: Seen) -> bool:
    return any(ruled.ruling.owner or ruled.ruling.why.grantee != EVERYONE_ID for ruled in seen.values())


def _looked(who: Sequence[int], held: Held, taken: Snapshot, by: Caller) -> dict[int, Seen]:
    """Return for each of them, and for everyone, what is seen; those nothing tells apart are judged once."""
    answers = reach({*who, EVERYONE_ID}, taken.now)
    eyes = [_eyes(one, answers[one]) for one in answers]
    scenes = list(_scenes({label for label, _ in held}, eyes, taken, by))
    found: dict[int, Seen] = {}
    for some in alike(eyes, scenes):
        seen = {kind: ruled for scene in scenes for kind, ruled in _judged(some, held, scene).items()}
        found |= dict.fromkeys(some.principals, seen)
    return found


def _eyes(one: int, answers: Collection[int]) -> Eyes:
    asking = Asking(Asker(one, frozenset(answers)))
    return Eyes((one,), asking, asking)


def _scenes(labels: Collection[int], eyes: Sequence[Eyes], taken: Snapshot, by: Caller) -> Iterator[Scene]:
    every = replace(taken, asking=Asking(Asker(EVERYONE_ID, entities(eyes))))
    ordered = sorted(labels)
    for place in range(0, len(ordered), _LABELS):
        scene = gather(ordered[place : place + _LABELS], every)
        yield scene if by.oversees else as_told(scene)


def _judged(eyes: Eyes, held: Held, scene: Scene) -> Seen:
    asker = eyes.before.asker
    reached = {
        key
        for key, label in scene.labels.items()
        if label.owner == asker.id or any(grant.grantee in asker.entities for grant in label.grants)
    }
    return judged((kind for kind in held if kind[0] in reached), replace(scene, asking=eyes.before))


def _named(found: Sequence[tuple[int, Seen]], held: Held, now: datetime, by: Caller) -> list[Accessor]:
    mine = frozenset() if by.oversees else speaks_for(by.acting_id, now)
    ways = [_ways(one, seen, held, (by, mine)) for one, seen in found]
    ids = {one for one, _ in found} | {one for counts in ways for way in counts for one in way}
    names = entity_ids(ids - {EVERYONE_ID}) | {EVERYONE_ID: EVERYONE}
    return [
        Accessor(
            number=one,
            name=names[one],
            memories=sum(held[kind] for kind in seen),
            tiers=_by_tier(seen, held),
            ways=tuple((tuple(names[step] for step in way), count) for way, count in counts.most_common()),
        )
        for (one, seen), counts in zip(found, ways, strict=True)
    ]


def _ways(one: int, seen: Seen, held: Held, told: tuple[Caller, Collection[int]]) -> Counter[Way]:
    counts: Counter[Way] = Counter()
    for kind, ruled in seen.items():
        counts[opening(ruled, one, *told)] += held[kind]
    return counts


def _by_tier(seen: Seen, held: Held) -> tuple[tuple[str, int], ...]:
    counts: Counter[int] = Counter()
    for kind, ruled in seen.items():
        counts[ruled.tier] += held[kind]
    return tuple((Tier(tier).word, counts[tier]) for tier in sorted(counts, reverse=True))
