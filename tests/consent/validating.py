"""The three scenarios of the trust seed on stage: stored, shared, asked about and validated."""

from __future__ import annotations

from typing import Any

from tests.cast import GRANTEE, OWNER, principal
from tests.consent.doors import Door


def write(door: Door, body: dict[str, Any], owner: str = OWNER, reader: str = GRANTEE) -> str:
    """Store a memory of the owner, shared with a reader; return its id."""
    principal(reader)
    answer = door(owner, "POST", "memories", {**body, "access_grants": [reader]})
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


def ask(door: Door, query: str, who: str = GRANTEE, **more: object) -> dict[str, Any]:
    """Recall as the reader."""
    answer = door(who, "POST", "recall", {"query": query, **more})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def check(door: Door, recall: dict[str, Any], response: str, who: str = GRANTEE) -> dict[str, Any]:
    """Validate a response to a recall."""
    answer = door(who, "POST", "responses/validate", {"recall_id": recall["recall_id"], "response": response})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found
