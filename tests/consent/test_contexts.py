"""Contexts: who makes, edits and enters them, what they hand down and whose consent they carry."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from audit.models import Event
from consent.models import Consent, Context, ContextSession, Participant, Policy
from consent.queries import contexts as queries
from consent.recall import Ask, recall
from consent.rules.contexts import Outline, Seat
from consent.services import context_sessions, contexts
from consent.services.consent_answers import deny
from consent.services.contexts import Changes
from consent.services.memories import create
from consent.types import Where
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, admin, caller, custodian, draft, principal
from tests.consent.asking import active, say, stored

HEALTH = "ctx:bella_health"
HOUR = timedelta(hours=1)


def health(by: Any = None, *seats: str, **more: Any) -> contexts.Made:
    listed = tuple(Seat(one) for one in seats or (CUSTODIAN, OWNER))
    return contexts.create(Outline(HEALTH, listed, **more), by=by or caller(OWNER), now=NOW)


def seated() -> dict[str, str | None]:
    rows = Participant.objects.filter(context__principal__entity_id=HEALTH).select_related(
        "principal", "role"
    )
    return {row.principal.entity_id: row.role and row.role.entity_id for row in rows}


def enter(who: str, **more: Any) -> str:
    session = context_sessions.enter(HEALTH, by=caller(who), now=more.pop("now", NOW), **more)
    return f"ctxs_{session.public_id.hex}"


def found(who: str, session: str | None = None) -> list[str]:
    asked = Ask("murmur", where=Where(session))
    return [one.item.public_id for one in recall(asked, by=caller(who), now=NOW + HOUR).outcomes]


def test_the_maker_owns_a_context_and_sits_in_it(db: object) -> None:
    made = health(None, CUSTODIAN)
    assert made.context.owner_id == principal(OWNER).pk
    assert set(seated()) == {OWNER, CUSTODIAN}


def test_an_administrator_makes_one_for_others_without_sitting_in_it(db: object) -> None:
    health(admin(), CUSTODIAN)
    assert set(seated()) == {CUSTODIAN}


def test_a_bare_role_means_a_role(db: object) -> None:
    contexts.create(Outline(HEALTH, (Seat(OWNER, "care_agent"),)), by=caller(OWNER), now=NOW)
    assert seated() == {OWNER: "role:care_agent"}


@pytest.mark.parametrize(
    ("outline", "status", "field"),
    [
        (Outline("group:care_team"), 422, "id"),
        (Outline("nonsense"), 400, "id"),
        (Outline(HEALTH, (Seat("group:care_team"),)), 422, "participants.0.entity"),
        (Outline(HEALTH, (Seat(OWNER, "human:sean"),)), 422, "participants.0.role"),
        (Outline(HEALTH, (Seat(OWNER), Seat("si:ASH"))), 422, "participants"),
        (Outline(HEALTH, (), ("nonsense",)), 400, "default_access_grants.0"),
        (Outline(HEALTH, consent_for=("bella",)), 400, "consent_for.0"),
    ],
)
def test_what_cannot_be_listed_is_named_by_field(
    db: object, outline: Outline, status: int, field: str
) -> None:
    with pytest.raises(Problem) as refused:
        contexts.create(outline, by=caller(OWNER), now=NOW)
    assert (refused.value.status, list(refused.value.errors)) == (status, [field])


def test_no_default_grants_means_participants_and_itself_and_an_empty_list_means_nobody(db: object) -> None:
    assert queries.show([health().context])[0]["default_access_grants"] is None
    empty = contexts.create(Outline("ctx:quiet", (), ()), by=caller(OWNER), now=NOW)
    assert queries.show([empty.context])[0]["default_access_grants"] == []


def test_an_existing_context_is_a_conflict_to_those_who_know_it_and_unknown_to_others(db: object) -> None:
    health()
    with pytest.raises(Problem, match="409 context_exists"):
        health(caller(CUSTODIAN))
    with pytest.raises(Problem, match="404 not_found"):
        health(caller(OUTSIDER))


def refer_to_it(*subjects: str) -> None:
    create(draft("a murmur", subject_ids=subjects, access_grants=(HEALTH,)), by=caller(OWNER), now=NOW)


def test_a_name_that_others_refer_to_is_made_a_context_by_one_who_has_a_say(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    refer_to_it("dog:bella")
    for nobody in (OUTSIDER, OWNER):
        with pytest.raises(Problem, match="404 not_found"):
            health(caller(nobody))
        with pytest.raises(Problem, match="404 not_found"):
            enter(nobody)
    assert health(caller(CUSTODIAN)).context.owner_id == principal(CUSTODIAN).pk


def test_nobody_gets_a_say_by_referring_to_a_name_too(db: object) -> None:
    refer_to_it()
    outsider = caller(OUTSIDER)
    create(draft("about me", subject_ids=(OUTSIDER,), access_grants=(HEALTH,)), by=outsider, now=NOW)
    active(say(outsider, OUTSIDER, HEALTH, "all"))
    with pytest.raises(Problem, match="404 not_found"):
        health(outsider)
    assert health(admin()).context.pk == principal(HEALTH).pk


def test_one_who_consented_before_there_was_a_context_makes_it(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    active(say(caller(CUSTODIAN), CUSTODIAN, HEALTH, HEALTH))
    with pytest.raises(Problem, match="404"):
        health(caller(OUTSIDER))
    assert health(caller(CUSTODIAN)).context


def test_a_say_is_not_had_while_acting_as_another(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    refer_to_it("dog:bella")
    sean = principal(CUSTODIAN)
    with pytest.raises(Problem, match="404"):
        health(caller(OUTSIDER, act_as=(sean.pk,), acting_id=sean.pk, acting=CUSTODIAN))


def test_a_custodian_that_says_so_records_its_consent_for_those_listed_then(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    made = health(caller(CUSTODIAN), CUSTODIAN, OWNER, consent_for=("dog:bella",))
    assert made.consents == {"dog:bella": "active"}
    consent = Consent.objects.get()
    assert (consent.evidence, consent.scope, consent.grantor_id) == (
        "verified",
        "ctx",
        principal(CUSTODIAN).pk,
    )
    assert set(consent.participants) == {principal(CUSTODIAN).pk, principal(OWNER).pk}


def test_one_who_is_no_custodian_asks(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    assert health(consent_for=("dog:bella",)).consents == {"dog:bella": "requested"}
    assert stored() == [("dog:bella", HEALTH, "requested")]


def test_a_later_participant_is_not_covered_and_the_answer_says_who_must_renew(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    health(caller(CUSTODIAN), CUSTODIAN, OWNER, consent_for=("dog:bella",))
    session = enter(OWNER)
    murmur = create(
        draft("Bella has a murmur", subject_ids=("dog:bella",), context_session=session),
        by=caller(OWNER),
        now=NOW,
    )
    seats = (Seat(CUSTODIAN), Seat(OWNER), Seat("human:mia"))
    made = contexts.edit(HEALTH, Changes(seats), version=1, by=caller(CUSTODIAN), now=NOW)
    assert list(entity_ids(made.renew_from).values()) == [CUSTODIAN]
    assert found("human:mia", enter("human:mia")) == []
    active(say(caller(CUSTODIAN), CUSTODIAN, HEALTH, HEALTH))
    assert queries.renewals(principal(HEALTH).pk, NOW) == frozenset()
    assert found("human:mia", enter("human:mia")) == [murmur.public_id]


def test_a_denial_holds_against_those_who_come_later(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    custodian("dog:bella", "human:kim")
    health(caller(CUSTODIAN), CUSTODIAN, OWNER, consent_for=("dog:bella",))
    given = Consent.objects.get()
    create(draft("x", subject_ids=("dog:bella",), context_session=enter(OWNER)), by=caller(OWNER), now=NOW)
    denied = deny(f"con_{given.public_id.hex}", by=caller("human:kim"), now=NOW)
    seats = (Seat(CUSTODIAN), Seat(OWNER), Seat("human:mia"))
    contexts.edit(HEALTH, Changes(seats), version=1, by=caller(CUSTODIAN), now=NOW)
    denied.refresh_from_db()
    assert principal("human:mia").pk in denied.participants


def test_only_the_owner_edits_and_only_what_it_read(db: object) -> None:
    health()
    changes = Changes((Seat(OWNER), Seat(OUTSIDER)))
    for who, status in ((CUSTODIAN, 403), (OUTSIDER, 404)):
        with pytest.raises(Problem, match=str(status)):
            contexts.edit(HEALTH, changes, version=1, by=caller(who), now=NOW)
    for version, status in ((None, 400), (2, 409)):
        with pytest.raises(Problem, match=str(status)):
            contexts.edit(HEALTH, changes, version=version, by=caller(OWNER), now=NOW)
    assert contexts.edit(HEALTH, changes, version=1, by=caller(OWNER), now=NOW).context.version == 2
    assert set(seated()) == {OWNER, OUTSIDER}
    assert Event.objects.filter(action="context.edit").count() == 1


def test_whoever_is_taken_off_the_list_is_out_at_once(db: object) -> None:
    health()
    session = enter(CUSTODIAN)
    contexts.edit(HEALTH, Changes((Seat(OWNER),)), version=1, by=caller(OWNER), now=NOW)
    assert not queries.live_sessions(principal(CUSTODIAN).pk, NOW).exists()
    with pytest.raises(Problem, match="404"):
        found(CUSTODIAN, session)


def test_a_role_taken_away_ends_the_sessions_that_held_it(db: object) -> None:
    contexts.create(Outline(HEALTH, (Seat(OWNER), Seat(GRANTEE, "tutor"))), by=caller(OWNER), now=NOW)
    enter(GRANTEE)
    enter(OWNER)
    contexts.edit(HEALTH, Changes((Seat(OWNER), Seat(GRANTEE))), version=1, by=caller(OWNER), now=NOW)
    assert not queries.live_sessions(principal(GRANTEE).pk, NOW).exists()
    assert queries.live_sessions(principal(OWNER).pk, NOW).exists()


def test_a_participant_enters_and_others_find_nothing(db: object) -> None:
    health()
    session = ContextSession.objects.get(public_id=enter(CUSTODIAN).removeprefix("ctxs_"))
    assert (session.entered_at, session.expires_at) == (NOW, NOW + 8 * HOUR)
    with pytest.raises(Problem, match="404 not_found"):
        enter(OUTSIDER)


@pytest.mark.parametrize(("hours", "lasts"), [(2, 2), (100, 24)])
def test_a_stay_lasts_as_long_as_the_policy_says_and_a_day_at_most(
    db: object, hours: int, lasts: int
) -> None:
    Policy.objects.create(version=1, settings={"context_session_hours": hours}, at=NOW)
    health()
    enter(OWNER)
    assert ContextSession.objects.get().expires_at == NOW + lasts * HOUR


def test_entering_a_new_context_makes_it(db: object) -> None:
    context_sessions.enter(HEALTH, "care_agent", [Seat(CUSTODIAN)], by=caller(OWNER), now=NOW)
    assert Context.objects.get().owner_id == principal(OWNER).pk
    assert seated() == {OWNER: "role:care_agent", CUSTODIAN: None}
    assert ContextSession.objects.get().role_id == principal("role:care_agent").pk


def test_nobody_takes_a_role_it_is_not_listed_with(db: object) -> None:
    contexts.create(Outline(HEALTH, (Seat(OWNER), Seat(GRANTEE, "tutor"))), by=caller(OWNER), now=NOW)
    principal("role:care_agent")
    for role in ("care_agent", "unheard_of"):
        with pytest.raises(Problem, match="422 role_not_held"):
            enter(GRANTEE, role=role)
    assert enter(GRANTEE, role="tutor")
    assert enter(GRANTEE)
    assert set(ContextSession.objects.values_list("role__entity_id", flat=True)) == {"role:tutor"}


def test_entering_does_not_widen_a_context_that_exists(db: object) -> None:
    health()
    with pytest.raises(Problem, match="422 not_listed"):
        enter(OWNER, others=[Seat(OUTSIDER)])
    assert enter(OWNER, others=[Seat(CUSTODIAN)])
    with pytest.raises(Problem, match="404"):
        enter(OUTSIDER, others=[Seat(OUTSIDER)])


def test_leaving_ends_a_session_and_only_its_own(db: object) -> None:
    health()
    session = enter(OWNER)
    for one in (session, "ctxs_" + "0" * 32, "nonsense"):
        with pytest.raises(Problem, match="404 not_found"):
            context_sessions.leave(one, by=caller(CUSTODIAN), now=NOW)
    assert context_sessions.leave(session, by=caller(OWNER), now=NOW).left_at == NOW
    assert context_sessions.leave(session, by=caller(OWNER), now=NOW + HOUR).left_at == NOW
    with pytest.raises(Problem, match="404"):
        queries.live_session(session, principal(OWNER).pk, NOW)
    assert Event.objects.filter(action="context.leave").count() == 1


def test_an_administrator_closes_a_session_with_a_reason(db: object) -> None:
    health()
    session = enter(OWNER)
    with pytest.raises(Problem, match="422 reason_required"):
        context_sessions.leave(session, by=admin(), now=NOW)
    context_sessions.leave(session, by=admin(), now=NOW, reason="end of shift")
    assert Event.objects.get(action="context.close").reason == "end of shift"


def test_a_session_that_ran_out_is_none(db: object) -> None:
    health()
    session = enter(OWNER)
    assert queries.live_session(session, principal(OWNER).pk, NOW + 7 * HOUR)
    with pytest.raises(Problem, match="404"):
        queries.live_session(session, principal(OWNER).pk, NOW + 8 * HOUR)


def test_a_context_is_known_to_those_who_sit_in_it_and_unknown_to_others(db: object) -> None:
    health()
    for who in (OWNER, CUSTODIAN):
        assert queries.show([queries.find(HEALTH, caller(who))])[0]["owner"] == OWNER
    assert list(queries.known_to(caller(OUTSIDER))) == []
    for context in (HEALTH, "ctx:nowhere", "nonsense"):
        with pytest.raises(Problem, match="404 not_found"):
            queries.find(context, caller(OUTSIDER))


def test_consent_for_a_context_makes_what_it_hands_down_effective(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    health(None, OWNER, CUSTODIAN, GRANTEE)
    session = enter(OWNER)
    murmur = create(
        draft("Bella has a murmur", subject_ids=("dog:bella",), context_session=session),
        by=caller(OWNER),
        now=NOW,
    )
    assert found(GRANTEE) == []
    active(say(caller(CUSTODIAN), CUSTODIAN, HEALTH, HEALTH))
    assert found(GRANTEE) == [murmur.public_id]
    assert found(GRANTEE, enter(GRANTEE)) == [murmur.public_id]
