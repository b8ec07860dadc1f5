"""Memories that leave as a file, a page at a time: each page is decided, read and recorded by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.db.models import Case, Q, QuerySet, Value, When

from audit import actions
from audit.types import DeliveredItem
from consent.models import Consent, Label, Memory
from consent.moving.own_lines import Known, consent_line, entities_in, line_of
from consent.moving.tables import row
from consent.queries.asking import Snapshot, snapshot, under_row_security
from consent.queries.reading import Place, page
from consent.queries.search import Filters
from consent.queries.showing import show
from consent.recall import identify
from consent.rules.formats import mem0, own, table
from consent.rules.tiers import Tier
from consent.services.delivering import delivered, record, report_tripped
from consent.types import Item, Where
from memory_admin.http.json import render
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids
from profiles.types import Caller

PAGE: Final = 200
_ANYWHERE: Final = Where()
_EVERY: Final = Q()


def nowhere(held: Iterable[Held]) -> None:
    """Keep nothing of what is written: it leaves at once."""


Clock = Callable[[], datetime]
# A memory that was written down, as its number, the tier it was shown at and its version.
Held = tuple[int, int, int]
Keep = Callable[[Iterable[Held]], object]
_After = tuple[datetime, int, UUID]
_Place = tuple[int, int, datetime, int, UUID]


def own_lines(*, by: Caller, clock: Clock, whole: str = "", keep: Keep = nowhere) -> Iterator[bytes]:
    """Return the lines of our own format, oldest memory first; `whole` is the reason for a faithful copy.

    Without it the caller gets what it may know of its own stack: not who agreed to or refused what."""
    yield _line(own.header(by.acting, whole=bool(whole)))
    for memories, known in pages(by=by, clock=clock, whole=whole, keep=keep):
        yield from (_line(line_of(one, known)) for one in memories)
    if whole:
        yield from map(_line, _consents_around(by.acting_id))


def mem0_lines(*, by: Caller, clock: Clock, keep: Keep = nowhere) -> Iterator[bytes]:
    """Return the caller's own stack as mem0's `get_all` writes one."""
    yield b'{"results": ['
    between = b"\n"
    for memories, known in pages(by=by, clock=clock, keep=keep):
        for one in memories:
            yield between + render(mem0.record_of(line_of(one, known)))
            between = b",\n"
    yield b"\n]}\n"


def csv_lines(
    filters: Filters, *, by: Caller, clock: Clock, where: Where = _ANYWHERE, keep: Keep = nowhere
) -> Iterator[bytes]:
    """Return what the caller may see, its own and others', each at its tier, as a table; newest first."""
    yield row(table.COLUMNS, {name: name for name in table.COLUMNS})
    place: Place | None = None
    while True:
        with snapshot(identify(by, where), now=clock()) as taken:
            found = page(filters, place, taken, limit=PAGE)
            shown = show([candidate for candidate, _ in found], taken)
            record(actions.MEMORY_EXPORT, [delivered(item) for item in shown.items], taken, by=by)
        report_tripped(shown, by=by, now=clock())
        keep((item.memory, item.tier, item.version) for item in shown.items)
        yield from (row(table.COLUMNS, _cells(item)) for item in shown.items)
        if len(found) < PAGE:
            return
        place = found[-1][1]


def _cells(item: Item) -> dict[str, Any]:
    same = ("owner", "kind", "state", "title", "tags", "date", "provenance", "source")
    where = {"city": "city", "region": "state", "country": "country"}
    return {
        **{name: getattr(item, name) for name in same},
        "id": item.public_id,
        "tier": Tier(item.tier).word,
        "content": item.body,
        "epistemic_status": item.epistemic,
        "trust": item.trust.value,
        **{column: item.location.get(field) for column, field in where.items()},
    }


def _line(fields: dict[str, Any]) -> bytes:
    return render(fields) + b"\n"


def pages(
    *, by: Caller, clock: Clock, whole: str = "", keep: Keep = nowhere, which: Q = _EVERY
) -> Iterator[tuple[Sequence[Memory], Known]]:
    """Return the caller's own memories, oldest first, of every state unless `which` says of which.

    Raises 403 for who acts for another."""
    if by.behalf_id is not None or (whole and by.door != "cli"):
        raise Problem(403, "forbidden", "Only a stack's owner, or its machine's administrator, takes it out.")
    after: _After | None = None
    while True:
        with snapshot(identify(by, Where()), now=clock()) as taken:
            found = _places(which & Q(owner_id=by.acting_id), after)
            memories = _read([place[:2] for place in found], whole=bool(whole))
            known = Known(memories, whole=bool(whole))
            _record(memories, taken, by, whole)
        keep((one.pk, int(Tier.FULL), one.version) for one in memories)
        yield memories, known
        if len(found) < PAGE:
            return
        after = found[-1][2:]


def _places(which: Q, after: _After | None) -> list[_Place]:
    """Return a page, oldest first; of one moment those that are made of others come last."""
    rows = in_order(Memory.objects.filter(which).exclude(state="erased"))
    if after is not None:
        at, derived, beside = after
        later = Q(created_at__gt=at) | Q(created_at=at, derived__gt=derived)
        rows = rows.filter(created_at__gte=at)
        rows = rows.filter(later | Q(created_at=at, derived=derived, public_id__gt=beside))
    return list(rows.values_list("pk", "label_id", "created_at", "derived", "public_id")[:PAGE])


def in_order(rows: QuerySet[Memory]) -> QuerySet[Any]:
    """Return memories oldest first, and of one moment those that are made of others last."""
    derived = Case(When(label__parents__len=0, then=Value(0)), default=Value(1))
    return rows.annotate(derived=derived).order_by("created_at", "derived", "public_id")


def _read(places: Sequence[tuple[int, int]], *, whole: bool) -> list[Memory]:
    """Return the memories in order; under row security what the owner itself may not read stays behind."""
    numbers, labels = [number for number, _ in places], {label for _, label in places}
    with nullcontext() if whole else under_row_security(labels):
        rows = sorted(Memory.objects.filter(pk__in=numbers), key=lambda one: numbers.index(one.pk))
    by_label = Label.objects.in_bulk(labels)
    for one in rows:
        one.label = by_label[one.label_id]
    return rows


def _record(memories: Sequence[Memory], taken: Snapshot, by: Caller, whole: str) -> None:
    record(actions.MEMORY_EXPORT, in_full(memories), taken, by=by, reason=whole, whole=bool(whole))


def in_full(memories: Sequence[Memory]) -> list[DeliveredItem]:
    """Return the record of memories that leave as they are."""
    return [
        DeliveredItem(memory_id=one.pk, memory_version=one.version, tier="full", provenance=one.provenance)
        for one in memories
    ]


def _consents_around(owner: int) -> Iterator[dict[str, Any]]:
    """Return the consents that are about no single memory: the owner's own, and those of its subjects."""
    labels = (
        Memory.objects.filter(owner_id=owner).values_list("label__subjects", "label__context_id").distinct()
    )
    about, contexts = set[int](), set[int]()
    for subjects, context in labels.iterator():
        about |= set(subjects)
        contexts |= {context} if context else set()
    near = Q(grantor_id=owner) | Q(scope="subject", scope_entity__in=about)
    near |= Q(scope="ctx", scope_entity__in=contexts) | Q(scope="all", grantor_id__in=about)
    rows = list(Consent.objects.exclude(scope="memory").filter(near).order_by("created_at", "public_id"))
    names = entity_ids(set(chain.from_iterable(map(entities_in, rows))))
    return ({"type": "consent", **consent_line(row, names)} for row in rows)
