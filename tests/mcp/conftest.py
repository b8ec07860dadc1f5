"""A stage as the doors have it, with three who hold tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.doors.conftest import stage as stage

if TYPE_CHECKING:
    from tests.doors.stage import Stage

__all__ = ["stage", "story"]


@pytest.fixture
def story(stage: Stage) -> Stage:
    """Ash writes, Max looks on, Sean speaks for Bella."""
    from profiles.services import custody, principals

    now, by = stage.clock(), stage.admin()
    made = {
        one: principals.create(one, by=by, now=now).pk
        for one in ("si:ash", "si:max", "human:sean", "dog:bella")
    }
    custody.appoint(made["dog:bella"], made["human:sean"], by=by, now=now)
    return stage
