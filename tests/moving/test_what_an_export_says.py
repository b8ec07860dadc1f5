"""What `export` says: how many memories left, whose, and what it does not take."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent.moving.leaving import FORMATS
from consent.services.memories import create
from tests.cast import NOW, OWNER, admin, caller, draft
from tests.commands.shell import Shell

ONE_STACK = tuple(name for name in FORMATS if name != "csv")


@pytest.fixture(autouse=True)
def ashs(db: object) -> None:
    admin()
    create(draft("The gate creaks"), by=caller(OWNER), now=NOW)


@pytest.mark.parametrize("form", FORMATS)
def test_a_person_reads_how_many_memories_left(shell: Shell, tmp_path: Path, form: str) -> None:
    """Seen failing for our own format and mem0's, which counted the lines around the memories too."""
    path = tmp_path / "file"
    ran = shell("export", form, str(path), "--as", OWNER)
    assert (ran.code, ran.out) == (0, f"1 memory in {path}.\n")


@pytest.mark.parametrize("form", ONE_STACK)
def test_whoever_owns_none_reads_how_to_write_somebody_elses(shell: Shell, tmp_path: Path, form: str) -> None:
    ran = shell("export", form, str(tmp_path / "file"))
    assert ran.code == 0 and "0 memories in" in ran.out
    assert "owns none: --as ENTITY" in ran.out and "--everything REASON" in ran.out


@pytest.mark.parametrize("form", ONE_STACK)
@pytest.mark.parametrize(
    "words", [("--owner", OWNER), ("--context-session", "ctxs_" + "0" * 32), ("--visibility", "self")]
)
def test_what_narrows_a_csv_alone_is_refused_elsewhere(
    shell: Shell, tmp_path: Path, form: str, words: tuple[str, str]
) -> None:
    """Seen failing with the words passed over: the file held another stack than was asked for."""
    path = tmp_path / "file"
    ran = shell("export", form, str(path), *words)
    assert ran.refused == (2, True) and "narrow a csv" in ran.err
    assert not path.exists()
