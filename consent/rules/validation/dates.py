"""Find dates in a text and compare them by what they mean: "June 20th", 20.6.2025 and 2025-06-20 are one day.

Months are read in English; other languages are read where they write figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from consent.rules.dates import MONTHS

_NUMBER: Final = {name: at for at, name in enumerate(MONTHS, 1)} | {
    name[:3]: at for at, name in enumerate(MONTHS, 1)
}
_MONTH: Final = (
    rf"(?P<month>{'|'.join(MONTHS)}|{'|'.join(name[:3] for name in MONTHS if name != 'may')}|sept)\.?"
)
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_FORMS: Final = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_YEAR}[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?:t[\d:.]+z?)?",
        rf"{_MONTH} {{0,2}}{_DAY}(?:,? {{1,2}}{_YEAR})?",
        rf"{_DAY} {{0,2}}(?:of )?{_MONTH}(?:,? {{1,2}}{_YEAR})?",
        r"(?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)[-/.](?P<year>(?:19|20)\d\d)",
        r"(?P<day>[0-3]?\d)[-/.](?P<month>[01]?\d)[-/.](?P<year>(?:19|20)\d\d)",
        rf"{_MONTH}(?:,? {{1,2}}{_YEAR})?",
    )
)
_FIGURED: Final = re.compile(r"\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Day:
    """What a date says: any part may be missing."""

    year: int | None
    month: int
    day: int | None


@dataclass(frozen=True, slots=True)
class Dated:
    """A date found: its place and every way to read it (3/4 is two)."""

    start: int
    end: int
    readings: tuple[Day, ...]


def day_of(moment: datetime) -> Day:
    """Return the day of a moment, whole."""
    return Day(moment.year, moment.month, moment.day)


def sayings(days: Iterable[Day]) -> frozenset[Day]:
    """Return everything that may be said of these days: each whole, without its year, without its day."""
    return frozenset(
        Day(year, day.month, number)
        for day in days
        for year in {day.year, None}
        for number in {day.day, None}
    )


def days_in(text: str) -> Iterator[Day]:
    """Yield every day that a text names, in each way it can be read."""
    return (day for dated in find_dates(text) for day in dated.readings)


def find_dates(text: str) -> tuple[Dated, ...]:
    """Return the dates of a text in order of place; what could be read in two ways has both."""
    if not _FIGURED.search(text):
        return ()
    found: dict[tuple[int, int], list[Day]] = {}
    for start, end, day in _read(text):
        found.setdefault((start, end), []).append(day)
    longest = sorted(found, key=lambda span: (span[0], -span[1]))
    return tuple(Dated(*span, tuple(found[span])) for span in _outermost(longest))


def _read(text: str) -> Iterator[tuple[int, int, Day]]:
    for form in _FORMS:
        for match in form.finditer(text):
            parts = match.groupdict()
            word = (parts["month"] or "").lower().removesuffix("t") if parts["month"] else ""
            month = int(word) if word.isdigit() else _NUMBER.get(word) or _NUMBER.get(word[:3], 0)
            day = int(parts["day"]) if parts.get("day") else None
            # "may" is a verb far more often than a month unless a figure stands by it.
            bare = day is None and not parts.get("year")
            if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
                continue
            if bare and not match[0][:1].isupper():
                continue
            if bare and month == 5 and len(match[0]) == 3:
                continue
            yield *match.span(), Day(int(parts["year"]) if parts.get("year") else None, month, day)


def _outermost(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    reached = -1
    for span in spans:
        if span[1] > reached:
            reached = span[1]
            yield span
