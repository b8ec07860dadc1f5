"""Rows of a CSV file, with what a spreadsheet needs in front of a text that looks like a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import IO, Any, Final

from consent.moving.entries import Entry
from memory_admin.http import problem
from memory_admin.http.cells import guarded, unguarded
from memory_admin.http.problem import Problem

_LONGEST: Final = 1_000_000
_MOST_COLUMNS: Final = 200


def rows(stream: IO[bytes]) -> Iterator[Entry]:
    """Return an entry for each row, its cells by the names in the first one; a broken file ends with why."""
    number = 1
    try:
        lines = _lines(stream)
        first = next(lines, "")
        reader = csv.reader(_again(first, lines), delimiter=_delimiter(first), strict=True)
        names = [name.strip() for name in next(reader, [])]
        _check(names)
        for cells in reader:
            number = reader.line_num
            if cells:
                yield _entry(f"line {number}", names, cells)
    except csv.Error:
        yield Entry(f"after line {number}", problem.bad_request("invalid", "The rest of the file is no CSV."))
    except Problem as wrong:
        yield Entry(f"after line {number}", wrong)


def _lines(stream: IO[bytes]) -> Iterator[str]:
    first = True
    while raw := stream.readline(_LONGEST + 1):
        if len(raw) > _LONGEST:
            raise problem.too_large(_LONGEST)
        try:
            yield raw.decode("utf-8-sig" if first else "utf-8")
        except UnicodeDecodeError:
            raise problem.bad_request("bad_text", "The file is not UTF-8.") from None
        first = False


def _again(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


def _delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def _check(names: list[str]) -> None:
    if len(names) > _MOST_COLUMNS or len(set(names)) < len(names) or not all(names):
        raise problem.bad_request("invalid", "The first line must name each column, once.")


def _entry(where: str, names: list[str], cells: list[str]) -> Entry:
    if len(cells) != len(names):
        return Entry(where, problem.bad_request("invalid", "The row has more or fewer cells than columns."))
    return Entry(where, {name: unguarded(cell) for name, cell in zip(names, cells, strict=True)})


def row(names: Iterable[str], cells: Mapping[str, Any]) -> bytes:
    """Return one line of CSV; lists are joined by semicolons."""
    written = StringIO()
    values = (cells.get(name) for name in names)
    csv.writer(written).writerow([guarded(_text(value)) for value in values])
    return written.getvalue().encode("utf-8", "replace")


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return "" if value is None else str(value)
