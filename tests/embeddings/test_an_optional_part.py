"""`up` goes on without the model where the model does not start, and gives up on the rest as before."""

from __future__ import annotations

from typing import Any, cast

import pytest

from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.supervisor import CRASHES_ALLOWED, Supervisor


class Crashing:
    """A part that ends as soon as it starts."""

    def __init__(self, *, optional: bool) -> None:
        self.optional, self.child, self.starts = optional, cast(Any, None), 0

    def start(self) -> None:
        self.starts += 1

    def stop(self) -> None:
        self.child = None


def crash(part: Crashing, monkeypatch: pytest.MonkeyPatch) -> Supervisor:
    monkeypatch.setattr("memory_admin.embedded.supervisor.time.sleep", lambda _: None)
    supervisor = Supervisor()
    supervisor.add("part", part)
    for _ in range(CRASHES_ALLOWED + 1):
        supervisor._look_after("part", part)
    return supervisor


def test_an_optional_part_that_keeps_crashing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Crashing(optional=True)
    assert crash(part, monkeypatch).pids() == {}
    assert part.starts == 1 + CRASHES_ALLOWED


def test_any_other_part_that_keeps_crashing_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotStart, match="crashed"):
        crash(Crashing(optional=False), monkeypatch)
