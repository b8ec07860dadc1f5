"""Asking the interface as a token."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client, override_settings

Ask = Callable[..., Any]


@pytest.fixture
def ask(db: Any) -> Iterator[Ask]:
    """Return `ask(token, method, path, body, **headers)`; `path` under /api/v1/, ids percent-encoded."""
    client = Client(SERVER_NAME="127.0.0.1")

    def send(token: str | None, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        content = "" if body is None else json.dumps(body)
        address = f"/api/v1/{quote(path, safe='/?=&')}"
        return client.generic(method, address, content, content_type="application/json", headers=headers)

    with override_settings(MEMORY_ADMIN_CHECK_ANSWERS=True):
        yield send
