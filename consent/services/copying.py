"""Linking what is written to what its writer was shown lately, where it says nearly the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from datetime import datetime
from heapq import nsmallest
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
from text.copies import FEWEST, Copies, Print, print_of

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
# Texts looked through at once, and with how many memories each is compared: those that hold the most of its
# groups of words, and as many of the oldest, which nobody can push aside by writing more that hold them.
_AT_ONCE: Final = 20
_LIKEST: Final = 50
_OLDEST: Final = 50
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
    lately = delivered_lately(by.principal_id, now)
    if not lately.more:
        return _matches(texts, lately.given, by)
    found: dict[int, set[int]] = {}
    for first in range(0, len(texts), _AT_ONCE):
        some = texts[first : first + _AT_ONCE]
        given = list({*lately.given, *_likest(some, by, now)})
        found |= {first + place: near for place, near in _matches(some, given, by).items()}
    return found


def _likest(texts: Sequence[Sequence[str]], by: Caller, now: datetime) -> list[Delivered]:
    """Return what is likest to texts of all that was ever shown to the writer in those days.

    So asking for much else in between does not make a copy unlike what it is of, and having been shown much
    does not make writing slow."""
    like = alike(texts, by.acting_id)
    found = {one for near in like.values() for one in near}
    shown = delivered_of(found, by.principal_id, now) if found else []
    known = {memory for memory, *_ in shown}
    chosen = {one for near in like.values() for one in _chosen([one for one in near if one in known])}
    return [one for one in shown if one[0] in chosen]


def _chosen(near: Sequence[int]) -> list[int]:
    """Return of memories, the likest first, those that are worth comparing."""
    return [*near[:_LIKEST], *nsmallest(_OLDEST, near)]


def _matches(texts: Sequence[Sequence[str]], given: Sequence[Delivered], by: Caller) -> dict[int, set[int]]:
    """Return by place which of the memories delivered the texts nearly repeat."""
    others = dict(ask(_OTHERS, [[memory for memory, *_ in given], by.acting_id])) if given else {}
    prints = _PRINTS.of([(others[one], *how) for one, *how in given if one in others])
    if not prints:
        return {}
    names = {public: memory for memory, public in others.items()}
    copies = Copies([map(print_of, one) for one in texts])
    found: dict[int, set[int]] = {}
    for (public, *_), its in prints.items():
        for place in {place for one in its for place in copies.near(one)}:
            found.setdefault(place, set()).add(names[public])
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
