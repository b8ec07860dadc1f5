"""What one person keeps reaches another: filters that were forgotten, mixed up or ignored."""

from __future__ import annotations

import pytest

from consent.models import KINDS
from consent.services.memories import create_many
from tests.cast import NOW, caller, draft, member
from tests.conftest import Database
from tests.field_reports.people import administrator, person


def test_another_session_of_another_person_finds_nothing(db: Database) -> None:
    """L02: search filtered by session, not user."""
    ash, other = person("si:ash"), person("si:max_agent")
    mine = ash.asked("POST", "/contexts/ctx:first/enter", {})["context_session"]
    theirs = other.asked("POST", "/contexts/ctx:second/enter", {})["context_session"]
    ash.write("the key is under the mat", context_session=mine)
    assert other.finds_nothing("key")
    assert other.recalled("key", context_session=theirs) == []
    assert other.send("POST", "/recall", {"query": "key", "context_session": mine}).status_code == 404
    assert ash.recalled("key", context_session=mine) == ["the key is under the mat"]


def test_an_id_that_begins_like_another_is_another(db: Database) -> None:
    """L03: a failed insert for test_user1, then its search gives test_user's data."""
    longer, shorter = person("human:test_user1"), person("human:test_user")
    shorter.write("the garage code is 1234")
    assert longer.send("POST", "/memories", {"content": "x", "metadata": {"owner": "y"}}).status_code == 422
    assert longer.finds_nothing("garage")
    assert longer.listed(owner="human:test_user") == set()


def test_members_of_one_group_see_their_own_only(db: Database) -> None:
    """L04: two users, two sessions of one group, search returns both."""
    ash, other = person("si:ash"), person("si:max_agent")
    member("group:care_team", "si:ash")
    member("group:care_team", "si:max_agent")
    ash.write("Ash likes short walks")
    other.write("Max likes long walks")
    assert ash.searched("walks") == ash.recalled("walks") == ["Ash likes short walks"]
    assert other.listed() == {"Max likes long walks"}


@pytest.mark.parametrize("name", ["user_id", "metadata.user_id", "filters", "agent", "run_id", "Owner"])
def test_a_filter_nobody_knows_is_refused_and_never_dropped(db: Database, name: str) -> None:
    """L05: a wrong filter field name is ignored."""
    ash = person("si:ash")
    assert ash.send("GET", f"/memories?{name}=si:ash").status_code == 400
    assert ash.send("POST", "/recall", {"query": "heart", name: "si:ash"}).status_code == 400


def test_every_kind_of_memory_is_filtered_alike(db: Database) -> None:
    """L06: edges respect the group, nodes do not."""
    ash, other = person("si:ash"), person("si:max_agent")
    for kind in KINDS:
        ash.write(f"{kind} about the hidden cellar", kind=kind)
        assert other.listed(kind=kind) == set()
        assert other.searched("cellar", kind=kind) == other.recalled("cellar", kinds=[kind]) == []
    assert other.finds_nothing("cellar")
    assert len(ash.listed()) == len(KINDS)


def test_one_owner_named_two_named_and_none_named_are_three_different_questions(db: Database) -> None:
    """L07: one group id gives nothing, two give all (`len > 1`)."""
    reader = person("human:sean")
    for entity, text in (
        ("si:ash", "apples from Ash"),
        ("si:max", "apples from Max"),
        ("si:luna", "apples, Luna's"),
    ):
        person(entity).write(text, access_grants=["human:sean"])
    assert (
        reader.listed(owner="si:ash")
        == set(reader.recalled("apples", owners=["si:ash"]))
        == {"apples from Ash"}
    )
    both = {"apples from Ash", "apples from Max"}
    assert reader.listed(owner=["si:ash", "si:max"]) == set(
        reader.recalled("apples", owners=["si:ash", "si:max"])
    )
    assert reader.listed(owner=["si:ash", "si:max"]) == both
    assert reader.recalled("apples", owners=[]) == []
    assert len(reader.recalled("apples")) == 3


def test_an_entity_that_someone_else_named_leaves_no_trace(db: Database) -> None:
    """L08: a shared table of entities lacks the owner."""
    ash, other = person("si:ash"), person("si:max_agent", "principals", "memory", "recall", "privacy")
    ash.write("Alice works at Acme", subject_ids=["human:alice", "org:acme"])
    assert other.finds_nothing("Alice")
    assert other.send("GET", "/principals/human:alice").status_code == 404
    assert "alice" not in str(other.get("/principals"))
    assert other.listed(subject="human:alice") == other.listed(subject="human:nobody") == set()
    unknown = other.send("GET", "/privacy/audit?subject=human:nobody")
    assert other.send("GET", "/privacy/audit?subject=human:alice").status_code == unknown.status_code


