"""The stage of attacks: the real interface over HTTP, asked with a token of one's choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from django.test import Client

from tests.consent.doors import SCOPES, token

__all__ = ["SCOPES", "ask", "token", "told"]


def ask(bearer: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Send one request with a bearer token; `path` is below /api/v1/."""
    sent = "" if body is None else json.dumps(body)
    address = f"/api/v1/{quote(path, safe='/?=&*')}"
    named: Mapping[str, str] = {name.replace("_", "-"): value for name, value in headers.items()}
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    return client.generic(
        method,
        address,
        sent,
        content_type="application/json",
        headers={"Authorization": f"Bearer {bearer}", **named},
    )


def told(response: Any) -> tuple[int, dict[str, Any]]:
    """Return status and body of an answer without the request's own id."""
    body = response.json() if response.content else {}
    return response.status_code, {key: value for key, value in body.items() if key != "request_id"}
