"""Derived memories: nobody sees one without seeing its sources, and it is believed no more than they are."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Memory
from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, principal
from tests.consent.doors import Door

MAX = OUTSIDER


def write(door: Door, who: str, content: str, **more: Any) -> str:
    made = door(who, "POST", "memories", {"content": content, **more})
    assert made.status_code == 201, made.content
    found: str = made.json()["id"]
    return found


def sees(door: Door, who: str, memory: str) -> bool:
    status = door(who, "GET", f"memories/{memory}").status_code
    assert status in {200, 404}
    return bool(status == 200)


def chain(door: Door) -> list[str]:
    """Write a note of the owner's, a summary of it by its grantee, and what another made of that."""
    note = write(door, OWNER, "the vet visit went well", access_grants=[GRANTEE, MAX])
    summary = write(door, GRANTEE, "summed up: all well", access_grants=[MAX, OWNER], derived_from=[note])
    plan = write(door, MAX, "planned: nothing to do", access_grants=["*"], derived_from=[summary])
    return [note, summary, plan]


def test_a_derived_memory_names_its_source_to_its_owner(db: object, door: Door) -> None:
    note, summary, _ = chain(door)
    assert door(GRANTEE, "GET", f"memories/{summary}").json()["derived_from"] == [note]


def test_a_public_grant_on_what_is_derived_shows_it_to_none_who_may_not_see_the_sources(
    db: object, door: Door
) -> None:
    *_, plan = chain(door)
    assert sees(door, MAX, plan) and sees(door, GRANTEE, plan)
    assert not sees(door, "human:luna", plan)
    found = door("human:luna", "POST", "recall", {"query": "planned nothing"}).json()
    assert (found["items"], found["excluded"]) == ([], [])


def test_a_revoked_source_closes_all_that_was_made_of_it_at_once(db: object, door: Door) -> None:
    # Mutant seen failing: `derived_from` dropped when the draft is placed, so that the label has no sources.
    note, summary, plan = chain(door)
    assert door(OWNER, "DELETE", f"memories/{note}/grants/{MAX}").status_code == 204
    assert sees(door, GRANTEE, summary) and not sees(door, MAX, summary)
    assert not sees(door, MAX, plan), "not even its own writer, who sees the source no more"
    assert door(MAX, "GET", "memories").json()["items"] == []
    door(OWNER, "POST", f"memories/{note}/grants", {"grantee": MAX})
    assert sees(door, MAX, plan)


def test_a_forgotten_source_closes_all_that_was_made_of_it(db: object, door: Door) -> None:
    note, summary, plan = chain(door)
    assert door(OWNER, "DELETE", f"memories/{note}").status_code == 204
    assert not any(sees(door, who, one) for who in (OWNER, GRANTEE, MAX) for one in (summary, plan))


def test_what_is_derived_is_shown_no_further_than_its_source(db: object, door: Door) -> None:
    """The owner trusts max with a hint of the note; the grantee, who trusts all, cannot pass it on whole."""
    # Mutant seen failing: `sources` left out of the last CASE of consent_judge and of effective_trust.
    note, summary, _ = chain(door)
    door(OWNER, "PUT", f"trust/{OWNER}/{MAX}", {"base_trust": 0.1, "reason": "a stranger"})
    told = {one: door(MAX, "GET", f"memories/{one}").json() for one in (note, summary)}
    assert {one["tier"] for one in told.values()} == {"hint"}
    assert not any("well" in one["content"] for one in told.values())
    assert door(MAX, "GET", "memories?q=summed").json()["items"] == [], "nor found by words of what is hidden"
    listed = {one["id"]: one["tier"] for one in door(MAX, "GET", "memories").json()["items"]}
    assert listed[summary] == "hint"


def test_what_is_derived_keeps_its_sources_ceiling(db: object, door: Door) -> None:
    note = write(door, OWNER, "a sealed matter", access_grants=[GRANTEE, MAX], trust=0.3)
    summary = write(door, GRANTEE, "about it", access_grants=[MAX], derived_from=[note])
    assert door(GRANTEE, "GET", f"memories/{summary}").json()["trust"] == 0.3
    assert door(MAX, "GET", f"memories/{summary}").json()["tier"] == "metadata"


def test_a_source_lowered_later_lowers_what_was_made_of_it_at_every_depth(db: object, door: Door) -> None:
    # Mutant seen failing: `lower_below` not called by an edit.
    note, summary, plan = chain(door)
    changed = door(OWNER, "PATCH", f"memories/{note}", {"version": 1, "trust": 0.3})
    assert changed.status_code == 200, changed.content
    rows = Memory.objects.filter(kind="raw").values_list("ceiling", flat=True)
    assert set(rows) == {0.3}
    assert door(MAX, "GET", f"memories/{summary}").json()["tier"] == "metadata"
    assert door(OWNER, "GET", f"memories/{plan}").json()["tier"] == "metadata"


