"""What kinds of lines of a whole installation have in common: rows become lines, lines become rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import F, OrderBy, QuerySet
from django.db.models.functions import Collate

from audit.types import Event
from consent.moving.shape import time_or_none
from consent.serializers.memories import entity
from memory_admin.http.serializer import StrictSerializer
from profiles.services.recording import event_of
from profiles.types import Caller

__all__ = ["Ids", "Kind", "Plain", "Word", "by_name", "entity", "name_or_none", "time_or_none"]
Plain = dict[str, Any]
Ids = Mapping[str, int]
Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Word:
    """On whose word lines are put back, why and when, and how much authority they may have."""

    admin: Caller
    reason: str
    now: datetime
    max_provenance: str

    def event(self, action: str, thing: tuple[str, int | str], **details: Any) -> Event:
        """Return the event of one line that was put back."""
        return event_of(self.admin, action, thing, reason=self.reason, restored=True, **details)


class Kind(ABC):
    """One kind of line: how its rows are read, told, recognized and written."""

    name: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]
    shape: ClassVar[type[StrictSerializer]]
    needs: ClassVar[str] = ""

    @abstractmethod
    def rows(self) -> QuerySet[Any]:
        """Return every row, in the one order that files have."""

    @abstractmethod
    def people(self, rows: Sequence[Any]) -> set[int | None]:
        """Return whom rows name."""

    @abstractmethod
    def line(self, row: Any, names: Names) -> Plain:
        """Return what a row says, without its kind."""

    @abstractmethod
    def names(self, line: Plain) -> Iterable[str | None]:
        """Return whom a line names."""

    @abstractmethod
    def keys(self, line: Plain) -> Collection[Hashable]:
        """Return what no two lines share: two that do are the same line or at odds."""

    @abstractmethod
    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Any]:
        """Return the rows here with which lines may share a key."""

    @abstractmethod
    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        """Write lines that nothing here says yet; returns what is to be recorded."""

    def check(self, line: Plain) -> None:  # noqa: B027 - most shapes say it all
        """Raise Unreadable or Problem for a line that no service would have written."""

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        """Tell of each line whether the thing it is about is here."""
        return [True] * len(lines)

    def gives_way(self, here: Plain) -> bool:
        """Tell whether a row that is here as it was shipped becomes what the file says."""
        return False


def by_name(path: str) -> OrderBy:
    """Return the order of entity ids byte by byte, which is one everywhere."""
    return OrderBy(Collate(F(path), "C"))


def name_or_none() -> Any:
    """Return a field for an entity id that may be missing."""
    return entity(allow_null=True, default=None)
