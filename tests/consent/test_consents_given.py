"""Whose word makes a consent at once, on what evidence, and whose only asks for one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from audit.models import Event
from consent.models import Consent
from consent.services.consent_answers import deny, revoke
from consent.services.consent_records import public
from consent.services.memories import create
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
    draft,
    member,
    principal,
)
from tests.consent.asking import BELLA, active, asked, looks, say, sees_nothing, stored

DAY = timedelta(days=1)
RECORDER = frozenset({"consent", "consent:record:human:sean"})


def test_a_persons_own_act_is_a_verified_consent(db: object) -> None:
    record = active(say(caller("human:kim"), "human:kim", GRANTEE, "all", purpose="care"))
    assert (record.evidence, record.status, record.granted_at) == ("verified", "active", NOW)


def test_a_custodian_consents_in_its_own_name(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    record = active(say(caller(CUSTODIAN), "dog:bella", GRANTEE))
    assert stored() == [(CUSTODIAN, GRANTEE, "active")]
    assert looks(public(record), caller(CUSTODIAN))["scope"] == BELLA


def test_all_of_a_ward_is_what_is_about_it_and_not_all_of_its_custodian(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    record = active(say(caller(CUSTODIAN), "dog:bella", GRANTEE, "all"))
    assert looks(public(record), caller(CUSTODIAN))["scope"] == BELLA


def test_a_custodian_no_longer_only_asks(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    principal("dog:bella").custodians.update(until=NOW)
    asked(say(caller(CUSTODIAN), "dog:bella", GRANTEE))
    assert stored() == [("dog:bella", GRANTEE, "requested")]


@pytest.mark.parametrize("more", [{"acting": True}, {"behalf": True}])
def test_nothing_done_as_or_for_a_person_is_that_persons_own_word(db: object, more: dict[str, bool]) -> None:
    sean = principal(CUSTODIAN)
    as_sean = {"acting_id": sean.pk, "acting": CUSTODIAN} if "acting" in more else {"behalf_id": sean.pk}
    asked(say(caller(OWNER, act_as=(sean.pk,), **as_sean), CUSTODIAN, GRANTEE))
    assert stored() == [(CUSTODIAN, GRANTEE, "requested")]


def test_a_custodians_word_passed_on_by_another_is_no_word_of_its_own(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    sean = principal(CUSTODIAN)
    asked(say(caller(OWNER, act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN), "dog:bella", GRANTEE))
    assert stored() == [("dog:bella", GRANTEE, "requested")]


def test_an_administrator_records_with_a_reason_and_only_asks_without(db: object) -> None:
    principal(CUSTODIAN)
    record = active(say(admin(), CUSTODIAN, GRANTEE, reason="signed form 12"))
    assert record.evidence == "admin"
    asked(say(admin(), CUSTODIAN, OUTSIDER))


def test_an_agent_with_an_admin_token_does_not_record_in_its_own_favour(db: object) -> None:
    principal(CUSTODIAN)
    agent = caller(OWNER, scopes=frozenset({"admin", "consent"}))
    asked(say(agent, CUSTODIAN, OWNER, reason="trust me"))
    assert active(say(agent, CUSTODIAN, GRANTEE, reason="signed form")).evidence == "admin"


def test_an_agent_named_for_a_grantor_asserts_for_thirty_days(db: object) -> None:
    principal(CUSTODIAN)
    record = active(say(caller(OWNER, scopes=RECORDER), CUSTODIAN, GRANTEE))
    assert (record.evidence, record.expires_at) == ("asserted", NOW + 30 * DAY)
    assert looks(public(record), caller(CUSTODIAN))["evidence"] == "asserted"


def test_an_assertion_that_ends_sooner_keeps_its_end_and_a_later_one_is_cut(db: object) -> None:
    principal(CUSTODIAN)
    agent = caller(OWNER, scopes=RECORDER)
    assert active(say(agent, CUSTODIAN, GRANTEE, expires_at=NOW + DAY)).expires_at == NOW + DAY
    assert active(say(agent, CUSTODIAN, OUTSIDER, expires_at=NOW + 90 * DAY)).expires_at == NOW + 30 * DAY


def test_an_agent_not_named_for_the_grantor_only_asks(db: object) -> None:
    principal("human:kim")
    asked(say(caller(OWNER, scopes=RECORDER), "human:kim", GRANTEE, "all"))
    asked(say(caller(OWNER), "human:kim", OUTSIDER, "all"))


@pytest.mark.parametrize("grantee", [OWNER, "*", "si:twin", "group:care_team", "human:behalf"])
def test_an_agent_asserts_nothing_in_its_own_favour(db: object, grantee: str) -> None:
    principal(CUSTODIAN)
    twin, behalf = principal("si:twin"), principal("human:behalf")
    member("group:care_team", OWNER)
    agent = caller(OWNER, scopes=RECORDER, act_as=(twin.pk,), behalf_id=behalf.pk)
    asked(say(agent, CUSTODIAN, grantee))
    assert not Consent.objects.filter(status="active").exists()


def test_nobody_asserts_for_one_who_cannot_agree(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    agent = caller(OWNER, scopes=frozenset({"consent", "consent:record:dog:bella"}))
    asked(say(agent, "dog:bella", GRANTEE))


def test_an_assertion_counts_once(db: object) -> None:
    principal(CUSTODIAN)
    agent = caller(OWNER, scopes=RECORDER)
    first = active(say(agent, CUSTODIAN, GRANTEE))
    again = active(say(agent, CUSTODIAN, GRANTEE, now=NOW + 20 * DAY))
    assert (again.pk, again.expires_at) == (first.pk, NOW + 30 * DAY)
    asked(say(agent, CUSTODIAN, GRANTEE, now=NOW + 31 * DAY))


@pytest.mark.parametrize("answer", [deny, revoke])
def test_an_assertion_does_not_undo_what_the_grantor_said(db: object, answer: object) -> None:
    principal(CUSTODIAN)
    agent = caller(OWNER, scopes=RECORDER)
    record = active(say(agent, CUSTODIAN, GRANTEE))
    answer(public(record), by=caller(CUSTODIAN), now=NOW)  # type: ignore[operator]
    asked(say(agent, CUSTODIAN, GRANTEE, now=NOW + DAY))
    assert not Consent.objects.filter(status="active").exists()


def test_giving_again_replaces_ones_own_denial(db: object) -> None:
    sean = caller(CUSTODIAN)
    record = active(say(sean, CUSTODIAN, GRANTEE))
    deny(public(record), by=sean, now=NOW)
    assert stored() == [(CUSTODIAN, GRANTEE, "denied")]
    active(say(sean, CUSTODIAN, GRANTEE))
    assert stored() == [(CUSTODIAN, GRANTEE, "active")]


def test_a_consent_to_a_context_keeps_whom_it_was_given_for(db: object) -> None:
    from consent.models import Context, Participant

    context = Context.objects.create(
        principal=principal("ctx:bella_health"), owner=principal(OWNER), created_at=NOW
    )
    for one in (OWNER, CUSTODIAN):
        Participant.objects.create(context=context, principal=principal(one), added_at=NOW)
    record = active(say(caller(CUSTODIAN), CUSTODIAN, "ctx:bella_health", "ctx:bella_health"))
    Participant.objects.create(context=context, principal=principal(OUTSIDER), added_at=NOW)
    record.refresh_from_db()
    assert record.participants == sorted([principal(OWNER).pk, principal(CUSTODIAN).pk])


def test_who_sits_in_a_context_is_not_told_to_a_stranger_that_consents_to_it(db: object) -> None:
    from consent.models import Context, Participant

    context = Context.objects.create(
        principal=principal("ctx:bella_health"), owner=principal(OWNER), created_at=NOW
    )
    Participant.objects.create(context=context, principal=principal(CUSTODIAN), added_at=NOW)
    kim, sean = caller("human:kim"), caller(CUSTODIAN)
    hidden = active(say(kim, "human:kim", "ctx:bella_health", "all"))
    absent = active(say(kim, "human:kim", "ctx:nowhere", "all"))
    assert looks(public(hidden), kim)["participants"] is looks(public(absent), kim)["participants"] is None
    known = active(say(sean, CUSTODIAN, "ctx:bella_health", "all"))
    assert looks(public(known), sean)["participants"] == [CUSTODIAN]


def test_a_consent_for_one_memory_gives_that_memory_a_label_of_its_own(db: object) -> None:
    from consent.models import Memory

    custodian("dog:bella", CUSTODIAN)
    written = create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    active(say(caller(CUSTODIAN), CUSTODIAN, GRANTEE, f"memory:{written.public_id}", sees=sees_nothing))
    assert Memory.objects.get(pk=written.memory_id).label.solo_memory_id == written.memory_id


def test_a_memory_that_is_not_ones_business_is_unknown(db: object) -> None:
    written = create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    kim = caller("human:kim")
    for memory in (written.public_id, "mem_" + "0" * 32):
        with pytest.raises(Problem, match="404 not_found"):
            say(kim, "human:kim", GRANTEE, f"memory:{memory}", sees=sees_nothing)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("purpose", "marketing"),
        ("grantor", "sean"),
        ("grantee", ""),
        ("scope", "everything"),
        ("scope", "subject:*"),
    ],
)
def test_what_cannot_be_read_is_named_by_field(db: object, field: str, value: str) -> None:
    given = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": BELLA, "purpose": "care"} | {field: value}
    with pytest.raises(Problem) as refused:
        say(caller(CUSTODIAN), **given)
    assert (refused.value.status, list(refused.value.errors)) == (400, [field])


def test_a_consent_that_ends_before_it_begins_is_refused(db: object) -> None:
    with pytest.raises(Problem, match="422"):
        say(caller(CUSTODIAN), CUSTODIAN, GRANTEE, expires_at=NOW)


def test_every_word_is_on_record(db: object) -> None:
    record = active(say(admin(), CUSTODIAN, GRANTEE, reason="signed form 12"))
    event = Event.objects.get(action="consent.record")
    assert (event.object_id, event.reason, event.actor_id) == (
        public(record),
        "signed form 12",
        principal(ADMIN).pk,
    )
