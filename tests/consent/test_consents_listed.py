"""Lists of consents: for whom each to a context counts is found for all of them at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, custodian
from tests.consent.doors import Door

SEATED = sorted([CUSTODIAN, GRANTEE])


def given(door: Door, number: int) -> None:
    context = f"ctx:walk_{number}"
    seats = {"id": context, "participants": [{"entity": one} for one in SEATED]}
    assert (made := door(CUSTODIAN, "POST", "contexts", seats)).status_code == 201, made.content
    yes = {"grantor": CUSTODIAN, "grantee": context, "scope": "subject:dog:bella", "purpose": "care"}
    assert (made := door(CUSTODIAN, "POST", "consents", yes)).status_code == 201, made.content


def listed(door: Door, who: str) -> tuple[list[dict[str, Any]], int]:
    door(who, "GET", "consents")
    with CaptureQueriesContext(connection) as asked:
        answer = door(who, "GET", "consents")
    assert answer.status_code == 200, answer.content
    return answer.json()["items"], len(asked)


@pytest.fixture
def walks(door: Door) -> Door:
    custodian("dog:bella", CUSTODIAN)
    given(door, 1)
    return door


def test_many_consents_to_contexts_are_listed_in_as_many_statements_as_one(walks: Door) -> None:
    """Seen failing with three statements and more a consent."""
    one, few = listed(walks, CUSTODIAN)
    for number in range(2, 12):
        given(walks, number)
    all_of_them, many = listed(walks, CUSTODIAN)
    assert (len(one), len(all_of_them)) == (1, 11)
    assert many == few
    assert all(item["participants"] == SEATED for item in all_of_them)
    assert OUTSIDER not in str(all_of_them)
