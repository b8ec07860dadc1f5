"""Linking what is written to what its writer was shown lately, where it says nearly the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Final
from uuid import UUID

from audit.queries.lately import delivered_lately
from consent.models import Memory
from consent.rules.disclosure import withheld_line
from consent.rules.tiers import Tier
from consent.rules.wording import Worded, passages
from consent.services.batches import as_json
from consent.services.deriving import below
from profiles.queries.prepared import ask
from profiles.types import Caller
from text.copies import Print, is_copy, may_be_copies, print_of, seen_in

# A memory by its public id, which no other memory ever has, whatever database a process has turned to.
Given = tuple[UUID, int, str]
# Another's memory as it read in the version delivered; an edit keeps what the text was before.
_TEXTS = """
SELECT m.public_id, g.version, g.tier, m.kind, CASE WHEN g.tier = 'full' THEN coalesce((
    SELECT v.fields->>'content' FROM consent_memoryversion v
    WHERE v.memory_id = m.id AND v.version >= g.version AND v.fields ? 'content' ORDER BY v.version LIMIT 1
), m.content) ELSE r.body END
FROM json_to_recordset(%s::json) AS g(id uuid, version int, tier text, number smallint)
JOIN consent_memory m ON m.public_id = g.id
LEFT JOIN consent_rendering r ON r.memory_id = m.id AND r.tier = g.number AND r.version = g.version
"""
_OTHERS = "SELECT id, public_id FROM consent_memory WHERE id = ANY (%s) AND owner_id <> %s"
_FEW: Final = 4


class _Prints:
    """The prints of what was delivered, by memory, version and tier: never text, and never a decision."""

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[Given, Print](), Lock()
        self._size = 0

    def of(self, given: Sequence[Given]) -> dict[Given, Print]:
        """Return the print of each delivery whose text is still known."""
        with self._lock:
            found = {one: self._kept[one] for one in given if one in self._kept}
        missing = [one for one in given if one not in found]
        made = _read(missing) if missing else {}
        with self._lock:
            for one, its in made.items():
                if one not in self._kept:
                    self._kept[one] = its
                    self._size += len(its.runs)
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1].runs)
        return found | made


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
    given = delivered_lately(by.principal_id, now)
    if not given:
        return {}
    others = dict(ask(_OTHERS, [[memory for memory, *_ in given], by.acting_id]))
    prints = _PRINTS.of([(others[one], *how) for one, *how in given if one in others])
    if not prints:
        return {}
    found = _matches([list(map(print_of, one)) for one in texts], prints)
    names = {public: memory for memory, public in others.items()}
    return {place: {names[public] for public in near} for place, near in found.items()}


def _matches(drafts: Sequence[Sequence[Print]], prints: dict[Given, Print]) -> dict[int, set[UUID]]:
    seen = seen_in(prints.values()) if len(drafts) > _FEW else None
    found: dict[int, set[UUID]] = {}
    for place, texts in enumerate(drafts):
        worth = [one for one in texts if seen is None or may_be_copies(one, seen)]
        near = {given[0] for given, its in prints.items() for one in worth if is_copy(one, its)}
        if near:
            found[place] = near
    return found


def _read(given: Sequence[Given]) -> dict[Given, Print]:
    rows: list[dict[str, Any]] = [
        {"id": str(memory), "version": version, "tier": tier, "number": int(Tier[tier.upper()])}
        for memory, version, tier in given
    ]
    return {
        (memory, version, tier): print_of(text)
        for memory, version, tier, kind, text in ask(_TEXTS, [as_json(rows)])
        if text and text != withheld_line(kind)
    }
