"""Breaking the glass: for how long one memory is open to an administrator, and how many an hour (B6)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

LASTS: Final = timedelta(minutes=10)
HOUR: Final = timedelta(hours=1)
PER_HOUR: Final = 5
# After this, nobody remembers why it was asked: ask again.
WAITS: Final = timedelta(hours=24)


def opens_at_once(opened_this_hour: int) -> bool:
    """Tell whether one more may be opened without a second administrator."""
    return opened_this_hour < PER_HOUR


def may_answer(asked_by: int, asked_at: datetime, answering: int, now: datetime) -> bool:
    """Tell whether someone may allow or refuse what was asked: another than who asked, within a day."""
    return asked_by != answering and now < asked_at + WAITS
