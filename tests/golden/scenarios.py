"""The three scenarios of the trust seed as memories, with what their owners would add."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from consent.rules.disclosure import MemoryFields

ACCIDENT: Final = MemoryFields(
    kind="personal_event",
    title="Car Accident - June 2025",
    content=(
        "Was in serious car accident on Highway 101. Hit by drunk driver. Spent 2 weeks in hospital. "
        "Had surgery on left leg. PTSD symptoms for months after."
    ),
    when=datetime(2025, 6, 20, 17, 40, tzinfo=UTC),
    context_summary="Significant personal incident with lasting impact",
    tags=("sensitive", "private"),
    location={"address": "Highway 101", "city": "San Francisco", "state": "CA", "country": "USA"},
    subjects=("human:sean",),
)
DOCTOR: Final = MemoryFields(
    kind="personal_event",
    title="Doctor Visit - January 2026",
    content=(
        "Annual checkup. Blood pressure slightly elevated. Doctor recommended reducing sodium intake and "
        "increasing exercise. Prescribed medication for cholesterol. Follow-up in 6 months."
    ),
    when=datetime(2026, 1, 15, 9, 0, tzinfo=UTC),
    summary="Had medical checkup. Discussed health metrics and lifestyle adjustments. Scheduled follow-up.",
    context_summary="A routine matter of health",
    tags=("health", "routine"),
    location={"address": "450 Sutter Street", "city": "San Francisco", "state": "CA", "country": "USA"},
    source="vet:dr_smith",
    subjects=("human:sean",),
)
MEETING: Final = MemoryFields(
    kind="conversation",
    title="Q1 Strategy Meeting",
    content=(
        "Discussed new product launch for Luna Robotics. Budget approved: $2.4 million. Timeline: 6 months. "
        "Team concerns about supplier delays. Decided to hire 2 additional engineers."
    ),
    when=datetime(2026, 1, 20, 15, 30, tzinfo=UTC),
    summary="Quarterly planning with the team; a launch was agreed.",
    context_summary="A planning conversation at work",
    tags=("work", "luna-robotics", "strategy"),
    location={"address": "1 Market Street", "city": "San Francisco", "state": "CA", "country": "USA"},
    subjects=("human:sean",),
    forbidden_terms=("Luna Robotics",),
    redactions=({"field": "content", "pattern": "concerns about [^.]*", "replacement": "had some concerns"},),
)
SCENARIOS: Final = {"car_accident": ACCIDENT, "doctor_visit": DOCTOR, "strategy_meeting": MEETING}
NAMES: Final = {"sean": (1,), "Sean": (1,), "dr_smith": (2,)}
