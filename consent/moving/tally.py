"""What became of a file: counts, and the first things that were wrong, by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from consent.rules.formats.reading import Unreadable
from jobs.types import MOST_ERRORS, Wrong
from memory_admin.http import codes
from memory_admin.http.problem import Problem

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
    kept: bool = True
    errors: list[Wrong] = field(default_factory=list)

    def wrong(self, where: str, problem: Problem | Unreadable) -> None:
        """Count a line that was refused, and keep why while there is room."""
        self.refused += 1
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(_wrong(where, problem))

    def told(self) -> dict[str, Any]:
        """Return the counts for machines, without the errors."""
        names = ("read", "created", "unchanged", "skipped", "refused", "consents")
        return {name: getattr(self, name) for name in names} | {"written": self.kept}


def _wrong(where: str, problem: Problem | Unreadable) -> Wrong:
    if isinstance(problem, Unreadable):
        return Wrong(where, "invalid", f"{problem.field}: {problem.reason}"[:500])
    plain = codes.title(problem.status, problem.code)
    return Wrong(where, problem.code, plain if problem.code in _QUOTING else problem.detail[:500])
