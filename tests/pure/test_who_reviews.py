"""Ruling on what others were shown is for a person who reviews, never for an agent or an auditor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from audit.rules.reviewing import reviews
from profiles.types import Caller

GRACE: Final = Caller(1, "human:grace", 1, "human:grace", "req_" + "0" * 32, "web")
ADMIN: Final = frozenset({"admin"})


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({"staff_role": "administrator"}, True),
        ({"staff_role": "reviewer"}, True),
        ({"scopes": ADMIN}, True),
        ({"staff_role": "auditor"}, False),
        ({"staff_role": "auditor", "scopes": ADMIN}, False),
        ({"scopes": frozenset({"audit"})}, False),
        ({}, False),
        ({"scopes": ADMIN, "is_agent": True}, False),
        ({"staff_role": "administrator", "acting_id": 2}, False),
        ({"staff_role": "reviewer", "behalf_id": 2}, False),
    ],
)
def test_who_reviews_is_a_person_in_its_own_name_with_that_role(fields: dict[str, Any], may: bool) -> None:
    """Seen failing for an auditor, an agent and who acts as another, each with its word of the rule gone."""
    assert reviews(replace(GRACE, **fields)) is may
