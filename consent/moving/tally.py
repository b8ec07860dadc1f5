"""What became of a file: counts, and the first things that were wrong, by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from consent.moving.entries import Entry
from consent.rules.formats.reading import Unreadable
from jobs.types import MOST_ERRORS, Wrong
from memory_admin.http import codes
from memory_admin.http.problem import Problem

MOST_REFUSED: Final = 10_000
HEARD_EVERY: Final = 1000
_STOPPED: Final = "{count} lines were refused, so the rest was not read. Was this format named rightly?"
# Their sentences name a key of the file, which may be anything.
_QUOTING: Final = frozenset({"duplicate_key", "unknown_field"})


@dataclass(slots=True)
class Tally:
    """Counts of one import: read, made, there already (by line, or by what it says), passed over, refused."""

    read: int = 0
    created: int = 0
    unchanged: int = 0
    skipped: int = 0
    refused: int = 0
    consents: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    kept: bool = True
    stopped: bool = False
    errors: list[Wrong] = field(default_factory=list)

    def wrong(self, where: str, problem: Problem | Unreadable) -> None:
        """Count a line that was refused, and keep why while there is room."""
        self.refused += 1
        if len(self.errors) < MOST_ERRORS - 1:
            self.errors.append(_wrong(where, problem))

    def count(self, kind: str, number: int) -> None:
        """Count what is new of one kind of line."""
        self.kinds[kind] = self.kinds.get(kind, 0) + number

    def stop(self, where: str) -> None:
        """Say at which line reading ended because so much was refused."""
        self.stopped = True
        self.errors.append(Wrong(where, "too_many_refused", _STOPPED.format(count=self.refused)))

    def told(self) -> dict[str, Any]:
        """Return the counts for machines, without the errors; by kind where several kinds came in."""
        names = ("read", "created", "unchanged", "skipped", "refused", "consents")
        return {name: getattr(self, name) for name in names} | {
            "written": self.kept, "stopped": self.stopped, **({"kinds": self.kinds} if self.kinds else {}),
        }  # fmt: skip


def read_through(entries: Iterable[Entry], tally: Tally, step: Callable[[Tally], None]) -> Iterator[Entry]:
    """Yield entries and count them; `step` hears of each thousand, and very many refused ones end it."""
    for entry in entries:
        if tally.refused >= MOST_REFUSED:
            tally.stop(entry.where)
            return
        tally.read += 1
        if tally.read % HEARD_EVERY == 0:
            step(tally)
        yield entry


def _wrong(where: str, problem: Problem | Unreadable) -> Wrong:
    if isinstance(problem, Unreadable):
        return Wrong(where, "invalid", f"{problem.field}: {problem.reason}"[:500])
    plain = codes.title(problem.status, problem.code)
    return Wrong(where, problem.code, plain if problem.code in _QUOTING else problem.detail[:500])
