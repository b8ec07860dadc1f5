"""Reading by id, by page and by search: the stages of recall without a prompt to build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from audit import actions
from consent.models import Memory, MemoryVersion
from consent.queries.asking import snapshot, under_row_security
from consent.queries.reading import Place, one, own_row, page
from consent.queries.retrieving import retrieve
from consent.queries.search import Filters
from consent.queries.showing import Shown, show
from consent.recall import identify, sought
from consent.services.delivering import delivered, record, report_tripped
from consent.types import Item, Where
from memory_admin.http.problem import not_found
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Read:
    """One memory as the caller may see it, with the whole row where it is the owner."""

    item: Item
    own: Memory | None


@dataclass(frozen=True, slots=True)
class Page:
    """Which memories are listed: what narrows them, where the page begins, how many, from which end."""

    filters: Filters
    place: Place | None = None
    limit: int = 50
    turned: bool = False


def read(public_id: str, where: Where, *, by: Caller, now: datetime) -> Read:
    """Return one memory; 404 alike for absent and forbidden."""
    with snapshot(identify(by, where), now=now) as taken:
        candidate = one(public_id, taken)
        shown = show([candidate], taken) if candidate else Shown((), ())
        if candidate and shown.items:
            own = own_row(candidate)
            record(actions.MEMORY_READ, [delivered(shown.items[0])], taken, by=by)
    report_tripped(shown, by=by, now=now)
    if not shown.items:
        raise not_found()
    return Read(shown.items[0], own)


def require_read(public_id: str, where: Where, *, by: Caller, now: datetime) -> None:
    """Raise 404 where a session is needed or named and the caller reads no memory of its own there.

    An edit gives back the whole of what it changes, so nobody edits what it may not read."""
    if not by.context_required and where == Where():
        return
    with snapshot(identify(by, where), now=now) as taken:
        candidate = one(public_id, taken)
        if candidate is None or candidate.owner != by.acting_id:
            raise not_found()


def read_page(wanted: Page, where: Where, *, by: Caller, now: datetime) -> list[tuple[Item, Place]]:
    """Return one page, nearest first, with one item more than `limit` where there is a next."""
    with snapshot(identify(by, where), now=now) as taken:
        rows = page(wanted.filters, wanted.place, taken, limit=wanted.limit + 1, turned=wanted.turned)
        shown = show([candidate for candidate, _ in rows], taken)
        places = {candidate.memory: beside for candidate, beside in rows}
        items = [delivered(item) for item in shown.items[: wanted.limit]]
        record(actions.MEMORY_LIST, items, taken, by=by)
    report_tripped(shown, by=by, now=now)
    return [(item, places[item.memory]) for item in shown.items]


def read_search(query: str, wanted: Page, where: Where, *, by: Caller, now: datetime) -> Sequence[Item]:
    """Return the best matches, best first; 400 for a query without a word."""
    question = identify(by, where)
    asked, _ = sought(query)
    with snapshot(question, now=now) as taken:
        shown = show(retrieve(query, asked, wanted.filters, taken, limit=wanted.limit), taken)
        items = [delivered(item) for item in shown.items]
        record(actions.MEMORY_SEARCH, items, taken, by=by, query=query)
    report_tripped(shown, by=by, now=now)
    return shown.items


def read_versions(public_id: str, *, by: Caller, now: datetime) -> list[MemoryVersion]:
    """Return what a memory of the caller's own said before, newest first; 404 for anyone else."""
    with snapshot(identify(by, Where()), now=now) as taken:
        candidate = one(public_id, taken)
        if candidate is None or candidate.owner != by.acting_id:
            raise not_found()
        with under_row_security([candidate.label]):
            rows = list(MemoryVersion.objects.filter(memory_id=candidate.memory).order_by("-version"))
        shown = show([candidate], taken)
        record(actions.MEMORY_VERSIONS, [delivered(item) for item in shown.items], taken, by=by)
    return rows
