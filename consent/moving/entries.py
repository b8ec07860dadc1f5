"""What a file holds, one entry at a time: where it stands, and the record or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, Final, TypeVar

from memory_admin.http import problem
from memory_admin.http.json import parse
from memory_admin.http.problem import Problem, unprocessable

LONGEST: Final = 4_000_000
MOST_EMPTY: Final = 100_000
_One = TypeVar("_One")
_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a file: `where` is its line or number, as a person would look for it."""

    where: str
    record: dict[str, Any] | Problem
    raw: bytes = b""


def read_json(where: str, raw: bytes) -> Entry:
    """Return the entry of one JSON object, strictly read; what is wrong is its problem."""
    try:
        return Entry(where, parse(raw), raw)
    except Problem as wrong:
        return Entry(where, wrong, raw[:0])


def stretches(found: Iterable[_One], size: int) -> Iterator[list[_One]]:
    """Return what comes a stretch at a time, no more of it held than that."""
    rest = iter(found)
    while taken := list(islice(rest, size)):
        yield taken


def lines(stream: IO[bytes], *, longest: int = LONGEST) -> Iterator[Entry]:
    """Return an entry for each line that holds one JSON object; a line too long is skipped and said.

    Very many empty lines end it: nobody would hear how far it is, nor could stop it."""
    number = empty = 0
    while raw := stream.readline(longest + 1):
        number += 1
        where = f"line {number}"
        if len(raw) > longest:
            _skip_line(stream, raw, longest)
            yield Entry(where, problem.too_large(longest))
            continue
        line = raw.removeprefix(_MARK).strip() if number == 1 else raw.strip()
        empty = 0 if line else empty + 1
        if line:
            yield read_json(where, line)
        elif empty == MOST_EMPTY:
            yield Entry(where, unprocessable("file_refused", f"The file has {MOST_EMPTY} empty lines here."))
            return


def _skip_line(stream: IO[bytes], raw: bytes, longest: int) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(longest)
