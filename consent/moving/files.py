"""Reading the files of each format, record by record; a file that is refused ends with why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from consent.moving import archives, arrays, entries, sqlite, tables
from consent.moving.archives import refused
from consent.moving.conversations import conversations
from consent.moving.entries import MOST_EMPTY, Entry
from consent.rules.formats import chatgpt, kernle, mem0, openmemory
from memory_admin.http.problem import Problem

_GZIP: Final = b"\x1f\x8b"


def own_entries(path: Path) -> Iterator[Entry]:
    """Return the lines of a file of our own format."""
    with path.open("rb") as stream:
        yield from entries.lines(stream)


def mem0_entries(path: Path) -> Iterator[Entry]:
    """Return the records of an export of mem0: one JSON value with a list, or a record a line."""
    with path.open("rb") as stream:
        yield from _lines_or_list(stream, mem0.LISTS)


def openmemory_entries(path: Path) -> Iterator[Entry]:
    """Return the records of OpenMemory's zip, or of one of the two files in it."""
    if not archives.is_zip(path):
        with path.open("rb") as stream:
            packed = stream.read(2) == _GZIP
            stream.seek(0)
            if packed:
                yield from entries.lines(archives.unzipped(stream, archives.most_of(path)))
            else:
                yield from _lines_or_list(stream, openmemory.LISTS)
        return
    with archives.archive(path) as opened:
        if packed_lines := archives.member(opened, "memories.jsonl.gz"):
            yield from entries.lines(archives.unzipped(packed_lines, archives.most_of(path)))
        elif everything := archives.member(opened, "memories.json"):
            yield from arrays.objects(everything, openmemory.LISTS)
        else:
            raise refused("The zip holds neither memories.jsonl.gz nor memories.json.")


def chatgpt_entries(path: Path) -> Iterator[Entry]:
    """Return the messages of ChatGPT's export, and its saved memories where it has them."""
    if not archives.is_zip(path):
        with path.open("rb") as stream:
            yield from _messages(stream)
        return
    with archives.archive(path) as opened:
        talks = archives.member(opened, "conversations.json")
        saved = archives.member(opened, "memories.json")
        if talks is None and saved is None:
            raise refused("The zip holds no conversations.json.")
        if saved is not None:
            yield from arrays.objects(saved, ("memories",))
        if talks is not None:
            yield from _messages(talks)


def _messages(stream: IO[bytes]) -> Iterator[Entry]:
    """Return an entry for each message. Very much without any ends it: nobody would hear how far it is."""
    silent = 0
    for entry, nodes in conversations(stream):
        silent += 1 + len(nodes)
        for one in _said(entry, nodes):
            silent = 0
            yield one
        if silent >= MOST_EMPTY:
            yield Entry(entry.where, refused("The file has very many conversations without a message here."))
            return


def _said(entry: Entry, nodes: Mapping[str, Any]) -> Iterator[Entry]:
    if isinstance(entry.record, Problem):
        yield entry
        return
    for number, message in enumerate(chatgpt.messages_of(entry.record, nodes), start=1):
        yield Entry(f"{entry.where}, message {number}", message)


def kernle_entries(path: Path) -> Iterator[Entry]:
    """Return the rows of a Kernle stack's tables, each with its table's name."""
    for table, entry in sqlite.rows(path, kernle.TABLES):
        known: dict[str, Any] | Problem = entry.record
        yield Entry(entry.where, known if isinstance(known, Problem) else {**known, "table": table})


def csv_entries(path: Path) -> Iterator[Entry]:
    """Return the rows of a CSV file."""
    with path.open("rb") as stream:
        yield from tables.rows(stream)


def _lines_or_list(stream: IO[bytes], keys: Collection[str]) -> Iterator[Entry]:
    """Read a record a line where the first line is a whole one by itself, else the list of one JSON value."""
    first = stream.readline(entries.LONGEST)
    stream.seek(0)
    found = entries.read_json("", first.strip()).record
    if isinstance(found, Problem) or any(isinstance(found.get(key), list) for key in keys):
        yield from arrays.objects(stream, keys)
    else:
        yield from entries.lines(stream)
