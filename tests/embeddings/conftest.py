"""A service set up as the installation's own, and ways to embed and ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import Settings
from tests.embeddings.serving import Service, service


@pytest.fixture
def model(settings: Settings) -> Iterator[Service]:
    """Let the installation use a service of this test's own."""
    from consent.services.embedding import BREAKER

    with service() as found:
        settings.EMBEDDINGS_URL, settings.EMBEDDINGS_MODEL = found.url, "words-1"
        settings.EMBEDDINGS_TIMEOUT = 2000
        BREAKER.worked()
        yield found
        BREAKER.worked()
