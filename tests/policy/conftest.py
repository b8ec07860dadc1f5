"""Asking the interface of consents, contexts and trust as an entity."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client, override_settings


@pytest.fixture
def door(db: Any) -> Iterator[Callable[..., Any]]:
    """Return `door(who, method, path, body, **headers)`: an entity, with a token of its own, or a token."""
    from tests.consent.doors import token

    client = Client(SERVER_NAME="localhost")
    tokens: dict[str, str] = {}

    def send(who: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        bearer = (tokens.get(who) or tokens.setdefault(who, token(who))) if ":" in who else who
        content = "" if body is None else json.dumps(body)
        address = f"/api/v1/{quote(path, safe='/?=&*')}"
        headers["Authorization"] = f"Bearer {bearer}"
        return client.generic(method, address, content, content_type="application/json", headers=headers)

    with override_settings(MEMORY_ADMIN_CHECK_ANSWERS=True):
        yield send


@pytest.fixture
def shell(db: Any, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a shell on the test's own installation."""
    from tests.commands.shell import Shell

    return Shell(capsys)
