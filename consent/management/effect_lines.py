"""What a change would do, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from consent.rules.effect_words import SAID


def effect_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Return the sums, then the pairs; a job's id where the answer takes long."""
    if found.get("job"):
        yield f"Much is stored, so {found['job']} finds out: jobs show {found['job']}"
        return
    if not found["counts"]:
        yield "Nobody gains or loses anything."
    for kind, sums in found["counts"].items():
        yield f"{kind}: {sums['principals']} principals, {sums['memories']} memories, {sums['pairs']} pairs"
    yield from (f"  {_line(one)}" for one in found["items"])
    if found["more"]:
        yield "  … and more: these are the first."
    if found["unforeseen"]:
        yield f"Not shown by a dry run: {', '.join(found['unforeseen'])}."


def _line(one: Mapping[str, Any]) -> str:
    where = f" in a session of {one['context']}" if one["context"] else ""
    sides = " -> ".join(_side(side) for side in (one["before"], one["after"]) if side)
    said = f"{one['principal']} {SAID[one['change']]} {one['memory']} of {one['owner']}"
    return f"{said}{where} ({sides})"


def _side(side: Mapping[str, Any]) -> str:
    admission = f", {side['admission']}" if side["admission"] else ""
    reason = f" {side['reason']}" if side["reason"] else ""
    rules = f" by {', '.join(side['rules'])}" if side["reason"] and side["rules"] else ""
    return f"{side['tier']}{admission}{reason}{rules}"
