"""Checks and explanations tell an asker of itself no more than the doors that show it memories."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consent.models import Memory
from consent.queries.checking import check_many
from consent.services.memories import create
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal
from tests.consent.doors import token
from tests.safety.outside import client

ABSENT = "mem_" + "0" * 32


def written(number: int = 0, **more: Any) -> str:
    fields = {"access_grants": (GRANTEE,), **more}
    return create(draft(f"note {number} on the gate", **fields), by=caller(OWNER), now=NOW).public_id


def told(bearer: str, memory: str, **headers: str) -> tuple[Any, int]:
    """Return what a check and an explanation say of the grantee itself."""
    asks = {"memory": memory, "principal": GRANTEE}
    door = client(bearer)
    checked = door.post("/api/v1/access/check", {"checks": [asks]}, format="json", headers=headers).json()
    explained = door.post("/api/v1/access/explain", asks, format="json", headers=headers)
    return {**checked["results"][0], "memory": ""}, explained.status_code


@pytest.fixture
def scene(db: Any) -> str:
    for entity in (GRANTEE, OUTSIDER, CUSTODIAN):
        principal(entity)
    return written()


def test_whoever_sees_a_memory_is_told_so(scene: str) -> None:
    checked, status = told(token(GRANTEE, "privacy"), scene)
    assert (checked["allowed"], status) == (True, 200)


@pytest.mark.parametrize("became", [{"state": "archived"}, {"state": "quarantined"}, {"valid_until": NOW}])
def test_what_is_not_in_use_is_unknown_to_whom_it_was_shared_with(scene: str, became: dict[str, Any]) -> None:
    """Seen failing when a check looked at grants alone: yes for what no other door shows."""
    Memory.objects.update(**became)
    bearer = token(GRANTEE, "privacy")
    assert told(bearer, scene) == told(bearer, ABSENT)
    assert told(bearer, scene)[1] == 404


def test_a_token_that_reads_only_in_a_session_is_told_nothing_outside_one(scene: str) -> None:
    """Seen failing when a check did not know of the token's own limit."""
    bearer = token(GRANTEE, "privacy", context_required=True)
    assert told(bearer, scene) == told(bearer, ABSENT)


def test_who_asks_for_another_is_told_what_both_may_see(scene: str) -> None:
    """Seen failing when a gateway's own sight was enough for whomever it spoke for."""
    bearer = token(GRANTEE, "privacy", "gateway")
    headers = {"X-On-Behalf-Of": OUTSIDER}
    assert told(bearer, scene, **headers) == told(bearer, ABSENT, **headers)


def test_many_checks_cost_no_more_questions_than_a_few(scene: str) -> None:
    """Seen failing when each check looked up custodians for itself."""
    custodian("dog:bella", CUSTODIAN)
    made = [written(number, subject_ids=("dog:bella",)) for number in range(1, 13)]
    counts = []
    for some in (made[:2], made):
        checks = [{"memory": one, "principal": OUTSIDER, "context_session": None} for one in some]
        with CaptureQueriesContext(
            connection,
        ) as captured:
            found = check_many(checks, by=caller(CUSTODIAN), now=NOW)
        assert {one["reason"] for one in found} == {"no_grant"}
        counts.append(len(captured))
    assert counts[0] == counts[1]
