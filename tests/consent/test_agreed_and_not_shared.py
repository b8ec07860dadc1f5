"""A consent without a grant shows nothing, and the owner of what it covers is offered to share it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from consent.models import Consent
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, custodian
from tests.consent.doors import Door

AGREED = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}


@pytest.fixture
def naps(door: Door) -> str:
    """A memory about bella, shared with nobody, of an owner that shares others with those who agree."""
    custodian("dog:bella", CUSTODIAN)
    known = {"content": "The clinic opens at nine", "access_grants": [CUSTODIAN, GRANTEE, OUTSIDER]}
    door(OWNER, "POST", "memories", known)
    said = {"content": "Bella naps", "subject_ids": ["dog:bella"]}
    return str(door(OWNER, "POST", "memories", said).json()["id"])


def offers(door: Door, who: str) -> list[dict[str, Any]]:
    found = door(who, "GET", "consents?role=owner")
    assert found.status_code == 200, found.content
    return list(found.json()["items"])


def test_an_owner_is_told_what_a_consent_would_open_until_it_shares_it(door: Door, naps: str) -> None:
    """Seen failing when nobody told the owner, so that a consent given ahead opened nothing for ever."""
    assert offers(door, OWNER) == []
    given = door(CUSTODIAN, "POST", "consents", AGREED).json()["id"]
    assert door(GRANTEE, "GET", f"memories/{naps}").status_code == 404
    (offer,) = offers(door, OWNER)
    assert (offer["id"], offer["grantee"], offer["memories"]) == (given, GRANTEE, [naps])
    assert (offer["reason"], offer["recorded_by"]) == (None, None)
    assert door(OWNER, "GET", f"consents/{given}").json()["memories"] == [naps]
    assert door(OWNER, "POST", f"memories/{naps}/grants", {"grantee": GRANTEE}).json()["effective"]
    assert door(GRANTEE, "GET", f"memories/{naps}").status_code == 200
    assert offers(door, OWNER) == []
    assert door(OWNER, "GET", f"consents/{given}").status_code == 404


def test_nobody_else_is_told_and_what_has_ended_offers_nothing(door: Door, naps: str) -> None:
    given = door(CUSTODIAN, "POST", "consents", AGREED).json()["id"]
    door(OUTSIDER, "POST", "memories", {"content": "The gate is green"})
    assert offers(door, OUTSIDER) == [] and offers(door, GRANTEE) == []
    assert door(OUTSIDER, "GET", f"consents/{given}").status_code == 404
    Consent.objects.update(expires_at=NOW - timedelta(days=1))
    assert offers(door, OWNER) == []


def test_every_scope_offers_what_it_covers(door: Door, naps: str) -> None:
    for scope in (f"memory:{naps}", "all"):
        door(CUSTODIAN, "POST", "consents", {**AGREED, "scope": scope, "grantee": OUTSIDER})
    by_scope = {one["scope"]: one["memories"] for one in offers(door, OWNER)}
    # "all" is what needs the grantor's own word: bella's does not.
    assert by_scope == {f"memory:{naps}": [naps]}
    told = {"content": "Sean naps too", "subject_ids": [CUSTODIAN]}
    own = door(OWNER, "POST", "memories", told).json()["id"]
    assert {one["scope"]: one["memories"] for one in offers(door, OWNER)}["all"] == [own]


@pytest.mark.parametrize("known", [[CUSTODIAN], [GRANTEE]])
def test_writing_about_somebody_tells_nothing_of_agreements_between_others(
    door: Door, naps: str, known: list[str]
) -> None:
    """Seen failing when any memory about bella told its owner who agreed to what for whom."""
    given = door(CUSTODIAN, "POST", "consents", AGREED).json()["id"]
    said = {"content": "Bella barks", "subject_ids": ["dog:bella"]}
    assert door(OUTSIDER, "POST", "memories", said).status_code == 201
    assert offers(door, OUTSIDER) == [] and door(OUTSIDER, "GET", f"consents/{given}").status_code == 404
    door(OUTSIDER, "POST", "memories", {"content": "The gate is green", "access_grants": known})
    assert offers(door, OUTSIDER) == [] and door(OUTSIDER, "GET", f"consents/{given}").status_code == 404
