"""What the tests of the pages begin with; imported before Django is set up, so it imports late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.pages.stage import Scene


@pytest.fixture
def scene(db: object) -> Scene:
    """A secret about bella, pending until sean agrees."""
    from tests.pages.stage import set_scene

    return set_scene()
