"""The policy in force: the newest version over what is shipped."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from consent.rules.admission import SHIPPED_MODES
from consent.types import Rules
from profiles.queries.prepared import ask

SHIPPED: Final[dict[str, Any]] = {
    "consent_from": "subjects_or_source",
    "context_audience": "participants",
    "default_trust": 1.0,
    "keep_query_text": False,
    "context_session_hours": 8,
    "consent_open_requests": 50,
    "consent_quiet_days": 30,
    "consent_purposes": ["care", "education", "work", "household", "research", "support", "unspecified"],
    "minimum_trust_for_system_role": "application_trusted",
    "minimum_trust_for_admission_bypass": "application_trusted",
    "minimum_trust_for_admission": "untrusted",
    "minimum_confidence_for_admission": 0.0,
    "admit_verified_only": False,
    "admission_modes": dict(SHIPPED_MODES),
    "recency_half_life_days": 365,
}


@dataclass(frozen=True, slots=True)
class PolicyVersion:
    """The settings in force and the number under which they were saved (0 as shipped)."""

    version: int
    settings: dict[str, Any]

    @property
    def rules(self) -> Rules:
        """Return what the decision reads of it."""
        return Rules(
            subjects_and_source=self.settings["consent_from"] == "subjects_and_source",
            strict_audience=self.settings["context_audience"] == "strict",
            default_trust=float(self.settings["default_trust"]),
        )


def current_policy() -> PolicyVersion:
    """Return the policy in force, read in the caller's transaction."""
    newest = ask("SELECT version, settings FROM consent_policy ORDER BY version DESC LIMIT 1", [])
    if not newest:
        return PolicyVersion(0, SHIPPED)
    version, settings = newest[0]
    return PolicyVersion(version, SHIPPED | json.loads(settings))
