"""What the tests of signing in begin with; imported before Django is set up, so it imports late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.signing.stage import Post


@pytest.fixture
def post(db: object) -> Iterator[Post]:
    """A mail server that keeps what it is given, and sean, who has an address."""
    from tests.signing.stage import Post

    with Post() as post:
        yield post
