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
from text.met import Met

_NUMBER: Final = {name: at for at, name in enumerate(MONTHS, 1)} | {
    name[:3]: at for at, name in enumerate(MONTHS, 1)
}
_MONTH: Final = (
    rf"(?P<month>{'|'.join(MONTHS)}|{'|'.join(name[:3] for name in MONTHS if name != 'may')}|sept)\.?"
)
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_WRITTEN: Final = (
    rf"{_YEAR}[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?:t[\d:.]+z?)?",
    rf"{_MONTH} {{0,2}}{_DAY}(?:,? {{1,2}}{_YEAR})?",
    rf"{_DAY} {{0,2}}(?:of )?{_MONTH}(?:,? {{1,2}}{_YEAR})?",
    r"(?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)[-/.](?P<year>(?:19|20)\d\d)",
    r"(?P<day>[0-3]?\d)[-/.](?P<month>[01]?\d)[-/.](?P<year>(?:19|20)\d\d)",
    rf"{_MONTH}(?:,? {{1,2}}{_YEAR})?",
)
_FORMS: Final = tuple(re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE | re.ASCII) for form in _WRITTEN)
_MET: Final = Met([f"(?i){form}".encode() for form in _WRITTEN])
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
    for form in (_FORMS[at] for at in _MET(text.encode("utf-8", "surrogatepass"))):
        has_day, has_year = "day" in form.groupindex, "year" in form.groupindex
        for match in form.finditer(text):
            day = _day(match, has_day, has_year)
            if day is not None:
                yield *match.span(), day


def _day(match: re.Match[str], has_day: bool, has_year: bool) -> Day | None:
    """Return the day that a form reads; None where it is none, or a word that is rarely a month."""
    word, written = match["month"].lower().removesuffix("t"), match[0]
    month = int(word) if word.isdigit() else _NUMBER.get(word) or _NUMBER.get(word[:3], 0)
    number, year = match["day"] if has_day else None, match["year"] if has_year else None
    if not 1 <= month <= 12 or (number and not 1 <= int(number) <= 31):
        return None
    # "may" is a verb far more often than a month unless a figure stands by it.
    bare = not number and not year
    if bare and (not written[:1].isupper() or (month == 5 and len(written) == 3)):
        return None
    return Day(int(year) if year else None, month, int(number) if number else None)


def _outermost(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    reached = -1
    for span in spans:
        if span[1] > reached:
            reached = span[1]
            yield span
