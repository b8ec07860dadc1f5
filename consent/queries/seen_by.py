"""What somebody sees now: every memory, how much of it and what opened it, as far as the viewer may be told.

Never what a memory says. Staff is told of all; anyone else of its own memories and of those about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import F, Q, QuerySet

from consent.models import Label as LabelRow
from consent.models import LabelGrant, Memory
from consent.queries.acquainted import acquainted
from consent.queries.asking import Snapshot
from consent.queries.consent_parties import speaks_for
from consent.queries.facts import gather
from consent.queries.judging import judged
from consent.queries.showing import Ruled
from consent.queries.standing import concerning
from consent.queries.telling import as_told, opening
from consent.queries.visibility import those_in_use
from consent.rules.tiers import Tier
from memory_admin.http.cursor import Paging
from profiles.queries.principals import entity_ids
from profiles.types import EVERYONE, EVERYONE_ID, Caller

# More labels than this are left to the database to look through.
_FEW_LABELS = 1000
_FEW_ROWS = 20_000
_LONGEST_STRETCH = 5000
# Only these columns are read: text that was not fetched cannot be shown by mistake.
_COLUMNS = ("id", "public_id", "owner_id", "label_id", "kind", "ceiling", "created_at")
Seen = tuple[Memory, Ruled]
Judge = Callable[[Sequence[Memory]], list[Seen]]


@dataclass(frozen=True, slots=True)
class Looked:
    """Which of the memories somebody sees: whose, about whom (None for any), and which page of them."""

    paging: Paging
    owner: int | None = None
    subject: int | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """One memory that somebody sees; `tier` is empty where the viewer may not be told."""

    number: int
    id: str
    kind: str
    owner: str
    subjects: tuple[str, ...]
    tier: str
    owned: bool
    through: tuple[str, ...]
    path: tuple[str, ...]
    consents: tuple[str, ...]
    written: datetime


@dataclass(frozen=True, slots=True)
class _Teller:
    """Who is told of whom, for whom it answers besides itself, and whether of how much is seen."""

    by: Caller
    asker: int
    mine: frozenset[int]
    tiers: bool


def sights(looked: Looked, taken: Snapshot, *, by: Caller) -> list[Sight]:
    """Return a page of what the asking sees, one more than fits, nearest first, the newest first forward."""
    told = concerning(by, taken.now)
    labels = _reached(looked, taken, told)
    rows = _found(looked, labels, taken.now, partial(_judge, taken=taken, by=by))
    return _named(rows, _teller(taken, told, by))


def _reached(looked: Looked, taken: Snapshot, told: QuerySet[LabelRow] | None) -> QuerySet[LabelRow]:
    """Return the labels that the asking owns or that a grant opens to something it answers to."""
    asker = taken.asking.asker
    grants = LabelGrant.objects.filter(grantee__in=sorted(asker.everything))
    rows = (LabelRow.objects.all() if told is None else told).filter(
        Q(owner=asker.id) | Q(pk__in=grants.values("label"))
    )
    rows = rows if looked.owner is None else rows.filter(owner=looked.owner)
    return rows if looked.subject is None else rows.filter(subjects__contains=[looked.subject])


def _found(looked: Looked, labels: QuerySet[LabelRow], now: datetime, judge: Judge) -> list[Seen]:
    """Return the memories of the page that may be seen; what a label was refused is not met again."""
    page, found, refused = looked.paging, list[Seen](), set[int]()
    rows = _in_order(labels, now, backward=page.backward)
    last, stretch = page.position.values[0] if page.position else None, 2 * page.limit
    while True:
        beyond = Q() if last is None else Q(**{"pk__gt" if page.backward else "pk__lt": last})
        met = list(rows.filter(beyond).exclude(label__in=refused)[:stretch])
        seen = judge(met)
        found += seen
        if len(found) > page.limit or len(met) < stretch:
            return found[: page.limit + 1]
        refused |= {row.label_id for row in met} - {row.label_id for row, _ in seen}
        last, stretch = met[-1].pk, min(2 * stretch, _LONGEST_STRETCH)


def _in_order(labels: QuerySet[LabelRow], now: datetime, *, backward: bool) -> QuerySet[Memory]:
    """Return the memories in use of some labels in order of id.

    Few are sorted: met by their key, everybody else's would be passed on the way to them."""
    few = list(labels.values_list("pk", flat=True)[: _FEW_LABELS + 1])
    within = Q(label__in=few) if len(few) <= _FEW_LABELS else Q(label__in=labels.values("pk"))
    few_rows = Memory.objects.filter(within)[: _FEW_ROWS + 1].count() <= _FEW_ROWS
    place = F("pk") + 0 if few_rows else F("pk")
    rows = Memory.objects.only(*_COLUMNS).filter(those_in_use(now), within)
    return rows.order_by(place.asc() if backward else place.desc())


def _judge(met: Sequence[Memory], taken: Snapshot, by: Caller) -> list[Seen]:
    if not met:
        return []
    scene = gather({row.label_id for row in met}, taken)
    found = judged(((row.label_id, row.ceiling) for row in met), scene if by.oversees else as_told(scene))
    kinds = [(row, (row.label_id, row.ceiling)) for row in met]
    return [(row, found[kind]) for row, kind in kinds if kind in found]


def _teller(taken: Snapshot, told: QuerySet[LabelRow] | None, by: Caller) -> _Teller:
    asker = taken.asking.asker.id
    if told is None:
        return _Teller(by, asker, frozenset(), tiers=True)
    known = acquainted(None, told, by=by, now=taken.now)
    tiers = asker in known.people | known.closed or asker == EVERYONE_ID
    return _Teller(by, asker, speaks_for(by.acting_id, taken.now), tiers)


def _named(found: Sequence[Seen], teller: _Teller) -> list[Sight]:
    ids = {one for _, ruled in found for one in _everyone(ruled)}
    names = entity_ids(ids - {EVERYONE_ID}) | {EVERYONE_ID: EVERYONE}
    return [_sight(row, ruled, teller, names) for row, ruled in found]


def _everyone(ruled: Ruled) -> Iterator[int]:
    yield from (ruled.label.owner, *ruled.label.subjects, *ruled.ruling.why.via)
    yield from (grant.grantee for grant in ruled.ruling.grants)


def _sight(row: Memory, ruled: Ruled, teller: _Teller, names: Mapping[int, str]) -> Sight:
    return Sight(
        number=row.pk,
        id=f"mem_{row.public_id.hex}",
        kind=row.kind,
        owner=names[ruled.label.owner],
        subjects=tuple(sorted(names[one] for one in ruled.label.subjects)),
        tier=Tier(ruled.tier).word if teller.tiers else "",
        owned=ruled.ruling.owner,
        written=row.created_at,
        **_reason(ruled, teller, names),
    )


def _reason(ruled: Ruled, teller: _Teller, names: Mapping[int, str]) -> dict[str, tuple[str, ...]]:
    why, whole = ruled.ruling.why, teller.by.oversees
    return {
        "through": tuple(names[one] for one in opening(ruled, teller.asker, teller.by, teller.mine)),
        "path": tuple(names[step] for step in why.via) if whole else (),
        "consents": why.consents if whole else (),
    }
