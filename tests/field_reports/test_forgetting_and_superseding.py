"""What is forgotten is gone on every path; what was replaced or has run out does not come back."""

from __future__ import annotations

from tests.conftest import Database
from tests.field_reports.people import Person, person


def test_forgetting_all_of_one_leaves_the_others(db: Database) -> None:
    """D01, D04: delete_all(user) drops everybody's, a project's deletion wipes other projects."""
    ash, other = person("si:ash"), person("si:max_agent")
    for one in (ash, other):
        one.write("the harness rubs", tags=["p1"])
        one.write(f"only {one.entity} knows", tags=["p2"])
    for item in ash.get("/memories", tag="p1")["items"]:
        ash.asked("DELETE", f"/memories/{item['id']}", status=204)
    assert ash.listed() == {"only si:ash knows"}
    assert other.listed() == {"the harness rubs", "only si:max_agent knows"}


def _paths(memory: str) -> list[str]:
    return [f"/memories/{memory}", f"/memories/{memory}/versions", f"/privacy/audit?memory={memory}"]


def test_what_is_forgotten_is_found_on_no_path(db: Database) -> None:
    """D02: gone from the interface, still found by search."""
    ash, sean = person("si:ash"), person("human:sean")
    memory = ash.write("the harness rubs", access_grants=["human:sean"])
    assert sean.recalled("harness")
    ash.asked("DELETE", f"/memories/{memory}", status=204)
    for one in (ash, sean):
        assert one.finds_nothing("harness")
        assert {one.send("GET", path).status_code for path in _paths(memory)} == {404}
    asked = {"memory": memory, "principal": "human:sean"}
    assert ash.send("POST", "/access/check", asked).status_code == 404


def test_what_was_just_found_can_be_forgotten(db: Database) -> None:
    """D10: forget answers 404 for a memory that was just found."""
    ash = person("si:ash")
    ash.write("the harness rubs")
    (item,) = ash.recall("harness")["items"]
    ash.asked("DELETE", f"/memories/{item['memory_id']}", status=204)
    assert ash.recalled("harness") == []


def test_no_row_without_text_keeps_a_place_in_a_list(db: Database) -> None:
    """D04: ghost rows with empty text keep a score."""
    ash = person("si:ash")
    for number in range(4):
        memory = ash.write(f"walks {number}")
        if number % 2:
            ash.asked("DELETE", f"/memories/{memory}", status=204)
    assert sorted(ash.searched("walks")) == sorted(ash.listed()) == ["walks 0", "walks 2"]


def _replaced(ash: Person) -> tuple[str, str]:
    old = ash.write("Bella weighs 9 kg", valid_until="2099-01-01T00:00:00Z")
    new = ash.write("Bella weighs 11 kg now")
    ash.asked("PATCH", f"/memories/{old}", {"superseded_by": new, "version": 1})
    return old, new


def test_what_was_replaced_is_shown_only_when_asked_for(db: Database) -> None:
    """D14: a superseded memory is still ranked first."""
    ash = person("si:ash")
    _replaced(ash)
    assert ash.recalled("Bella weighs 9 kg") == ash.searched("weighs 9 kg") == ["Bella weighs 11 kg now"]
    assert ash.listed() == {"Bella weighs 11 kg now"}
    assert ash.listed(state="superseded") == {"Bella weighs 9 kg"}


def test_a_replaced_memory_does_not_come_back_by_an_edit(db: Database) -> None:
    """D14: the same, by the way of its state."""
    ash = person("si:ash")
    old, _ = _replaced(ash)
    answer = ash.send("PATCH", f"/memories/{old}", {"state": "active", "version": 2})
    assert answer.status_code == 409
    assert ash.listed() == {"Bella weighs 11 kg now"}


def test_what_held_then_is_found_as_of_then(db: Database) -> None:
    """D15: an as-of query drops what has run out since, or returns what was replaced."""
    ash = person("si:ash")
    then = {"occurred_at": "2026-01-10T00:00:00Z", "valid_until": "2026-01-20T00:00:00Z"}
    ash.write("the park gate is closed", **then)
    replaced = ash.write("the park gate is open", occurred_at="2026-01-01T00:00:00Z")
    newer = ash.write("the park gate is painted", occurred_at="2026-01-02T00:00:00Z")
    ash.asked("PATCH", f"/memories/{replaced}", {"superseded_by": newer, "version": 1})
    now = {"the park gate is painted"}
    then_as_now = now | {"the park gate is closed"}
    assert ash.listed() == set(ash.searched("gate")) == set(ash.recalled("gate")) == now
    as_of = "2026-01-15T00:00:00Z"
    assert ash.listed(as_of=as_of) == set(ash.searched("gate", as_of=as_of)) == then_as_now
    assert set(ash.recalled("gate", as_of=as_of)) == then_as_now
    assert ash.listed(as_of="2026-01-05T00:00:00Z") == now
