"""Drawing a belief on the command line: written, waiting, or refused with what the checks found."""

from __future__ import annotations

from tests import cast
from tests.cast import CUSTODIAN, OWNER
from tests.commands.shell import Shell

SHARED = "Heart murmurs in small breeds need exercise monitoring"


def written(shell: Shell, text: str, *more: str) -> str:
    cast.principal(OWNER)
    made: str = shell.answer("raw", text, "--as", OWNER, *more)["id"]
    return made


def test_a_safe_statement_is_written_and_one_about_somebody_waits(shell: Shell) -> None:
    cast.custodian("dog:bella", CUSTODIAN)
    plain = written(shell, "gates that squeak were never oiled")
    made = shell.answer("generalize", plain, "oil helps hinges", "--access", "*", "--as", OWNER)
    assert (made["status"], made["scope"]) == ("created", "public")
    about = written(shell, "Bella has a heart murmur", "--subject", "dog:bella")
    ran = shell("generalize", about, SHARED, "--access", "*", "--as", OWNER)
    assert ran.code == 0 and "waits for an approval" in ran.out


def test_a_name_is_refused_with_where_it_stands(shell: Shell) -> None:
    about = written(shell, "Bella has a heart murmur", "--subject", "dog:bella")
    ran = shell("generalize", about, "Bella needs rest", "--access", "*", "--as", OWNER)
    assert ran.code == 1 and "block  names: name  Bella" in ran.out and "generalization_blocked" in ran.err


def test_a_memory_that_is_none_is_refused(shell: Shell) -> None:
    assert shell("generalize", "mem_" + "0" * 32, "rest helps").refused == (1, True)
    assert shell("generalize", "nonsense", "rest helps").refused == (1, True)
