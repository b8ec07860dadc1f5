"""The three checks of a statement together: names, specificity, reversibility; and what stops a statement."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from consent.rules.generalizing.names import check, names_in, names_of, places_in
from text.names import NameMatcher
from text.statements import SPECIFICITY, Finding, check_names, check_personal, check_specificity

REVERSIBILITY: Final = "reversibility"
CHECKS: Final = ("names", SPECIFICITY, "personal", REVERSIBILITY)
FEW: Final = 3
_WHEN: Final = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|"
    r"\b(?:yesterday|tonight|this (?:morning|week|month|year))\b|"
    r"\blast (?:night|week|month|year|spring|summer|autumn|fall|winter)\b|"
    r"\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|gestern|ayer|hier|lunes|martes|"
    r"mi[ée]rcoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b",
    re.IGNORECASE,
)
_HOW_MANY: Final = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty)"
    r"[ -](?:years?|months?|weeks?|days?|hours?|kilos?|kilograms?|pounds?|dollars?|euros?|times)\b|"
    r"\b(?:grade|stage|class|level|room|unit|floor) (?:one|two|three|four|five|six|i{1,3}v?|iv|v)\b",
    re.IGNORECASE,
)
# What names nobody, and is said of many: a generalization speaks of illness and money in general.
_SAID_OF_MANY: Final = frozenset({"medical", "money"})


@dataclass(frozen=True, slots=True)
class Source:
    """What a statement must not give away: a source's text, the names it is about or from, its places."""

    text: str
    names: frozenset[str]
    places: frozenset[str] = frozenset()


def findings(statement: str, source: Source) -> tuple[Finding, ...]:
    """Return what a statement says too much, in the order of the law: names, personal data, details."""
    named = check(statement, names_of(source.names, names_in(source.text), statement))
    spans = {(one.start, one.end) for one in named if one.level == "block"}
    details = [*check_specificity(statement, source.text), *_times(statement), *_places(statement, source)]
    said = dict.fromkeys(
        one for one in (*_personal(statement), *details) if (one.start, one.end) not in spans
    )
    return (*named, *said)


def _personal(statement: str) -> list[Finding]:
    """Return personal data in the statement; somebody named whom the source does not know only warns."""
    kept = [one for one in check_personal(statement) if one.kind not in _SAID_OF_MANY]
    named = {"person", "username"}
    return [
        Finding(SPECIFICITY, "warn", one.kind, one.start, one.end)
        if one.kind in named or one.level != "block"
        else one
        for one in kept
    ]


def _times(statement: str) -> list[Finding]:
    kinds = (("date", _WHEN), ("number", _HOW_MANY))
    return [
        Finding(SPECIFICITY, "warn", kind, *found.span())
        for kind, pattern in kinds
        for found in pattern.finditer(statement)
    ]


def _places(statement: str, source: Source) -> list[Finding]:
    known = {one for one in {*source.places, *places_in(source.text)} if one.strip()}
    found = check_names(statement, NameMatcher({place: [0] for place in known}), level="warn")
    return [Finding(SPECIFICITY, "warn", "place", one.start, one.end) for one in found]


def few_fit(statement: str, fitting: int, looked_at: int) -> tuple[Finding, ...]:
    """Return the advice that few memories of a stack fit the statement, so that it may lead back to one."""
    if not looked_at or fitting > FEW:
        return ()
    return (Finding(REVERSIBILITY, "advice", "few_fit", 0, len(statement)),)


def open_checks(found: Collection[Finding], acknowledged: Collection[str]) -> list[str]:
    """Return which checks stand against a statement: those that block, and warnings nobody looked at."""
    return sorted(
        {
            one.check
            for one in found
            if one.level == "block" or (one.level == "warn" and one.check not in acknowledged)
        }
    )
