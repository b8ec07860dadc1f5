"""Entities named in writes: found, made, held, counted."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import override_settings

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.models import Principal
from profiles.services import principals
from profiles.services.credentials import rotate
from tests.profiles.cast import NOW, admin, agent, at_once, caller_with, someone, token_of

pytestmark = pytest.mark.usefixtures("db")
LOOK_ALIKE = "human:se\u0430n"  # Cyrillic а


def test_an_unknown_entity_is_registered_unverified_and_a_known_one_found() -> None:
    sean = someone("human:sean")
    found = principals.register(["human:SEAN", "dog:bella"], by=agent("si:ash"), now=NOW)
    assert set(found) == {"human:sean", "dog:bella"}
    assert found["human:sean"] == sean
    bella = Principal.objects.get(entity_id="dog:bella")
    assert (bella.verified_at, bella.held, bella.active) == (None, False, True)


@pytest.mark.parametrize("text", ["*", "bella", "dog:", "dog:be lla", "dog:be\u200blla", "Dog:bella"])
def test_what_is_no_entity_is_refused_and_nothing_is_made(text: str) -> None:
    by = agent("si:ash")
    before = Principal.objects.count()
    with pytest.raises(Problem, match="422 bad_entity") as refusal:
        principals.register(["dog:luna", text], by=by, now=NOW)
    assert "lla" not in str(refusal.value)
    assert Principal.objects.count() == before


def test_an_agents_look_alike_is_held_and_the_answer_tells_nothing() -> None:
    someone("human:sean")
    by = agent("si:ash")
    held = principals.register([LOOK_ALIKE], by=by, now=NOW)[LOOK_ALIKE]
    plain = principals.register(["human:max"], by=by, now=NOW)["human:max"]
    assert (held.held, plain.held) == (True, False)
    assert Event.objects.filter(action="principal.hold", object_id=str(held.pk)).count() == 1
    again = principals.register([LOOK_ALIKE], by=by, now=NOW)[LOOK_ALIKE]
    assert again.pk == held.pk


def test_two_look_alikes_in_one_write_hold_the_second() -> None:
    found = principals.register(["human:sean", LOOK_ALIKE], by=agent("si:ash"), now=NOW)
    assert (found["human:sean"].held, found[LOOK_ALIKE].held) == (False, True)


def test_a_digit_is_no_letter() -> None:
    someone("human:bob")
    found = principals.register(["human:b0b", "human:sean1", "human:seanl"], by=agent("si:ash"), now=NOW)
    assert not any(row.held for row in found.values())


def test_an_administrator_is_told_of_the_look_alike_and_passes_with_a_reason() -> None:
    someone("human:sean")
    with pytest.raises(Problem, match="409 lookalike") as refusal:
        principals.register([LOOK_ALIKE], by=admin(), now=NOW)
    assert "human:sean" in refusal.value.detail
    row = principals.register([LOOK_ALIKE], by=admin(), now=NOW, reason="two people")[LOOK_ALIKE]
    assert not row.held


def test_a_held_look_alike_is_released_or_created_with_a_reason_only() -> None:
    someone("human:sean")
    by = agent("si:ash")
    row = principals.register([LOOK_ALIKE], by=by, now=NOW)[LOOK_ALIKE]
    with pytest.raises(Problem, match="409 lookalike"):
        principals.create(LOOK_ALIKE, by=admin(), now=NOW)
    with pytest.raises(Problem, match="409 principal_held"):
        principals.update(row.pk, {"verified": True}, by=admin(), now=NOW)
    principals.update(row.pk, {"held": False}, by=admin(), now=NOW, reason="two people")
    assert Event.objects.filter(action="principal.release").count() == 1
    assert principals.create(LOOK_ALIKE, by=admin(), now=NOW).verified_at == NOW


def test_an_entity_merely_named_is_verified_when_created_once() -> None:
    principals.register(["dog:bella"], by=agent("si:ash"), now=NOW)
    assert principals.create("dog:bella", by=admin(), now=NOW, display_name="Bella").verified_at == NOW
    with pytest.raises(Problem, match="409 principal_exists"):
        principals.create("dog:bella", by=admin(), now=NOW)


@override_settings(MEMORY_ADMIN_REGISTRATION_QUOTA=3)
def test_a_credential_brings_in_so_many_and_rotating_it_brings_no_more() -> None:
    row, token = token_of(someone("si:ash"))
    by = caller_with(token)
    principals.register(["dog:a1", "dog:a2"], by=by, now=NOW)
    with pytest.raises(Problem, match="422 registration_quota"):
        principals.register(["dog:a3", "dog:a4"], by=by, now=NOW)
    assert not Principal.objects.filter(entity_id="dog:a3").exists()
    renewed = caller_with(rotate(row.pk, by=admin(), now=NOW)[1])
    principals.register(["dog:a1", "dog:a3"], by=renewed, now=NOW)
    with pytest.raises(Problem, match="422 registration_quota"):
        principals.register(["dog:a4"], by=renewed, now=NOW)
    assert principals.register(["dog:a1"], by=renewed, now=NOW)
    principals.register(["dog:a4", "dog:a5", "dog:a6", "dog:a7"], by=admin(), now=NOW)


def test_one_entity_named_at_once_by_many_is_one_row() -> None:
    names = [f"dog:d{number}" for number in range(20)]
    agents = [agent(f"si:ash{number}") for number in range(6)]
    raised = at_once(*[partial(principals.register, names, by=by, now=NOW) for by in agents])
    assert raised == []
    assert Principal.objects.filter(namespace="dog").count() == 20


def test_of_two_look_alikes_named_at_once_one_is_held() -> None:
    two = (agent("si:ash"), agent("si:max"))
    for number in range(8):
        pair = (f"human:sean{number}", f"human:se\u0430n{number}")
        acts = zip(pair, two, strict=True)
        assert at_once(*[partial(principals.register, [name], by=by, now=NOW) for name, by in acts]) == []
        held = Principal.objects.filter(entity_id__in=pair).values_list("held", flat=True)
        assert sorted(held) == [False, True]


def test_a_failed_write_leaves_no_entity() -> None:
    from django.db import transaction

    by = agent("si:ash")
    with pytest.raises(RuntimeError), transaction.atomic():
        principals.register(["human:test_user1"], by=by, now=NOW)
        raise RuntimeError
    assert not Principal.objects.filter(name__startswith="test_user").exists()


def test_changes_are_an_administrators() -> None:
    row = someone("human:sean")
    by = agent("si:ash")
    with pytest.raises(Problem, match="403"):
        principals.create("human:max", by=by, now=NOW)
    with pytest.raises(Problem, match="403"):
        principals.update(row.pk, {"active": False}, by=by, now=NOW)


def test_an_address_belongs_to_one_principal() -> None:
    sean, luna = someone("human:sean"), someone("human:luna")
    principals.update(sean.pk, {"email": "a@example.org", "email_verified": True}, by=admin(), now=NOW)
    with pytest.raises(Problem, match="409 email_taken"):
        principals.update(luna.pk, {"email": "a@example.org"}, by=admin(), now=NOW)
    changed = principals.update(sean.pk, {"email": "b@example.org"}, by=admin(), now=NOW)
    assert changed.email_verified_at is None


def test_the_local_administrator_stays() -> None:
    by = admin()
    with pytest.raises(Problem, match="422 local_admin"):
        principals.update(by.principal_id, {"active": False}, by=by, now=NOW)
