"""Naming the first event at which a table differs from what was sealed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from audit.rules import canonical

Kind = Literal[
    "edit", "delete", "reorder", "insert", "cut_tail", "rewrite", "seal_edit", "seal_delete", "file_damage",
    "record_edit", "record_delete", "record_insert",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: what, in which seal, at which event (its internal id), in which way."""

    kind: Kind
    seal: int
    event_id: int | None = None
    detail: str = ""


def compare(number: int, sealed: bytes, found: bytes) -> Finding | None:
    """Name the first bad event between two packed batches, both ordered by id; None when equal."""
    if sealed == found:
        return None
    before = {one.event_id: one.digest for one in canonical.unpack(sealed)}
    after = {one.event_id: one.digest for one in canonical.unpack(found)}
    bad = [one for one in sorted(before.keys() | after.keys()) if before.get(one) != after.get(one)]
    if not bad:
        return Finding("seal_edit", number, None, "entries")
    return Finding(_kind(bad[0], before, after), number, bad[0])


def _kind(event_id: int, before: dict[int, bytes], after: dict[int, bytes]) -> Kind:
    """Say what happened to the first bad event: the same hashes under other ids is a reorder."""
    if Counter(before.values()) == Counter(after.values()):
        return "reorder"
    if event_id not in before:
        return "insert"
    return "edit" if event_id in after else "delete"
