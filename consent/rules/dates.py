"""Show a time only as precisely as a tier may, and give the words by which that precision is searched.

All in UTC: a local date would tell the reader where its teller lives. Periods of a year are thirds:
January to April is early, May to August mid, September to December late.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from consent.rules.tiers import Tier

_PERIODS: Final = ("early", "mid", "late")
MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS_A_PERIOD: Final = 4


@dataclass(frozen=True, slots=True)
class ShownDate:
    """A time as a tier shows it: printed, as a moment of the same precision, and in searchable words."""

    text: str
    moment: datetime
    words: str


def show_date(moment: datetime, tier: Tier) -> ShownDate:
    """Return `moment` at the tier's precision: to the second in full, its period at hint, else its day.

    Raises ValueError for a time without an offset: it names no moment.
    """
    moment = _in_utc(moment)
    if tier is Tier.HINT:
        return _vague(moment)
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    date = day.date().isoformat()
    words = f"{_period(moment)} {MONTHS[moment.month - 1]} {moment.year:04d} {moment.day} {date}"
    if tier is Tier.FULL:
        return ShownDate(f"{date}T{moment:%H:%M:%S}Z", moment, words)
    return ShownDate(date, day, words)


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a shown time needs an offset")
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # within a day of the calendar's ends the offset cannot be applied
        return moment.replace(tzinfo=UTC)


def _period(moment: datetime) -> str:
    return _PERIODS[(moment.month - 1) // _MONTHS_A_PERIOD]


def _vague(moment: datetime) -> ShownDate:
    first = (moment.month - 1) // _MONTHS_A_PERIOD * _MONTHS_A_PERIOD
    months = " ".join(MONTHS[first : first + _MONTHS_A_PERIOD])
    period = f"{_period(moment)}-{moment.year:04d}"
    words = f"{_period(moment)} {moment.year:04d} {months}"
    return ShownDate(period, datetime(moment.year, first + 1, 1, tzinfo=UTC), words)
