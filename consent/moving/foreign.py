"""The caller's own stack as other products keep one: whole files, made as they are read.

What lies beside a file on its way is on disk, under no name."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, Final

from django.db.models import Q

from consent.moving.outgoing import Clock, Keep, nowhere, pages
from consent.moving.own_lines import line_of
from consent.moving.packed import read_back, zipped
from consent.rules.formats import chatgpt, kernle, openmemory
from memory_admin.http.json import render
from profiles.types import Caller

_REMEMBERED: Final = 10_000
_ACTIVE: Final = Q(state="active")
_KERNLE: Final = _ACTIVE | Q(kind="belief", state__in=kernle.ENDED)
Line = dict[str, Any]


def chatgpt_parts(*, by: Caller, clock: Clock, keep: Keep = nowhere) -> Iterator[bytes]:
    """Yield a zip with saved memories as ChatGPT writes them: what is in use; it knows no other state."""
    found = (chatgpt.record_of(one) for one in _lines(by, clock, keep, _ACTIVE))
    return zipped([("memories.json", _listed(b'{"memories": [', found, b"\n]}\n"))])


def openmemory_parts(*, by: Caller, clock: Clock, keep: Keep = nowhere) -> Iterator[bytes]:
    """Yield OpenMemory's backup: everything in one file, and the memories once more, a line each."""
    with TemporaryFile() as packed, TemporaryFile() as categories, TemporaryFile() as links:
        lines = gzip.GzipFile(fileobj=packed, mode="wb", mtime=0)
        found = (openmemory.record_of(one) for one in _lines(by, clock, keep, Q()))

        def everything() -> Iterator[bytes]:
            yield b'{"user": ' + render({"user_id": by.acting.partition(":")[2]}) + b',\n"memories": ['
            yield from _joined(_beside(found, lines, _Categories(categories, links)))
            for name, beside in (("categories", categories), ("memory_categories", links)):
                yield f'\n],\n"{name}": ['.encode()
                yield from read_back(beside)
            yield b'\n],\n"apps": [], "status_history": [], "access_controls": []}\n'

        def one_a_line() -> Iterator[bytes]:
            lines.close()
            yield from read_back(packed)

        yield from zipped([("memories.json", everything()), ("memories.jsonl.gz", one_a_line())])


class _Categories:
    """Writes down which categories there are, and which memory has which, while memories go by."""

    def __init__(self, categories: IO[bytes], links: IO[bytes]) -> None:
        self._categories, self._links = categories, links
        self._known = set[str]()

    def take(self, record: Line) -> None:
        for name in dict.fromkeys(record["categories"]):
            said = openmemory.category_of(name)
            if name not in self._known:
                self._write(self._categories, said)
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()  # one that comes twice is the same one
                self._known.add(name)
            self._write(self._links, {"memory_id": record["id"], "category_id": said["id"]})

    def _write(self, beside: IO[bytes], fields: Line) -> None:
        beside.write((b",\n" if beside.tell() else b"\n") + render(fields))


def _beside(found: Iterator[Line], lines: gzip.GzipFile, categories: _Categories) -> Iterator[Line]:
    for record in found:
        lines.write(render(record) + b"\n")
        categories.take(record)
        yield record


def kernle_parts(*, by: Caller, clock: Clock, keep: Keep = nowhere) -> Iterator[bytes]:
    """Yield the SQLite file of a stack of Kernle's: it is written whole, then read back in pieces."""
    with TemporaryDirectory(prefix="memory-admin-export-") as folder:
        path = Path(folder) / "stack.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as made, _unnamed(made, path) as stream:
            for line in _lines(by, clock, keep, _KERNLE):
                _put(made, *kernle.row_of(line))
            made.execute("COMMIT")
            yield from read_back(stream)


def _unnamed(made: sqlite3.Connection, path: Path) -> IO[bytes]:
    """Make the tables and return the file they are in, which has no name any more: if its process is killed
    before it is done with it, nothing is left lying there."""
    made.execute("PRAGMA journal_mode=OFF")
    made.execute("BEGIN IMMEDIATE")
    for table, own in kernle.COLUMNS.items():
        made.execute(f"CREATE TABLE {table} (id TEXT PRIMARY KEY, {', '.join(_columns(own)[1:])})")
    stream = path.open("rb")
    path.unlink()
    return stream


def _put(made: sqlite3.Connection, table: str, row: Line) -> None:
    columns = _columns(kernle.COLUMNS[table])
    marks = ", ".join("?" * len(columns))
    made.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", [row.get(name) for name in columns]
    )


def _columns(own: Sequence[str]) -> list[str]:
    return [*kernle.EVERYWHERE, *own]


def _lines(by: Caller, clock: Clock, keep: Keep, which: Q) -> Iterator[Line]:
    for memories, known in pages(by=by, clock=clock, keep=keep, which=which):
        yield from (line_of(one, known) for one in memories)


def _listed(before: bytes, found: Iterator[Line], after: bytes) -> Iterator[bytes]:
    yield before
    yield from _joined(found)
    yield after


def _joined(found: Iterator[Line]) -> Iterator[bytes]:
    between = b"\n"
    for one in found:
        yield between + render(one)
        between = b",\n"
