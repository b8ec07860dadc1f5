"""Running a command as a shell would."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import ManagementUtility


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left behind: its exit code and what it wrote where."""

    code: int
    out: str
    err: str

    @property
    def refused(self) -> tuple[int, bool]:
        """Return the exit code, and whether nothing but one line of complaint was written."""
        return self.code, self.out == "" and self.err.count("\n") == 1


class Shell:
    """Runs commands and catches what they write."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Ran:
        code = 0
        self._capsys.readouterr()
        try:
            ManagementUtility(["memory-admin", *words]).execute()
        except SystemExit as end:
            code = int(end.code or 0)
        written = self._capsys.readouterr()
        return Ran(code, written.out, written.err)

    def answer(self, *words: str) -> Any:
        """Run a command that succeeds with --json; return its one line."""
        ran = self(*words, "--json")
        assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1), ran
        return json.loads(ran.out)
