"""SQLite files that mean harm: what their rows hold ends a row or the file, never the import."""

from __future__ import annotations

import json
import sqlite3
import struct
from pathlib import Path
from typing import Any

import pytest

from consent.models import Memory
from consent.moving import sqlite
from memory_admin.http.problem import Problem
from tests import cast
from tests.cast import OWNER
from tests.commands.shell import Shell

_PAGE = 4096
# As long as another modulo what a page of overflow holds, so that both keep as much of a row beside its key.
_LONG, _SHORT = 100_006, 100_006 - 19 * (_PAGE - 4)


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    cast.principal(OWNER)


def written(path: Path, rows: list[tuple[Any, ...]], columns: str = "id, content, confidence") -> Path:
    opened = sqlite3.connect(path)
    opened.execute(f"PRAGMA page_size={_PAGE}")
    opened.execute(f"CREATE TABLE notes ({columns})")
    opened.executemany(f"INSERT INTO notes VALUES ({', '.join('?' * len(rows[0]))})", rows)
    opened.commit()
    opened.close()
    return path


@pytest.mark.parametrize("cell", [float("inf"), float("-inf")])
@pytest.mark.parametrize("place", [0, 2])
def test_a_number_that_is_none_ends_its_row_alone(
    shell: Shell, tmp_path: Path, cell: float, place: int
) -> None:
    """Seen failing while one infinite number in any cell ended the whole import as unforeseen."""
    bad: list[Any] = ["1", "Max weighs 20 kg", 0.5]
    bad[place] = cell
    file = written(tmp_path / "k.db", [tuple(bad), ("2", "Luna likes rain", 0.5)])
    ran = shell("import", "kernle", str(file), "--as", OWNER, "--json")
    told = json.loads(ran.out)
    assert (told["created"], told["errors"][0]["code"]) == (1, "bad_number")
    assert Memory.objects.get().content == "Luna likes rain"


def test_a_column_whose_name_is_no_text_ends_the_file(shell: Shell, tmp_path: Path) -> None:
    """Seen failing while it ended the import as unforeseen."""
    file = written(tmp_path / "k.db", [("Max weighs 20 kg", 1)], "content, zzqqzz")
    file.write_bytes(file.read_bytes().replace(b"zzqqzz", b"zz\xff\xfezz"))
    ran = shell("import", "kernle", str(file), "--as", OWNER, "--json")
    assert [one["code"] for one in json.loads(ran.out)["errors"]] == ["file_refused"]


def number_at(held: bytes | bytearray, at: int) -> tuple[int, int]:
    """Return a number as SQLite writes one, and how many bytes it takes."""
    value = 0
    for place in range(9):
        value = (value << 7) | (held[at + place] & 0x7F)
        if not held[at + place] & 0x80:
            return value, place + 1
    raise AssertionError


def three_bytes(value: int) -> bytes:
    return bytes([0x80 | value >> 14, 0x80 | (value >> 7) & 0x7F, value & 0x7F])


def cells_of(held: bytes | bytearray) -> list[int]:
    """Return where the rows of a file with one table of long rows are, in order of their keys."""
    found = []
    for page in range(_PAGE, len(held), _PAGE):
        if held[page] == 0x0D:
            (many,) = struct.unpack_from(">H", held, page + 3)
            found += [page + struct.unpack_from(">H", held, page + 8 + 2 * n)[0] for n in range(many)]
    return sorted(found, key=lambda at: number_at(held, at + 3)[0])


def shared(path: Path, many: int) -> Path:
    """Return a file in which short rows claim the rest of one long row as theirs: each is long when read."""
    rows = [(f"{n:06d}" + "x" * ((_SHORT if n else _LONG) - 6),) for n in range(many)]
    held = bytearray(written(path, rows, "content").read_bytes())
    cells = cells_of(held)
    kept = (_LONG + 4 - 489) % (_PAGE - 4) + 489
    beside = kept if kept <= _PAGE - 35 else 489

    def rest(at: int) -> slice:
        begins = at + 3 + number_at(held, at + 3)[1] + beside
        return slice(begins, begins + 4)

    for at in cells[1:]:
        head = at + 3 + number_at(held, at + 3)[1]
        held[rest(at)] = held[rest(cells[0])]
        held[at : at + 3] = three_bytes(_LONG + 4)
        held[head + 1 : head + 4] = three_bytes(2 * _LONG + 13)
    path.write_bytes(held)
    return path


def test_rows_that_say_more_than_their_file_holds_end_it(tmp_path: Path) -> None:
    """Seen failing while a megabyte gave four, and without pages of the short rows hundreds."""
    file = shared(tmp_path / "k.db", 40)
    opened = sqlite3.connect(file)
    assert opened.execute("SELECT min(length(content)), count(DISTINCT content) FROM notes").fetchone() == (
        _LONG,
        40,
    )
    opened.close()
    found = [entry.record for _, entry in sqlite.rows(file, ("notes",))]
    assert isinstance(found[-1], Problem) and found[-1].code == "file_refused"
    assert (len(found) - 1) * _LONG <= 2 * file.stat().st_size


def test_a_file_that_is_full_of_text_is_read_to_its_end(tmp_path: Path) -> None:
    file = written(tmp_path / "k.db", [(f"{n}" + "x" * 50_000,) for n in range(20)], "content")
    assert len(list(sqlite.rows(file, ("notes",)))) == 20
    opened = sqlite3.connect(tmp_path / "wide.db")
    opened.execute("PRAGMA encoding='UTF-16le'")
    opened.execute("CREATE TABLE notes (content)")
    opened.executemany("INSERT INTO notes VALUES (?)", [("家" * 50_000 + str(n),) for n in range(5)])
    opened.commit()
    opened.close()
    assert len(list(sqlite.rows(tmp_path / "wide.db", ("notes",)))) == 5
