"""Whoever approves a statement says itself which warnings it looked at; nobody looks for another."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Generalization, Memory
from tests.cast import CUSTODIAN, OWNER, custodian
from tests.consent.doors import SCOPES, Door, token
from tests.pages.stage import signed_in

PRIVATE = "Bella has a grade 2 heart murmur"
WARNED = "Heart murmurs in small breeds need watching for two weeks"
PLAIN = "Heart murmurs in small breeds need exercise monitoring"
ALL = (*SCOPES, "profile")


def proposed(door: Door, statement: str, **more: Any) -> str:
    """Have the owner propose a statement about bella, which waits for her custodian; return its id."""
    custodian("dog:bella", CUSTODIAN)
    owner = token(OWNER, *ALL)
    memory = door(owner, "POST", "memories", {"content": PRIVATE, "subject_ids": ["dog:bella"]}).json()["id"]
    body = {"statement": statement, "access_grants": ["*"], **more}
    made = door(owner, "POST", f"memories/{memory}/generalize", body)
    assert made.status_code == 202, made.content
    found: str = made.json()["id"]
    return found


def accept(door: Door, proposal: str, **body: Any) -> Any:
    return door(token(CUSTODIAN, *ALL), "POST", f"proposals/{proposal}/accept", body)


def edited_to_say(text: str) -> None:
    """Give the source other words than the statement was checked against when it was proposed."""
    Memory.objects.exclude(kind="belief").update(content=text)


def test_an_approval_names_the_warnings_that_were_looked_at(door: Door) -> None:
    """Seen failing when an approval acknowledged whatever was found by itself."""
    proposal = proposed(door, WARNED, acknowledge=["specificity"])
    unseen: list[dict[str, Any]] = [{}, {"acknowledge": []}, {"acknowledge": ["names"]}]
    for looked_at in unseen:
        refused = accept(door, proposal, **looked_at)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_acknowledged")
        assert "specificity" in refused.json()["detail"]
        warned = [one["check"] for one in refused.json()["findings"] if one["level"] == "warn"]
        assert warned == ["specificity"]
    assert not Memory.objects.filter(kind="belief").exists()
    assert accept(door, proposal, acknowledge=["specificity"]).status_code == 200


def test_where_nothing_is_found_nothing_has_to_be_named(door: Door) -> None:
    assert accept(door, proposed(door, PLAIN)).status_code == 200


@pytest.mark.parametrize("wrong", [{"acknowledge": ["everything"]}, {"acknowledge": "names"}, {"looked": 1}])
def test_what_is_not_a_check_is_not_acknowledged(door: Door, wrong: dict[str, Any]) -> None:
    assert accept(door, proposed(door, PLAIN), **wrong).status_code == 400


def test_only_a_statement_has_warnings_to_acknowledge(door: Door) -> None:
    refused = accept(door, "trq_" + "0" * 32, acknowledge=["names"])
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["acknowledge"])


def test_the_page_acknowledges_what_it_showed_and_shows_what_is_found_since(door: Door) -> None:
    """Seen failing when the tick on the page stood for whatever was found after it was shown."""
    proposal = proposed(door, PLAIN)
    edited_to_say(f"Max says: {PLAIN.lower()}, and so Bella does")
    queue, address = signed_in(CUSTODIAN), f"/generalizations/{proposal}/answer/"
    assert "specificity" not in queue.get("/generalizations/").content.decode()
    refused = queue.post(address, {"answer": "accept", "looked": "on"})
    assert refused.status_code == 409
    shown = refused.content.decode()
    assert 'name="checks" value="specificity"' in shown and "more than when it was proposed" in shown
    assert Generalization.objects.get().status == "open"
    done = queue.post(address, {"answer": "accept", "looked": "on", "checks": ["specificity"]})
    assert done.status_code == 302
    assert Generalization.objects.get().status == "accepted"
