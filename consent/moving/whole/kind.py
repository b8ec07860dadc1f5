"""What kinds of lines of a whole installation have in common: rows become lines, lines become rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from django.db.models import F, Model, OrderBy, QuerySet
from django.db.models.functions import Collate

from audit.types import Event
from consent.moving.restored_rows import uuid_in
from consent.moving.shape import time_or_none
from consent.serializers.memories import entity
from memory_admin.http.serializer import StrictSerializer
from profiles.services.recording import event_of
from profiles.types import Caller

__all__ = ["Ids", "Kind", "Names", "Plain", "Word", "by_name", "entity", "name_or_none", "time_or_none"]
Plain = dict[str, Any]
Ids = Mapping[str, int]
Names = Mapping[int | None, str]
Row = TypeVar("Row", bound=Model)


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


class Kind(ABC, Generic[Row]):
    """One kind of line: how its rows are read, told, recognized and written.

    `who` are the names a line says with the columns that hold them, `linked` memories, `same` what is said as
    it is stored; `public` is the prefix of an id. No two lines share all of `unique`."""

    name: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]
    shape: ClassVar[type[StrictSerializer]]
    order: ClassVar[tuple[str | OrderBy, ...]]
    public: ClassVar[str] = ""
    who: ClassVar[Mapping[str, str]] = {}
    linked: ClassVar[tuple[str, ...]] = ()
    same: ClassVar[tuple[str, ...]] = ()
    unique: ClassVar[tuple[str, ...]] = ("id",)
    needs: ClassVar[str] = "It is about a memory that no line before it brings in."
    model: type[Row]

    def rows(self) -> QuerySet[Row]:
        """Return every row, in the one order that files have."""
        return self.model._default_manager.order_by(*self.order)

    def people(self, rows: Sequence[Row]) -> set[int | None]:
        """Return whom rows name."""
        return {getattr(row, column) for row in rows for column in self.who.values()}

    def line(self, row: Row, names: Names) -> Plain:
        """Return what a row says, without its kind."""
        return {
            **({"id": self.id_of(row)} if self.public else {}),
            **{said: names.get(getattr(row, column)) for said, column in self.who.items()},
            **{one: _memory(getattr(row, one)) for one in self.linked},
            **{one: getattr(row, one) for one in self.same},
        }

    def id_of(self, row: Any) -> str:
        """Return the public id of a row."""
        return f"{self.public}_{row.public_id.hex}"

    def names(self, line: Plain) -> Iterable[str | None]:
        """Return whom a line names."""
        return [line[said] for said in self.who]

    def parties(self, line: Plain) -> Iterable[str | None]:
        """Return whom a line names but grantees, who may be everyone."""
        return self.names(line)

    def keys(self, line: Plain) -> Collection[Hashable]:
        """Return what no two lines share: two that do are the same line or at odds."""
        return [tuple(line[one] for one in self.unique)]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Row]:
        """Return the rows here with which lines may share a key."""
        return self.rows().filter(public_id__in=[uuid_in(one["id"]) for one in lines])

    def check(self, line: Plain) -> None:
        """Raise Unreadable or Problem for a line that no service would have written."""

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        """Tell of each line whether the things it is about are here."""
        return [all(line[one] is None or line[one] in ids for one in self.linked) for line in lines]

    def gives_way(self, here: Plain) -> bool:
        """Tell whether a row that is here as it was shipped becomes what the file says."""
        return False

    def columns(self, line: Plain, ids: Ids) -> Plain:
        """Return what the row of a line holds."""
        return {
            **({"public_id": uuid_in(line["id"])} if self.public else {}),
            **{column: ids.get(line[said] or "") for said, column in self.who.items()},
            **{f"{one}_id": ids.get(line[one] or "") for one in self.linked},
            **{one: line[one] for one in self.same},
        }

    def made(self, line: Plain, ids: Ids, word: Word) -> Row:
        """Return the row of a line, not stored yet."""
        return self.model(**self.columns(line, ids))

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        """Write lines that nothing here says yet; returns what is to be recorded."""
        rows = self.model._default_manager.bulk_create([self.made(one, ids, word) for one in lines])
        self.put_parts(rows, lines, ids)
        return [self.event(row, word) for row in rows]

    def put_parts(self, rows: Sequence[Row], lines: Sequence[Plain], ids: Ids) -> None:
        """Write what belongs to rows that are stored."""

    @abstractmethod
    def event(self, row: Row, word: Word) -> Event:
        """Return what is recorded of a row that was put back."""


def _memory(one: Any) -> str | None:
    return None if one is None else f"mem_{one.public_id.hex}"


def by_name(path: str) -> OrderBy:
    """Return the order of entity ids byte by byte, which is one everywhere."""
    return OrderBy(Collate(F(path), "C"))


def name_or_none() -> Any:
    """Return a field for an entity id that may be missing."""
    return entity(allow_null=True, default=None)
