"""What is given back of a response: the places to leave out and the text without them.

Places are exact while they are few. Where many details were told, or all of it is blocked, they grow to
sentences of some length: otherwise a list of ten thousand words would come back with the secret ones marked.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from consent.rules.validation.judging import Verdict
from consent.rules.validation.marks import Finding
from consent.rules.validation.weights import Action
from text.stretches import Stretch, replaced

MOST_EXACT: Final = 6
LEAST_WIDENED: Final = 160
WITHHELD: Final = "[WITHHELD: this response told too much of what is private.]"
_END: Final = re.compile(r"[.!?\n]+(?=\s|$)")


def answered(text: str, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings as they may be told to the one who asks."""
    distinct = {finding.key for finding in verdict.findings}
    if len(distinct) <= MOST_EXACT and verdict.action is not Action.BLOCKED:
        return verdict.findings
    return _widened(text, verdict.findings)


def redacted(text: str, told: Sequence[Finding], action: Action, again: Callable[[str], Verdict]) -> str:
    """Return the response without what it gives away; one that still tells something is withheld whole."""
    if action is Action.BLOCKED:
        return WITHHELD
    if not told:
        return text
    clean = replaced(text, (Stretch(one.start, one.end) for one in told))
    return WITHHELD if again(clean).findings else clean


def _widened(text: str, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    ends = [0, *(found.end() for found in _END.finditer(text)), len(text)]
    wide: list[Finding] = []
    for one in findings:
        start, end = _sentence(text, ends, one)
        if wide and start <= wide[-1].end:
            heavier = max(wide[-1], one, key=lambda finding: finding.weight)
            wide[-1] = Finding(
                wide[-1].start, max(end, wide[-1].end), heavier.category, heavier.memory, heavier.weight
            )
        else:
            wide.append(Finding(start, end, one.category, one.memory, one.weight))
    return tuple(wide)


def _sentence(text: str, ends: list[int], one: Finding) -> tuple[int, int]:
    start = ends[bisect_right(ends, one.start) - 1]
    end = ends[bisect_left(ends, one.end)]
    short = max(0, LEAST_WIDENED - (end - start))
    start = max(0, min(start - short // 2, len(text) - LEAST_WIDENED))
    return start, min(len(text), max(end, start + LEAST_WIDENED))