def test_what_is_derived_is_believed_no_more_than_its_source(db: object, door: Door) -> None:
    note = write(door, OWNER, "read on a page", access_grants=[GRANTEE], source={"type": "document"})
    tool = {"type": "tool_result"}
    summary = write(door, GRANTEE, "so it is said", derived_from=[note], source=tool)
    again = write(door, GRANTEE, "and so it is", derived_from=[summary], source=tool)
    read = [door(GRANTEE, "GET", f"memories/{one}").json()["provenance"] for one in (summary, again)]
    assert read == ["untrusted", "untrusted"]


@pytest.mark.parametrize("named", ["hidden", "absent"])
def test_nobody_derives_from_what_it_does_not_see_and_is_told_the_same_of_what_is_not_there(
    db: object, door: Door, named: str
) -> None:
    hidden = write(door, OWNER, "for nobody else")
    source = hidden if named == "hidden" else "mem_" + "0" * 32
    refused = door(MAX, "POST", "memories", {"content": "mine", "derived_from": [source]})
    assert (refused.status_code, refused.json()["code"]) == (422, "source_unknown")
    assert refused.json()["errors"] == {"derived_from.0": ["There is no memory of this id that you may see."]}


def test_an_id_that_is_none_is_malformed(db: object, door: Door) -> None:
    refused = door(OWNER, "POST", "memories", {"content": "mine", "derived_from": ["mem_1"]})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert list(refused.json()["errors"]) == ["derived_from.0"]


def test_a_batch_judges_the_sources_of_each_item(db: object, door: Door) -> None:
    hidden = write(door, CUSTODIAN, "for nobody else")
    own = write(door, OWNER, "a plain note")
    items = [{"content": f"item {number}", "derived_from": [one]} for number, one in enumerate([own, hidden])]
    results = door(OWNER, "POST", "memories/batch", {"items": items}).json()["results"]
    assert [one["status"] for one in results] == [201, 422]
    assert results[0]["memory"]["derived_from"] == [own]
    refused = door(OWNER, "POST", "memories/batch", {"items": items, "atomic": True})
    assert (refused.status_code, refused.json()["index"]) == (422, 1)


def test_a_memory_is_never_derived_from_itself_by_being_written_again(db: object, door: Door) -> None:
    # Mutant seen failing: `_circle` always None.
    first = write(door, OWNER, "one")
    second = write(door, OWNER, "two", derived_from=[first])
    for source in (first, second):
        again = door(OWNER, "POST", "memories", {"content": "one", "derived_from": [source]})
        assert (again.status_code, again.json()["code"]) == (422, "derivation_circle")


def test_a_source_named_when_the_same_is_written_again_is_added(db: object, door: Door) -> None:
    note = write(door, OWNER, "told in confidence", access_grants=[GRANTEE])
    own = write(door, GRANTEE, "an open remark", access_grants=["*"])
    assert sees(door, MAX, own)
    body = {"content": "an open remark", "derived_from": [note]}
    assert door(GRANTEE, "POST", "memories", body).status_code == 200
    assert not sees(door, MAX, own) and sees(door, GRANTEE, own)


def test_lineage_is_told_only_as_far_as_it_is_seen(db: object, door: Door) -> None:
    """A write describes what was there to its writer, who may not see the source any more."""
    note, summary, _ = chain(door)
    door(OWNER, "DELETE", f"memories/{note}/grants/{GRANTEE}")
    again = door(GRANTEE, "POST", "memories", {"content": "summed up: all well"})
    assert (again.status_code, again.json()["derived_from"]) == (200, [])
    assert note not in door(MAX, "GET", f"memories/{summary}").content.decode()


def test_a_subject_that_denies_the_source_closes_what_was_made_of_it(db: object, door: Door) -> None:
    principal("human:bella")
    note = write(door, OWNER, "she is expecting", subject_ids=["human:bella"], access_grants=[GRANTEE, MAX])
    for grantee in (GRANTEE, MAX):
        agreed = {"grantor": "human:bella", "grantee": grantee, "scope": "subject:human:bella"}
        assert door("human:bella", "POST", "consents", agreed).status_code == 201
    summary = write(door, GRANTEE, "good news is near", access_grants=[MAX], derived_from=[note])
    assert sees(door, MAX, summary)
    (consent,) = [
        one["id"]
        for one in door("human:bella", "GET", "consents").json()["items"]
        if (one["grantee"], one["status"]) == (MAX, "active")
    ]
    assert door("human:bella", "POST", f"consents/{consent}/revoke", {"reason": "mine"}).status_code == 200
    assert not sees(door, MAX, summary)
