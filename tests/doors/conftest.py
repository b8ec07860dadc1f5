"""A stage with a clock of its own, answers checked against the shapes they declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Database
    from tests.doors.stage import Stage


@pytest.fixture
def stage(db: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """An empty installation whose clock the test moves."""
    from django.test import override_settings
    from django.utils import timezone

    from tests.doors.stage import Clock, Stage

    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    with override_settings(MEMORY_ADMIN_CHECK_ANSWERS=True):
        yield Stage(clock)
