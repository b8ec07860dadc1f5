"""A database for every test of a person's rights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def on_stage(db: Any) -> Iterator[None]:
    """Give each test a database of its own."""
    yield
