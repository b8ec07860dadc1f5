"""The three scenarios of the trust seed on stage: what is stored, how far it is trusted, what is asked."""

from __future__ import annotations

from typing import Any

from tests.cast import GRANTEE, OWNER, principal
from tests.consent.doors import Door

CAR: dict[str, Any] = {
    "kind": "personal_event",
    "title": "Car Accident - June 2025",
    "content": (
        "Was in serious car accident on Highway 101. Hit by drunk driver. Spent 2 weeks in hospital. "
        "Had surgery on left leg. PTSD symptoms for months after."
    ),
    "context_summary": "Significant personal incident with lasting impact",
    "tags": ["sensitive", "private"],
    "location": {"city": "San Francisco", "state": "CA"},
    "occurred_at": "2025-06-20T08:00:00Z",
    "trust": 0.0,
}
DOCTOR: dict[str, Any] = {
    "kind": "episode",
    "title": "Doctor Visit - January 2026",
    "content": (
        "Annual checkup. Blood pressure slightly elevated. Doctor recommended reducing sodium intake and "
        "increasing exercise. Prescribed medication for cholesterol. Follow-up in 6 months."
    ),
    "summary": (
        "Had medical checkup. Discussed health metrics and lifestyle adjustments. Scheduled follow-up."
    ),
    "location": {"city": "San Francisco"},
    "occurred_at": "2026-01-15T09:00:00Z",
    "trust": 0.5,
}
STRATEGY: dict[str, Any] = {
    "kind": "note",
    "title": "Q1 Strategy Meeting",
    "content": (
        "Discussed new product launch for Borealis Freight. Budget approved: $482,000. Timeline: 6 months. "
        "Team concerns about the Lisbon data centre. Decided to hire 2 additional engineers."
    ),
    "redactions": [
        {"field": "content", "pattern": "Borealis Freight", "replacement": "[REDACTED CLIENT]"},
        {"field": "content", "pattern": r"\$[0-9,]+", "replacement": "[REDACTED]"},
        {"field": "content", "pattern": "the Lisbon data centre", "replacement": "[REDACTED]"},
    ],
    "location": {"city": "San Francisco"},
    "occurred_at": "2026-01-20T09:00:00Z",
    "trust": 0.75,
}
KEPT_PRIVATE = (
    "I'm aware that something significant happened around that time that had an impact on you. The specific "
    "details are private, but I'm here if you'd like to talk about how you're doing now."
)
TOLD = "You were in a car accident on Highway 101..."


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
