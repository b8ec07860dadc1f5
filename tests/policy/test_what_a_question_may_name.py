"""A what-if question tells of nothing that its asker may not see: neither that it exists, nor how many."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Memory
from consent.rules.contexts import Seat
from consent.services.context_sessions import enter
from consent.services.memories import create
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, member, principal
from tests.consent.doors import Door, token

ABSENT = "mem_" + "0" * 32


def written(text: str, **more: Any) -> str:
    for entity in (GRANTEE, OUTSIDER, CUSTODIAN):
        principal(entity)
    return create(draft(text, **more), by=caller(OWNER), now=NOW).public_id


def asked(door: Door, who: str, **change: Any) -> tuple[int, Any]:
    answer = door(token(who, "privacy"), "POST", "access/simulate", change)
    body = answer.json()
    return answer.status_code, {key: body[key] for key in body if key != "request_id"}


def word_on(memory: str, who: str) -> dict[str, str]:
    return {"grantor": who, "grantee": OUTSIDER, "scope": f"memory:{memory}"}


def test_a_memory_that_one_may_not_see_is_as_absent_in_a_scope(door: Door, db: Any) -> None:
    """Seen failing when a scope was looked up whoever asked: 200 for what exists, 404 for what does not."""
    hidden = written("for nobody")
    answers = [asked(door, CUSTODIAN, consent=word_on(one, CUSTODIAN)) for one in (hidden, ABSENT)]
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


@pytest.mark.parametrize("became", [{"state": "archived"}, {"valid_until": NOW}, {"state": "quarantined"}])
def test_a_memory_that_is_not_in_use_is_as_absent_to_who_was_shown_it(
    door: Door, db: Any, became: dict[str, Any]
) -> None:
    """Seen failing when sight of a memory was asked without looking whether it is still in use."""
    shown = written("the gate is green", access_grants=(CUSTODIAN,))
    assert asked(door, CUSTODIAN, consent=word_on(shown, CUSTODIAN))[0] == 200
    Memory.objects.update(**became)
    assert asked(door, CUSTODIAN, consent=word_on(shown, CUSTODIAN))[0] == 404
    for memory in (shown, ABSENT):
        body = {**word_on(memory, CUSTODIAN), "purpose": "care"}
        assert door(token(CUSTODIAN, "consent"), "POST", "consents", body).status_code == 404


def test_a_party_to_a_memory_may_name_it(door: Door, db: Any) -> None:
    custodian("dog:bella", CUSTODIAN)
    about = written("bella has a murmur", subject_ids=("dog:bella",))
    assert asked(door, CUSTODIAN, consent=word_on(about, CUSTODIAN))[0] == 200


@pytest.mark.parametrize("scope", ["subject:{}", "ctx:{}"])
def test_an_entity_nobody_knows_is_named_like_one_of_no_concern(door: Door, db: Any, scope: str) -> None:
    """Seen failing when an unknown entity in a scope was 404."""
    written("something")
    principal("si:known")
    principal("ctx:known")
    names = ["si:known", "si:nobody_yet"] if scope.startswith("subject") else ["known", "nobody_yet"]
    words = {"grantor": CUSTODIAN, "grantee": OUTSIDER}
    answers = [asked(door, CUSTODIAN, consent={**words, "scope": scope.format(one)}) for one in names]
    assert answers[0] == answers[1]
    assert answers[0][0] == 200


@pytest.mark.parametrize("place", ["accessor", "context"])
def test_trust_in_somebody_unknown_is_answered_like_trust_in_somebody_known(
    door: Door, db: Any, place: str
) -> None:
    """Seen failing when an unknown accessor or context was 404."""
    written("something")
    names = {"accessor": ["si:known", "si:nobody_yet"], "context": ["ctx:known", "ctx:nobody_yet"]}[place]
    principal(names[0])
    terms = {"owner": OWNER, "accessor": GRANTEE, "base_trust": 0.1}
    answers = [asked(door, OWNER, trust={**terms, place: one}) for one in names]
    assert answers[0] == answers[1]
    assert answers[0][0] == 200


def test_a_grant_to_everyone_tells_an_owner_no_names_of_others(door: Door, db: Any) -> None:
    """Seen failing when every individual there is was listed as gaining it."""
    memory = written("the gate is green", access_grants=(GRANTEE,))
    principal("human:hidden")
    status, found = asked(door, OWNER, grant={"memory": memory, "grantee": "*"})
    assert (status, [one["principal"] for one in found["items"]]) == (200, ["*"])
    assert "human:hidden" not in str(found) and found["counts"]["gains"]["principals"] == 1


def test_whom_an_owner_named_itself_it_is_told_of_by_name(door: Door, db: Any) -> None:
    memory = written("the gate is green", access_grants=("group:care_team", "*"))
    member("group:care_team", GRANTEE)
    less = {"owner": OWNER, "accessor": "group:care_team", "base_trust": 0}
    assert [one["principal"] for one in asked(door, OWNER, trust=less)[1]["items"]] == []
    lost = asked(door, OWNER, grant={"memory": memory, "grantee": "*", "give": False})[1]["items"]
    assert [one["principal"] for one in lost] == ["*"], "the member sees it all the same"
    lost = asked(door, OWNER, grant={"memory": memory, "grantee": "group:care_team", "give": False})[1]
    assert lost["items"] == [], "everyone sees it all the same"


def test_how_many_there_are_is_not_told(door: Door, db: Any) -> None:
    """Seen failing when everyone and everything that was looked at was counted for whoever asked."""
    memory = written("the gate is green")
    change = {"grant": {"memory": memory, "grantee": GRANTEE}}
    before = asked(door, OWNER, **change)
    principal("human:one_more")
    assert asked(door, OWNER, **change) == before
    assert before[1]["principals_looked_at"] == 2, "the owner and whom it asks about"
    words = {"grantor": OWNER, "grantee": GRANTEE, "scope": "all"}
    assert asked(door, OWNER, consent=words)[1]["memories_looked_at"] == 0, "none is about the asker"


@pytest.mark.parametrize("change", ["grant", "consent", "trust"])
def test_an_unknown_name_and_a_known_one_are_counted_alike(door: Door, db: Any, change: str) -> None:
    """Seen failing when an unknown grantee was looked at besides everyone there is."""
    memory = written("the gate is green", access_grants=("*",))
    principal("si:known")
    answers = []
    for name in ("si:known", "si:nobody_yet"):
        asks: dict[str, Any] = {
            "grant": {"memory": memory, "grantee": name},
            "consent": {"grantor": OWNER, "grantee": name, "scope": "all"},
            "trust": {"owner": OWNER, "accessor": name, "base_trust": 0.1},
        }
        answers.append(str(asked(door, OWNER, **{change: asks[change]})).replace(name, "NAME"))
    assert answers[0] == answers[1]


def test_who_sits_in_a_context_of_others_is_not_told_by_trying_trust_there(door: Door, db: Any) -> None:
    """Seen failing when every seat of every context was looked at for whoever asked."""
    written("the gate is green", access_grants=(GRANTEE,))
    enter("ctx:clinic", by=caller(GRANTEE), now=NOW)
    terms = {"owner": OWNER, "accessor": GRANTEE, "base_trust": 0.1, "context": "ctx:clinic"}
    assert asked(door, OWNER, trust=terms)[1]["items"] == []
    enter("ctx:home", others=[Seat(GRANTEE)], by=caller(OWNER), now=NOW)
    (item,) = asked(door, OWNER, trust={**terms, "context": "ctx:home"})[1]["items"]
    assert (item["principal"], item["context"], item["change"]) == (GRANTEE, "ctx:home", "less")
