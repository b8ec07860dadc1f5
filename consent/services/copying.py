"""Linking what is written to what its writer was shown lately, where it says nearly the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Final
from uuid import UUID

from audit.queries.lately import Given as Delivered
from audit.queries.lately import delivered_lately, delivered_of
from consent.models import Memory
from consent.queries.likeness import alike
from consent.rules.disclosure import withheld_line
from consent.rules.tiers import Tier
from consent.rules.wording import Worded, passages
from consent.services.batches import as_json
from consent.services.deriving import below
from profiles.queries.prepared import ask
from profiles.types import Caller
from text.copies import FEWEST, Print, is_copy, may_be_copies, print_of, seen_in

# A memory by its public id, which no other memory ever has, whatever database a process has turned to.
Given = tuple[UUID, int, str]
# Another's memory as it read in the version delivered; an edit keeps what the text was before.
_WAS = """coalesce((
    SELECT v.fields->>'{0}' FROM consent_memoryversion v
    WHERE v.memory_id = m.id AND v.version >= g.version AND v.fields ? '{0}' ORDER BY v.version LIMIT 1
), m.{0})"""
_TEXTS = f"""
SELECT m.public_id, g.version, g.tier, m.kind,
    CASE WHEN g.tier = 'full' THEN {_WAS.format("content")} ELSE r.body END,
    CASE WHEN g.tier = 'full' THEN {_WAS.format("title")} ELSE r.title END
FROM json_to_recordset(%s::json) AS g(id uuid, version int, tier text, number smallint)
JOIN consent_memory m ON m.public_id = g.id
LEFT JOIN consent_rendering r ON r.memory_id = m.id AND r.tier = g.number AND r.version = g.version
"""
_OTHERS = "SELECT id, public_id FROM consent_memory WHERE id = ANY (%s) AND owner_id <> %s"
_FEW: Final = 4
Prints = tuple[Print, ...]


class _Prints:
    """The prints of what was delivered, by memory, version and tier: never text, and never a decision."""

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[Given, Prints](), Lock()
        self._size = 0

    def of(self, given: Sequence[Given]) -> dict[Given, Prints]:
        """Return the prints of each delivery whose text is still known."""
        with self._lock:
            found = {one: self._kept[one] for one in given if one in self._kept}
        missing = [one for one in given if one not in found]
        made = _read(missing) if missing else {}
        with self._lock:
            for one, its in made.items():
                if one not in self._kept:
                    self._kept[one] = its
                    self._size += _runs(its)
            while self._size > self._most:
                self._size -= _runs(self._kept.popitem(last=False)[1])
        return found | made


def _runs(prints: Prints) -> int:
    return sum(len(one.runs) for one in prints)


_PRINTS: Final = _Prints(most=400_000)


def copies_of(drafts: Sequence[Worded], *, by: Caller, now: datetime) -> dict[int, set[int]]:
    """Return by place the memories of others, delivered to the writer lately, that drafts nearly repeat.

    They are held by whoever writes, in one order with all else it holds (`deriving.hold`).
    What an owner repeats of its own is left to itself: its rules bind nobody else, and linking would have a
    note end with the one it replaces."""
    return _copies([passages(draft) for draft in drafts], by, now)


def copied_anew(memory: Memory, was: Worded, *, by: Caller, now: datetime) -> set[int]:
    """Return what an edit brings into a memory of what others showed its editor, and it did not say before.

    What was derived from the memory itself is none: that would come to be derived from what it is above."""
    before = passages(was)
    texts = [text for text in passages(memory) if text not in before]
    if not texts:
        return set()
    found = _copies([texts, before], by, now)
    return found.get(0, set()) - found.get(1, set()) - below(memory.pk)


def _copies(texts: Sequence[Sequence[str]], by: Caller, now: datetime) -> dict[int, set[int]]:
    given = _given(texts, by, now)
    if not given:
        return {}
    others = dict(ask(_OTHERS, [[memory for memory, *_ in given], by.acting_id]))
    prints = _PRINTS.of([(others[one], *how) for one, *how in given if one in others])
    if not prints:
        return {}
    found = _matches([list(map(print_of, one)) for one in texts], prints)
    names = {public: memory for memory, public in others.items()}
    return {place: {names[public] for public in near} for place, near in found.items()}


def _given(texts: Sequence[Sequence[str]], by: Caller, now: datetime) -> list[Delivered]:
    """Return what the writer was shown lately: all where it is little, else also what is like its texts.

    So asking for much else in between does not make a copy unlike what it is of."""
    lately = delivered_lately(by.principal_id, now)
    if not lately.more:
        return lately.given
    like = alike((text for one in texts for text in one), by.acting_id)
    return list({*lately.given, *delivered_of(like, by.principal_id, now)} if like else lately.given)


def _matches(drafts: Sequence[Sequence[Print]], prints: dict[Given, Prints]) -> dict[int, set[UUID]]:
    each = [(given[0], one) for given, its in prints.items() for one in its]
    seen = seen_in(one for _, one in each) if len(drafts) > _FEW else None
    found: dict[int, set[UUID]] = {}
    for place, texts in enumerate(drafts):
        worth = [one for one in texts if seen is None or may_be_copies(one, seen)]
        near = {public for public, its in each for one in worth if is_copy(one, its)}
        if near:
            found[place] = near
    return found


def _read(given: Sequence[Given]) -> dict[Given, Prints]:
    rows: list[dict[str, Any]] = [
        {"id": str(memory), "version": version, "tier": tier, "number": int(Tier[tier.upper()])}
        for memory, version, tier in given
    ]
    return {
        (memory, version, tier): tuple(_prints(kind, text, title))
        for memory, version, tier, kind, text, title in ask(_TEXTS, [as_json(rows)])
    }


def _prints(kind: str, text: str | None, title: str | None) -> Iterator[Print]:
    """Yield what is compared of a delivery; titles only where they say as much as a sentence does.

    Short ones are alike where nobody copied: "Notes of the meeting"."""
    if text and text != withheld_line(kind):
        yield print_of(text)
    named = print_of(title) if title else None
    if named is not None and len(named.runs) >= FEWEST:
        yield named
