"""Naming a protected entity where its guard might not look: all that others may read is searched."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian
from tests.safety.stages import ask, token

PLACES: dict[str, Any] = {
    "title": "Bella at the vet",
    "summary": "About Bella",
    "context_summary": "Bella was very ill",
    "tags": ["health", "bella_cancer"],
    "location": {"address": "Bella's house, Elm Street", "city": "Austin"},
    "redactions": [{"field": "content", "pattern": "park", "replacement": "Bella's ward"}],
}


@pytest.mark.parametrize("field", PLACES)
def test_a_protected_name_in_any_field_that_others_read_makes_it_a_subject(db: Any, field: str) -> None:
    custodian("dog:bella", CUSTODIAN)
    owner = token(OWNER)
    body = {"content": "A walk in the park", "access_grants": ["*"], field: PLACES[field]}
    written = ask(owner, "POST", "memories", body).json()
    assert (written["subject_ids"], written["access_grants"]) == (["dog:bella"], [])
    assert ask(token(OUTSIDER), "GET", f"memories/{written['id']}").status_code == 404


@pytest.mark.parametrize("field", PLACES)
def test_a_protected_name_edited_into_any_field_closes_what_was_public(db: Any, field: str) -> None:
    custodian("dog:bella", CUSTODIAN)
    owner, outsider = token(OWNER), token(OUTSIDER)
    body = {"content": "A walk in the park", "access_grants": ["*"]}
    memory = ask(owner, "POST", "memories", body).json()["id"]
    assert ask(outsider, "GET", f"memories/{memory}").status_code == 200
    edited = ask(owner, "PATCH", f"memories/{memory}", {"version": 1, field: PLACES[field]}).json()
    assert (edited["subject_ids"], edited["access_grants"]) == (["dog:bella"], [])
    assert ask(outsider, "GET", f"memories/{memory}").status_code == 404


def test_a_new_subject_reopens_a_consent_given_for_the_old_text(db: Any) -> None:
    custodian("dog:bella", CUSTODIAN)
    custodian("dog:luna", "human:tom")
    owner, sean, grantee = token(OWNER), token(CUSTODIAN), token(GRANTEE)
    body = {"content": "Bella plays", "access_grants": [GRANTEE]}
    memory = ask(owner, "POST", "memories", body).json()["id"]
    consent = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": f"memory:{memory}", "purpose": "care"}
    assert ask(sean, "POST", "consents", consent).status_code == 201
    assert ask(grantee, "GET", f"memories/{memory}").status_code == 200
    ask(owner, "PATCH", f"memories/{memory}", {"version": 1, "content": "Bella plays, Luna is ill"})
    assert ask(grantee, "GET", f"memories/{memory}").status_code == 404
