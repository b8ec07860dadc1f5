"""Who may say yes, no or no longer to a consent, and who is told that there is nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from audit.models import Event
from consent.services.consent_answers import approve, deny, revoke
from consent.services.consent_records import public
from memory_admin.http.problem import Problem
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, admin, caller, custodian, member, principal
from tests.consent.asking import active, asked, looks, say, stored

DAY = timedelta(days=1)
KIM = "human:kim"


@pytest.fixture
def request_id(db: object) -> str:
    """What an agent asks of a dog that sean and kim answer for."""
    custodian("dog:bella", CUSTODIAN)
    custodian("dog:bella", KIM)
    return asked(say(caller(OWNER), "dog:bella", GRANTEE))


def test_a_custodians_yes_is_a_verified_record_of_its_own(request_id: str) -> None:
    record = approve(request_id, by=caller(CUSTODIAN), now=NOW)
    assert (record.evidence, public(record)) == ("verified", request_id)
    assert stored() == [(CUSTODIAN, GRANTEE, "active")]


def test_a_co_custodians_no_is_a_record_of_its_own_beside_the_yes(request_id: str) -> None:
    approve(request_id, by=caller(CUSTODIAN), now=NOW)
    deny(request_id, by=caller(KIM), now=NOW)
    assert stored() == [(CUSTODIAN, GRANTEE, "active"), (KIM, GRANTEE, "denied")]
    approve(request_id, by=caller(KIM), now=NOW)
    assert stored() == [(CUSTODIAN, GRANTEE, "active"), (KIM, GRANTEE, "active")]


def test_a_denial_never_runs_out_by_itself(db: object) -> None:
    principal(KIM)
    request = asked(say(caller(OWNER), KIM, GRANTEE, "all", expires_at=NOW + DAY))
    assert deny(request, by=caller(KIM), now=NOW).expires_at is None


@pytest.mark.parametrize("answer", [approve, deny, revoke])
@pytest.mark.parametrize("who", [OUTSIDER, GRANTEE, "human:stranger"])
def test_anyone_unrelated_is_told_that_there_is_nothing(request_id: str, answer: object, who: str) -> None:
    for one in (request_id, "con_" + "0" * 32, "nonsense"):
        with pytest.raises(Problem, match="404 not_found"):
            answer(one, by=caller(who), now=NOW)  # type: ignore[operator]


def test_the_asker_is_told_that_the_answer_is_not_its_own_alike_for_what_nobody_got(request_id: str) -> None:
    for one in (request_id, asked(say(caller(OWNER), "human:nobody", GRANTEE))):
        with pytest.raises(Problem, match="403 own_request"):
            approve(one, by=caller(OWNER), now=NOW)


def test_an_agent_never_approves_its_own_request_under_another_name(request_id: str) -> None:
    sean = principal(CUSTODIAN)
    for by in (
        caller(OWNER, act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN),
        caller("si:twin", act_as=(sean.pk, principal(OWNER).pk), acting_id=sean.pk, acting=CUSTODIAN),
    ):
        with pytest.raises(Problem, match="403 own_request"):
            approve(request_id, by=by, now=NOW)


def test_an_agent_never_approves_its_own_request_with_another_key(db: object) -> None:
    custodian("dog:bella", "si:nanny")
    request = asked(say(caller(OWNER, credential_id=7, lineage_id=7), "dog:bella", GRANTEE))
    with pytest.raises(Problem, match="403 own_request"):
        approve(request, by=caller("si:nanny", credential_id=9, lineage_id=7), now=NOW)
    assert approve(request, by=caller("si:nanny", lineage_id=8), now=NOW).status == "active"


def test_an_agent_that_asked_second_does_not_approve_what_another_asked_first(db: object) -> None:
    custodian("dog:bella", "si:nanny")
    first = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    second = asked(say(caller(OUTSIDER, lineage_id=7), "dog:bella", GRANTEE))
    for one in (first, second):
        with pytest.raises(Problem, match="403 own_request"):
            approve(one, by=caller("si:nanny", lineage_id=7), now=NOW)


@pytest.mark.parametrize("grantee", ["si:nanny", "group:care_team", "si:twin"])
def test_an_agent_never_approves_what_lets_itself_in(db: object, grantee: str) -> None:
    custodian("dog:bella", "si:nanny")
    member("group:care_team", "si:nanny")
    twin = principal("si:twin")
    request = asked(say(caller(OWNER), "dog:bella", grantee))
    with pytest.raises(Problem, match="403 own_request"):
        approve(request, by=caller("si:nanny", act_as=(twin.pk,)), now=NOW)


def test_an_admin_token_of_the_asker_does_not_approve_its_request(request_id: str) -> None:
    agent = caller(OWNER, scopes=frozenset({"admin", "consent"}))
    with pytest.raises(Problem, match="403 own_request"):
        approve(request_id, by=agent, now=NOW, reason="trust me")


def test_nobody_agrees_while_acting_as_or_for_another(request_id: str) -> None:
    sean = principal(CUSTODIAN)
    proxy = caller("si:proxy", act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN)
    with pytest.raises(Problem, match="403 own_act_required"):
        approve(request_id, by=proxy, now=NOW)
    with pytest.raises(Problem, match="404 not_found"):
        approve(request_id, by=caller("si:gateway", behalf_id=sean.pk, behalf=CUSTODIAN), now=NOW)


def test_a_proxy_named_for_the_grantor_passes_its_yes_on_as_an_assertion(db: object) -> None:
    sean = principal(CUSTODIAN)
    request = asked(say(caller(OWNER), CUSTODIAN, GRANTEE, "all"))
    scopes = frozenset({"consent", f"consent:record:{CUSTODIAN}"})
    proxy = caller("si:proxy", act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN, scopes=scopes)
    record = approve(request, by=proxy, now=NOW)
    assert (record.evidence, record.expires_at) == ("asserted", NOW + 30 * DAY)


def test_a_duplicate_request_is_answered_under_the_same_rule_as_the_first(request_id: str) -> None:
    second = asked(say(caller(OUTSIDER), "dog:bella", GRANTEE))
    sean = principal(CUSTODIAN)
    proxy = caller("si:proxy", act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN)
    with pytest.raises(Problem, match="403 own_act_required"):
        approve(second, by=proxy, now=NOW)
    assert public(approve(second, by=caller(CUSTODIAN), now=NOW)) == request_id


def test_an_administrator_answers_with_a_reason_only(request_id: str) -> None:
    for answer in (approve, deny, revoke):
        with pytest.raises(Problem, match="422 reason_required"):
            answer(request_id, by=admin(), now=NOW)
    assert approve(request_id, by=admin(), now=NOW, reason="court order").evidence == "admin"
    assert revoke(request_id, by=admin(), now=NOW, reason="lifted").status == "revoked"


@pytest.mark.parametrize("who", [CUSTODIAN, KIM, "dog:bella"])
def test_the_grantor_and_the_subject_concerned_withdraw(request_id: str, who: str) -> None:
    approve(request_id, by=caller(CUSTODIAN), now=NOW)
    record = revoke(request_id, by=caller(who), now=NOW + DAY, reason="enough")
    assert (record.status, record.revoked_at) == ("revoked", NOW + DAY)
    assert Event.objects.filter(action="consent.revoke", object_id=request_id).count() == 1


def test_withdrawing_twice_changes_nothing(request_id: str) -> None:
    approve(request_id, by=caller(CUSTODIAN), now=NOW)
    revoke(request_id, by=caller(CUSTODIAN), now=NOW)
    assert revoke(request_id, by=caller(CUSTODIAN), now=NOW + DAY).revoked_at == NOW
    assert Event.objects.filter(action="consent.revoke").count() == 1


def test_neither_grantee_nor_asker_withdraws(request_id: str) -> None:
    approve(request_id, by=caller(CUSTODIAN), now=NOW)
    with pytest.raises(Problem, match="404"):
        revoke(request_id, by=caller(GRANTEE), now=NOW)
    with pytest.raises(Problem, match="403 own_request"):
        revoke(request_id, by=caller(OWNER), now=NOW)
    assert stored() == [(CUSTODIAN, GRANTEE, "active")]


def test_what_has_ended_is_given_anew_and_not_answered(request_id: str) -> None:
    approve(request_id, by=caller(CUSTODIAN), now=NOW)
    revoke(request_id, by=caller(CUSTODIAN), now=NOW)
    for answer in (approve, deny):
        with pytest.raises(Problem, match="409 not_open"):
            answer(request_id, by=caller(CUSTODIAN), now=NOW)


def test_a_request_is_denied_and_not_revoked(request_id: str) -> None:
    with pytest.raises(Problem, match="409 not_active"):
        revoke(request_id, by=caller(CUSTODIAN), now=NOW)


def test_giving_answers_what_was_asked(request_id: str) -> None:
    record = active(say(caller(CUSTODIAN), "dog:bella", GRANTEE))
    assert public(record) == request_id
    assert stored() == [(CUSTODIAN, GRANTEE, "active")]


def test_a_second_answer_of_a_custodian_folds_the_request_into_its_own_record(request_id: str) -> None:
    own = active(say(caller(CUSTODIAN), CUSTODIAN, GRANTEE))
    assert public(approve(request_id, by=caller(CUSTODIAN), now=NOW)) == public(own)
    assert stored() == [("dog:bella", GRANTEE, "expired"), (CUSTODIAN, GRANTEE, "active")]
    assert looks(request_id, caller(OWNER))["status"] == "active"


def test_a_person_acting_as_itself_answers_what_it_asked_for_once(db: object) -> None:
    principal("dog:bella")
    request = asked(say(caller(KIM), "dog:bella", KIM))
    custodian("dog:bella", KIM)
    assert approve(request, by=replace(caller(KIM), is_agent=False), now=NOW).evidence == "verified"
