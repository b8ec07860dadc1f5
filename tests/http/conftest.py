"""A client per member of the cast, against the small interface of endpoints.py."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

REFUSALS: list[tuple[str, str]] = []
BROKEN = ("refusals", "cannot be written")


def note(request: Any, problem: Any) -> None:
    """Stand in for the audit: note a refusal, or fail as an unwritable table would."""
    if BROKEN in REFUSALS:
        raise RuntimeError("the table is read-only")
    REFUSALS.append((problem.code, request.request_id))


class Agent:
    """Someone with a token (or none) who speaks JSON."""

    def __init__(self, name: str) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {name}"} if name else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=self.headers | headers)

    def send(self, method: str, path: str, body: Any, **headers: str) -> Any:
        """Send bytes as they are and anything else as JSON."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = headers.pop("content_type", "application/json")
        return self.client.generic(method, path, raw, kind, headers=self.headers | headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)


@pytest.fixture(autouse=True)
def interface(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.http.urls"
    settings.MIDDLEWARE = ["memory_admin.http.middleware.RequestIdMiddleware"]
    settings.MEMORY_ADMIN_REFUSAL_HOOK = "tests.http.conftest.note"
    settings.MEMORY_ADMIN_CHECK_ANSWERS = True
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    REFUSALS.clear()


@pytest.fixture
def refusals() -> list[Any]:
    return REFUSALS


@pytest.fixture
def owner() -> Agent:
    return Agent("owner")


@pytest.fixture
def grantee() -> Agent:
    return Agent("grantee")


@pytest.fixture
def outsider() -> Agent:
    return Agent("outsider")


@pytest.fixture
def nobody() -> Agent:
    return Agent("")
