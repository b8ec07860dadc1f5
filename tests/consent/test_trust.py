"""Who changes how far an owner trusts an accessor, what counts as raising it, and how one asks."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from consent.models import TrustChange, TrustRelationship
from consent.queries import trust as queries
from consent.rules.trusting import Pair, Terms
from consent.services.trust import set_trust
from memory_admin.http.problem import Problem
from tests.cast import (
    ADMIN,
    CUSTODIAN,
    GRANTEE,
    NOW,
    OUTSIDER,
    OWNER,
    admin,
    caller,
    custodian,
    member,
    principal,
)

RAISER = frozenset({"trust", "trust:raise"})


def put(by: Any, value: float, owner: str = OWNER, accessor: str = GRANTEE, **more: Any) -> TrustRelationship:
    version = more.pop("version", None)
    return set_trust(Pair(owner, accessor), Terms(value, **more), version=version, by=by, now=NOW)


def low(owner: str = OWNER, accessor: str = GRANTEE, value: float = 0.25, **more: Any) -> None:
    TrustRelationship.objects.create(
        owner=principal(owner), accessor=principal(accessor), base_trust=value, last_updated=NOW, **more
    )


def test_an_agent_lowers_its_own_trust_and_its_history_says_why(db: object) -> None:
    principal(GRANTEE)
    put(caller(OWNER), 0.75, reason="care team", summary="care team")
    put(caller(OWNER), 0.5, reason="too chatty")
    assert list(TrustChange.objects.order_by("pk").values_list("base_trust", "reason")) == [
        (0.75, "care team"),
        (0.5, "too chatty"),
    ]
    event = Event.objects.filter(action="trust.set").last()
    assert event is not None and (event.reason, event.details["base_trust"]) == ("too chatty", 0.5)


def test_an_agent_raises_trust_only_with_the_scope_for_it(db: object) -> None:
    low()
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.5)
    assert put(caller(OWNER, scopes=RAISER), 0.5).base_trust == 0.5


def test_a_person_raises_its_own_without_it(db: object) -> None:
    low("human:kim")
    assert put(caller("human:kim"), 1.0, owner="human:kim").base_trust == 1.0


@pytest.mark.parametrize("guard", ["strict_mode", "require_validation"])
def test_taking_a_guard_away_is_raising(db: object, guard: str) -> None:
    terms: dict[str, Any] = {guard: True}
    low(value=0.5, **terms)
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.25)
    put(caller(OWNER), 0.25, **terms)


def test_a_first_word_about_someone_is_held_against_what_applied_before(db: object) -> None:
    member("group:care_team", GRANTEE)
    low(accessor="group:care_team")
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.5)
    put(caller(OWNER), 0.25)


def test_a_word_for_a_context_is_held_against_what_applied_there(db: object) -> None:
    low()
    principal("ctx:bella_health")
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.5, context="ctx:bella_health")
    put(caller(OWNER), 0.1, context="ctx:bella_health")


def test_a_group_trusted_in_a_context_must_not_lift_a_member_that_another_group_keeps_low(db: object) -> None:
    for group in ("group:one", "group:two"):
        member(group, GRANTEE)
    low(accessor="group:one")
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.9, accessor="group:two", context="ctx:bella_health")


def test_everyone_is_the_owners_default(db: object) -> None:
    put(caller(OWNER), 0.5, accessor="*")
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.6)
    with pytest.raises(Problem, match="403 scope_missing"):
        put(caller(OWNER), 0.75, accessor="*")


@pytest.mark.parametrize("owner", [OWNER, "human:nobody"])
def test_the_accessor_only_asks_whether_or_not_the_owner_exists(db: object, owner: str) -> None:
    principal(OWNER)
    with pytest.raises(Problem, match="403 forbidden"):
        put(caller(GRANTEE, scopes=RAISER), 1.0, owner=owner)


@pytest.mark.parametrize("owner", [OWNER, "human:nobody"])
def test_anyone_else_finds_nothing(db: object, owner: str) -> None:
    principal(OWNER)
    with pytest.raises(Problem, match="404 not_found"):
        put(caller(OUTSIDER, scopes=RAISER), 0.1, owner=owner)


def test_nothing_is_changed_while_acting_as_or_for_the_owner(db: object) -> None:
    owner = principal(OWNER)
    as_owner = caller(OUTSIDER, act_as=(owner.pk,), acting_id=owner.pk, acting=OWNER, scopes=RAISER)
    with pytest.raises(Problem, match="403 own_act_required"):
        put(as_owner, 0.1)
    with pytest.raises(Problem, match="403 forbidden"):
        put(as_owner, 1.0, accessor=OUTSIDER)
    with pytest.raises(Problem, match="403 own_act_required"):
        put(caller(OWNER, behalf_id=principal(CUSTODIAN).pk, behalf=CUSTODIAN, scopes=RAISER), 0.1)


def test_a_custodian_answers_for_its_ward_but_not_in_its_own_favour(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    member("group:family", CUSTODIAN)
    for accessor in (CUSTODIAN, "group:family", "*", GRANTEE):
        put(admin(), 0.25, owner="dog:bella", accessor=accessor, reason="start low")
    sean = caller(CUSTODIAN)
    for accessor in ("group:family", "*"):
        with pytest.raises(Problem, match="403 self_raise"):
            put(sean, 0.5, owner="dog:bella", accessor=accessor)
    with pytest.raises(Problem, match="403 self_raise"):
        put(sean, 0.5, owner="dog:bella", accessor=CUSTODIAN)
    assert put(sean, 0.5, owner="dog:bella").base_trust == 0.5
    assert put(sean, 0.1, owner="dog:bella", accessor=CUSTODIAN).base_trust == 0.1


def test_an_owner_does_not_raise_trust_in_what_it_may_act_as(db: object) -> None:
    low()
    twin = principal(GRANTEE)
    with pytest.raises(Problem, match="403 self_raise"):
        put(caller(OWNER, act_as=(twin.pk,), scopes=RAISER), 1.0)
    assert put(caller(OWNER, act_as=(twin.pk,)), 0.1).base_trust == 0.1


def test_an_administrator_changes_it_with_a_reason_but_not_in_its_own_favour(db: object) -> None:
    principal(OWNER)
    with pytest.raises(Problem, match="422 reason_required"):
        put(admin(), 0.5)
    assert put(admin(), 0.5, reason="review 7").reason == "review 7"
    low(accessor=ADMIN)
    with pytest.raises(Problem, match="403 self_raise"):
        put(admin(), 1.0, accessor=ADMIN, reason="review 7")
    assert put(admin(), 0.5, accessor="*", reason="review 7")
    assert put(admin(), 1.0, accessor="*", reason="review 8").base_trust == 1.0


def test_an_agent_with_an_admin_token_does_not_raise_trust_in_itself_or_in_everyone(db: object) -> None:
    low()
    low(accessor="si:other")
    put(caller(OWNER), 0.5, accessor="*")
    agent = caller(GRANTEE, scopes=RAISER | {"admin"})
    for accessor in (GRANTEE, "*"):
        with pytest.raises(Problem, match="403"):
            put(agent, 1.0, accessor=accessor, reason="trust me")
    assert put(agent, 1.0, accessor="si:other", reason="ticket 9").base_trust == 1.0


def test_a_version_named_must_be_the_one_that_is_there(db: object) -> None:
    principal(GRANTEE)
    assert put(caller(OWNER), 0.75, version=0).version == 1
    for stale in (0, 2):
        with pytest.raises(Problem, match="409 version_conflict"):
            put(caller(OWNER), 0.5, version=stale)
    assert put(caller(OWNER), 0.5, version=1).version == 2


def test_a_stored_value_that_cannot_be_read_shows_as_nothing_and_any_word_raises_it(db: object) -> None:
    low(value=7.0)
    owner = caller(OWNER)
    found = queries.find(OWNER, GRANTEE, None, by=owner, now=NOW)
    assert queries.show(found, by=owner, now=NOW)["base_trust"] == 0.0
    with pytest.raises(Problem, match="403 scope_missing"):
        put(owner, 0.1)


def test_each_side_reads_it_and_the_reason_is_the_owners_alone(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    put(admin(), 0.25, owner="dog:bella", reason="barks at strangers", summary="walks")
    shown = {
        who: queries.show(
            queries.find("dog:bella", GRANTEE, None, by=caller(who), now=NOW), by=caller(who), now=NOW
        )
        for who in (CUSTODIAN, GRANTEE, "dog:bella")
    }
    assert shown[CUSTODIAN] == shown["dog:bella"]
    assert (shown[CUSTODIAN]["reason"], shown[GRANTEE]["reason"]) == ("barks at strangers", None)
    with pytest.raises(Problem, match="404 not_found"):
        queries.find("dog:bella", GRANTEE, None, by=caller(OUTSIDER), now=NOW)
