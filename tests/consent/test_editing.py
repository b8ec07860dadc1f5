"""Editing, forgetting, superseding: by the owner, from the version it read, never to widen anything."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from audit.models import Event
from consent.models import Consent, Memory, MemoryVersion, Rendering
from consent.queries.search import Filters
from consent.reading import Page, read, read_page, read_versions
from consent.recall import Ask, recall
from consent.services import editing, superseding
from consent.services.memories import create
from consent.types import Where
from memory_admin.http.problem import Problem
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft

LATER = NOW + timedelta(hours=1)
HERE = Where()


def note(**fields: Any) -> str:
    return create(draft("The clinic opens at nine", **fields), by=caller(OWNER), now=NOW).public_id


def edit(memory: str, version: int = 1, **changes: Any) -> Memory:
    return editing.update(memory, changes, version=version, by=caller(OWNER), now=LATER)


def found(who: str, query: str, **filters: Any) -> list[str]:
    asked = Ask(query, Filters(**filters))
    return [one.item.public_id for one in recall(asked, by=caller(who), now=LATER).outcomes]


def test_an_edit_is_found_by_its_new_words_and_no_longer_by_the_old(db: object) -> None:
    memory = note()
    edit(memory, content="The surgery closes at noon")
    assert found(OWNER, "surgery") == [memory]
    assert found(OWNER, "clinic") == []


def test_an_edit_from_an_old_version_is_refused(db: object) -> None:
    memory = note()
    edit(memory, title="Hours")
    with pytest.raises(Problem, match="version_conflict"):
        edit(memory, version=1, title="Opening hours")


def test_an_edit_keeps_what_was_said_before_and_what_it_does_not_name(db: object) -> None:
    memory = note(metadata={"category": "care", "priority": 2}, tags=("hours",))
    edit(memory, content="The clinic opens at ten")
    row = Memory.objects.get()
    assert (row.metadata, row.tags, row.version) == ({"category": "care", "priority": 2}, ["hours"], 2)
    (before,) = read_versions(memory, by=caller(OWNER), now=LATER)
    assert before.fields["content"] == "The clinic opens at nine"


def test_created_at_stays_whatever_the_clock_of_the_host_says(db: object) -> None:
    memory = note()
    edit(memory, title="one")
    edit(memory, version=2, title="two")
    assert Memory.objects.get().created_at == NOW


@pytest.mark.parametrize("key", ["owner", "user_id", "Provenance", "trust", "access-grants"])
def test_metadata_carries_no_identity_and_no_trust(db: object, key: str) -> None:
    memory = note()
    with pytest.raises(Problem, match="422 refused_metadata"):
        edit(memory, metadata={key: "human:sean"})
    assert Memory.objects.get().version == 1


def test_an_edit_never_raises_provenance(db: object) -> None:
    memory = note(source_type="tool_result")
    edit(memory, content="The clinic opens at eight")
    assert Memory.objects.get().provenance == "model_generated"


def test_verified_is_not_reached_by_editing(db: object) -> None:
    with pytest.raises(Problem, match="verification_needed"):
        edit(note(), epistemic_status="verified")


def test_a_new_text_that_names_a_protected_entity_closes_what_was_public(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    memory = note(access_grants=("*",))
    assert found(OUTSIDER, "clinic") == [memory]
    edit(memory, content="The clinic opens at nine for Bella")
    assert found(OUTSIDER, "clinic") == []


def test_a_subject_is_not_removed_by_the_owner(db: object) -> None:
    memory = note(subject_ids=("human:mia",))
    with pytest.raises(Problem, match="subject_removal"):
        edit(memory, subject_ids=[])


@pytest.mark.parametrize("who", [OUTSIDER, GRANTEE])
def test_nobody_else_edits_or_forgets(db: object, who: str) -> None:
    memory = note(access_grants=(GRANTEE,))
    for act in (
        lambda: editing.update(memory, {"title": "x"}, version=1, by=caller(who), now=LATER),
        lambda: editing.delete(memory, by=caller(who), now=LATER),
    ):
        with pytest.raises(Problem, match="404 not_found"):
            act()


def test_what_is_forgotten_is_gone_by_every_path_and_its_event_stays(db: object) -> None:
    memory = note(access_grants=(GRANTEE,), subject_ids=("human:mia",))
    edit(memory, title="Hours")
    editing.delete(memory, by=caller(OWNER), now=LATER)
    assert found(OWNER, "clinic") == []
    for rows in (Memory, MemoryVersion, Rendering, Consent):
        assert not rows._default_manager.exists()
    with pytest.raises(Problem, match="404 not_found"):
        read(memory, HERE, by=caller(OWNER), now=LATER)
    assert Event.objects.filter(action="memory.delete", object_id=memory).count() == 1


def test_what_has_changed_since_it_was_read_is_not_forgotten(db: object) -> None:
    """Seen failing while only the page looked at the version, before the memory was held."""
    memory, by = note(), caller(OWNER)
    edit(memory, title="Hours")
    with pytest.raises(Problem, match="409 version_conflict"):
        editing.delete(memory, by=by, now=LATER, version=1)
    assert found(OWNER, "clinic") == [memory] and MemoryVersion.objects.exists()
    editing.delete(memory, by=by, now=LATER, version=2)
    assert found(OWNER, "clinic") == []


def test_forgetting_one_leaves_the_others(db: object) -> None:
    kept = create(draft("The clinic has a garden"), by=caller(OWNER), now=NOW).public_id
    editing.delete(note(), by=caller(OWNER), now=LATER)
    assert found(OWNER, "clinic") == [kept]


def test_a_superseded_memory_is_out_unless_its_owner_asks_for_it(db: object) -> None:
    old, new = note(access_grants=("*",)), create(draft("The clinic opens at ten"), by=caller(OWNER), now=NOW)
    superseding.supersede(old, new.public_id, version=1, by=caller(OWNER), now=LATER)
    assert found(OWNER, "clinic nine") == [new.public_id]
    assert found(OWNER, "clinic", states=("superseded",)) == [old]
    assert found(OUTSIDER, "clinic", states=("superseded",)) == []


def test_what_is_known_less_surely_replaces_nothing(db: object) -> None:
    old = note(epistemic_status="observed")
    guess = create(
        draft("The clinic may open at ten", epistemic_status="inferred"), by=caller(OWNER), now=NOW
    )
    with pytest.raises(Problem, match="supersede_refused"):
        superseding.supersede(old, guess.public_id, version=1, by=caller(OWNER), now=LATER)


def test_what_expired_is_out_and_back_when_asked_as_of_then(db: object) -> None:
    memory = note(valid_until=NOW + timedelta(minutes=30))
    assert found(OWNER, "clinic") == []
    assert found(OWNER, "clinic", as_of=NOW + timedelta(minutes=10)) == [memory]


def test_every_page_of_a_list_is_reachable_in_a_stable_order(db: object) -> None:
    for number in range(25):
        create(draft(f"note {number}"), by=caller(OWNER), now=NOW + timedelta(seconds=number))
    seen, place = [], None
    while True:
        rows = read_page(Page(Filters(), place, 10), HERE, by=caller(OWNER), now=LATER)
        seen += [item.body for item, _ in rows[:10]]
        create(draft(f"written meanwhile {len(seen)}"), by=caller(OWNER), now=LATER)
        if len(rows) <= 10:
            break
        place = rows[9][1]
    assert seen == [f"note {number}" for number in range(24, -1, -1)]


def test_five_asked_with_fifty_better_forbidden_still_returns_five(db: object) -> None:
    for number in range(50):
        create(draft(f"clinic clinic clinic {number}"), by=caller("si:luna_agent"), now=NOW)
    mine = {
        create(
            draft(f"a clinic, number {number}, with much else to say"), by=caller(OWNER), now=NOW
        ).public_id
        for number in range(5)
    }
    asked = Ask("clinic", limit=5)
    assert {one.item.public_id for one in recall(asked, by=caller(OWNER), now=LATER).outcomes} == mine


@pytest.mark.parametrize(
    ("wanted", "scopes", "told"), [(0.9, set(), False), (0.9, {"trust:raise"}, True), (0.1, set(), True)]
)
def test_an_agent_shows_more_than_before_only_with_the_scope(
    db: object, wanted: float, scopes: set[str], told: bool
) -> None:
    memory = note(trust=0.5)
    by = caller(OWNER, scopes=frozenset({"memory", *scopes}))
    if told:
        assert editing.update(memory, {"trust": wanted}, version=1, by=by, now=LATER).ceiling == wanted
    else:
        with pytest.raises(Problem, match="403 scope_missing"):
            editing.update(memory, {"trust": wanted}, version=1, by=by, now=LATER)


def test_what_expired_is_gone_by_its_id_too_but_for_its_owner(db: object) -> None:
    memory = note(access_grants=("*",), valid_until=NOW + timedelta(minutes=30))
    assert read(memory, HERE, by=caller(OUTSIDER), now=NOW).item.public_id == memory
    assert read(memory, HERE, by=caller(OWNER), now=LATER).item.public_id == memory
    with pytest.raises(Problem, match="404 not_found"):
        read(memory, HERE, by=caller(OUTSIDER), now=LATER)
