"""A running site with its cast on stage, and a client of either kind for whoever is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.client.stage import Stage


@pytest.fixture
def stage(db: Any) -> Stage:
    from tests.client.stage import set_stage

    return set_stage()


@pytest.fixture
def site(stage: Stage) -> Iterator[str]:
    """The address of the site, over this test's own database."""
    from tests.pages.live import server

    with server() as address:
        yield address


@pytest.fixture(params=["plain", "asynchronous"])
def as_(request: pytest.FixtureRequest, site: str, stage: Stage) -> Iterator[Callable[..., Any]]:
    """Return a client of one of the cast; the asynchronous one is awaited behind the same methods."""
    from memory_admin_client import MemoryAdmin
    from tests.client.awaiting import Awaited

    kind = MemoryAdmin if request.param == "plain" else Awaited
    opened: list[Any] = []

    def client(who: str, **options: Any) -> Any:
        opened.append(kind(options.pop("url", site), stage.tokens[who], **options))
        return opened[-1]

    yield client
    for one in opened:
        one.close()
