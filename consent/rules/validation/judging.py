"""Judge a response against what was withheld: the findings, the score and what becomes of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from consent.rules.tiers import Tier
from consent.rules.validation.looking import Look
from consent.rules.validation.marks import Finding, Mark
from consent.rules.validation.owners import look_for_names, owners_rules
from consent.rules.validation.response import Response, ready
from consent.rules.validation.shown import Shown
from consent.rules.validation.weights import (
    COMPLIANT,
    Action,
    Category,
    action_of,
    at_tier,
    of_personal,
    score_of,
)
from consent.rules.validation.withheld import Withheld
from text.personal import find_personal

VERSION: Final = "2026.2"
_AROUND: Final = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a response gives away: the findings in order of place, the score and the action."""

    findings: tuple[Finding, ...]
    score: float
    action: Action

    @property
    def compliant(self) -> bool:
        """Tell whether the response may be used."""
        return self.score >= COMPLIANT

    def lowered(self, score: float) -> Verdict:
        """Return the verdict with a second opinion's score, where that is lower."""
        least = min(self.score, score)
        return replace(self, score=least, action=action_of(least, bool(self.findings)))


def judge(response: str, memories: Sequence[Withheld], said: Callable[[str], bool]) -> Verdict:
    """Return what a response tells of memories that their renderings, and the question, did not.

    `said` tells whether the question held a word (its stem)."""
    prepared = ready(response)
    renderings = {text: Shown(text) for text in {memory.shown for memory in memories}}
    shown = [renderings[text] for text in {memory.shown for memory in memories if memory.included}]
    words = frozenset[str]().union(*(one.stems for one in shown))
    days = tuple(day for one in shown for day in one.days)
    for memory in memories:
        its = renderings[memory.shown]
        # What the caller reads of a memory elsewhere at this tier was shown to it, if not in this answer.
        more = frozenset[str]() if memory.included else its.stems

        def free(stem: str, more: frozenset[str] = more) -> bool:
            return stem in words or stem in more or said(stem)

        look = Look(memory, prepared, its, free, days if memory.included else (*days, *its.days))
        look.everywhere()
        owners_rules(look)
    look_for_names(prepared, memories, lambda stem: stem in words or said(stem))
    _personal(prepared, {one.memory: one.tier for one in memories})
    findings = tuple(prepared.marks.findings())
    score = score_of(_total(findings))
    return Verdict(findings, score, action_of(score, bool(findings)))


def _personal(prepared: Response, tiers: Mapping[int, Tier]) -> None:
    """Weigh what was found as what it is: half of an address told is an address told."""
    text, marks = prepared.words.text, prepared.marks
    for low, high in _around(text, marks.findings()):
        for one in find_personal(text[low:high]):
            words = prepared.words.within(low + one.start, low + one.end)
            known = marks.known(words)
            if known and 2 * len(known) >= len(words):
                memory = max(known, key=lambda mark: mark.weight).memory
                weight = at_tier(of_personal(one.kind), tiers[memory])
                marks.put_stretch(low + one.start, low + one.end, Mark(weight, Category.PERSONAL, memory))


def _around(text: str, findings: Sequence[Finding]) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which something was found with what stands around them; they do not overlap."""
    reached = 0
    for one in findings:
        low, high = max(reached, one.start - _AROUND), min(len(text), one.end + _AROUND)
        if high > reached:
            yield low, high
            reached = high


def _total(findings: Iterable[Finding]) -> float:
    """Add up each detail once, however often it is told."""
    heaviest: dict[tuple[str, ...], float] = {}
    for one in findings:
        heaviest[one.key] = max(one.weight, heaviest.get(one.key, 0.0))
    return round(sum(heaviest.values()), 3)
