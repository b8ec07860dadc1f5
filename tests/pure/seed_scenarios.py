"""The three scenarios of the trust seed: what is stored and what is said about it."""

from __future__ import annotations

from typing import Any

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