def test_a_question_to_one_stack_is_answered_from_that_stack(db: Database) -> None:
    """L10: filter by dataset returns the other."""
    reader = person("human:sean")
    person("si:ash").write("my mother is Mary", access_grants=["human:sean"])
    person("si:max").write("my mother is Jane", access_grants=["human:sean"])
    assert reader.recalled("mother", owners=["si:ash"]) == ["my mother is Mary"]
    assert reader.searched("mother", owner="si:max") == ["my mother is Jane"]


def test_what_is_shared_is_found_by_words_by_owner_and_by_id(db: Database) -> None:
    """L11: a reader of a shared dataset gets 404 by name, works by id."""
    ash, sean = person("si:ash"), person("human:sean")
    memory = ash.write("the harness rubs", title="Harness")
    assert not sean.sees(memory)
    ash.share(memory, "human:sean")
    assert sean.sees(memory)
    assert sean.searched("harness") == sean.recalled("harness") == list(sean.listed(owner="si:ash"))


def test_every_way_to_read_asks_the_same_question(db: Database) -> None:
    """L13: recall filters by user, list-all does not."""
    ash, other = person("si:ash"), person("si:max_agent")
    memory = ash.write("the cellar is damp")
    assert other.finds_nothing("cellar")
    assert other.listed(owner="si:ash") == set()
    for path in (f"/memories/{memory}", f"/memories/{memory}/versions", f"/privacy/audit?memory={memory}"):
        assert other.send("GET", path).status_code == 404, path
    asked = {"memory": memory, "principal": "si:max_agent"}
    assert other.send("POST", "/access/check", asked).status_code == 404
    assert other.asked("POST", "/access/check", {"checks": [asked]})["results"][0]["reason"] == "unknown"


def test_ids_that_differ_in_punctuation_are_different_people(db: Database) -> None:
    """L14: an id sanitizer maps different ids to one tag."""
    names = ["human:a.b@x", "human:a-b-x", "human:a_b_x", "human:a-b.x", "human:a.b-x"]
    people = [person(name) for name in names]
    for one in people:
        one.write(f"kept by {one.entity}")
    for one in people:
        assert one.listed() == {f"kept by {one.entity}"}


def test_ids_from_a_filtered_search_are_the_ids_to_read_and_delete(db: Database) -> None:
    """L15: a metadata filter makes search return 0; ids from search cannot be deleted."""
    ash = person("si:ash")
    ash.write("the project has a budget", tags=["project"])
    (found,) = ash.get("/memories", q="budget", tag="project")["items"]
    assert ash.get("/memories", tag="project")["items"][0]["id"] == found["id"]
    (recalled,) = ash.recall("budget", tags=["project"])["items"]
    assert recalled["memory_id"] == found["id"]
    ash.asked("DELETE", f"/memories/{found['id']}", status=204)
    assert ash.finds_nothing("budget")


def test_an_empty_id_is_refused_as_a_filter(db: Database) -> None:
    """L16: an empty entity id is forwarded as a filter."""
    ash = person("si:ash")
    for name in (
        "owner",
        "subject",
        "source",
        "context",
        "kind",
        "tag",
        "state",
        "cursor",
        "context_session",
    ):
        assert ash.send("GET", f"/memories?{name}=").status_code == 400, name
    for fields in (
        {"owners": [""]},
        {"subject": ""},
        {"tags": [""]},
        {"kinds": [""]},
        {"context_session": ""},
    ):
        assert ash.send("POST", "/recall", {"query": "heart", **fields}).status_code == 400, fields


def test_many_better_matches_that_are_hidden_take_no_place(db: Database) -> None:
    """L18: an approximate index filtered afterwards returns too few or none."""
    by = caller("si:ash")
    create_many([draft(f"walks walks walks {n}") for n in range(400)], by=by, now=NOW, atomic=True)
    shared = [draft(f"one of the walks {n}", access_grants=("human:sean",)) for n in range(50)]
    create_many(shared, by=by, now=NOW, atomic=True)
    sean = person("human:sean")
    assert len(sean.searched("walks", limit=20)) == len(sean.recalled("walks", limit=20)) == 20
    assert len(sean.listed(limit=20)) == 50
    assert set(sean.recalled("walks", limit=20)) <= {one.content for one in shared}


def test_administrators_have_no_view_of_everything(db: Database) -> None:
    """P10, P13: no trusted owner means a global view; a special key may name any user."""
    person("si:ash").write("the cellar is damp")
    admin = administrator()
    assert admin.listed() == set()
    assert admin.listed(owner="si:ash") == set()
