"""An agent with the scope `admin` makes the policy stricter; what gives more away is a person's decision."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Violation
from consent.models import Policy
from tests.cast import ADMIN, NOW, OWNER
from tests.consent.doors import Door, token

LOOSER: list[dict[str, Any]] = [
    {"default_trust": 1.0},
    {"context_audience": "participants"},
    {"consent_from": "subjects_or_source"},
    {"exclude_instruction_like_memory": False, "quote_instruction_like_memory": False},
    {"treat_recalled_memory_as_untrusted": False},
    {"minimum_trust_for_system_role": "user_provided"},
    {"default_trust": 0.1, "consent_quiet_days": 1},
]


@pytest.fixture
def strict(db: object) -> None:
    settings = {"default_trust": 0.5, "context_audience": "strict", "consent_from": "subjects_and_source"}
    Policy.objects.create(version=1, settings=settings, at=NOW)


def put(door: Door, bearer: str, **body: Any) -> Any:
    return door(bearer, "PUT", "policies", {"reason": "a test", "version": 1, **body})


@pytest.mark.parametrize("settings", LOOSER, ids=str)
def test_an_agent_loosens_nothing(door: Door, strict: None, settings: dict[str, Any]) -> None:
    """Seen failing before for each: an agent's token let itself be shown more, and its text be believed."""
    refused = put(door, token(OWNER, "admin"), settings=settings)
    assert (refused.status_code, refused.json()["code"]) == (403, "person_required")
    assert Policy.objects.count() == 1 and Violation.objects.get().kind == "trust_escalation"
    assert put(door, token(ADMIN, "admin"), settings=settings).status_code == 200


def test_nor_does_it_bring_an_older_version_back(door: Door, strict: None) -> None:
    """Seen failing with the settings named in the body looked at alone."""
    refused = put(door, token(OWNER, "admin"), restore=0)
    assert (refused.status_code, refused.json()["code"]) == (403, "person_required")


def test_an_agent_tightens(door: Door, strict: None) -> None:
    tighter = {"default_trust": 0.25, "consent_quiet_days": 90, "admit_verified_only": True}
    assert put(door, token(OWNER, "admin"), settings=tighter).status_code == 200
