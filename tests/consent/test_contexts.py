"""Contexts: who makes, edits and enters them, what they hand down and whose consent they carry."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import Event
from consent.models import Consent, Participant
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
from tests.cast import CUSTODIAN, NOW, OUTSIDER, OWNER, admin, caller, custodian, draft, principal
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
    return {row.principal.entity_id: row.role.entity_id if row.role else None for row in rows}


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


def test_listing_many_looks_up_once_whom_the_lister_speaks_for(db: object) -> None:
    """Seen failing when the lister's wards were looked up again for every seat."""
    custodian("dog:bella", CUSTODIAN)
    many = ["dog:bella", *(f"human:guest{number}" for number in range(6))]
    for name in (OWNER, OUTSIDER, *many):
        principal(name)
    health(None, OWNER)
    with CaptureQueriesContext(connection) as asked:
        seats = tuple(map(Seat, (OWNER, CUSTODIAN, *many)))
        contexts.edit(HEALTH, Changes(seats), version=1, by=caller(OWNER), now=NOW)
    assert sum('FROM "profiles_custodian"' in one["sql"] for one in asked) <= 2


def test_who_is_listed_by_itself_or_by_whom_speaks_for_it_has_come(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    health(caller(CUSTODIAN), CUSTODIAN, "dog:bella", OWNER)
    rows = Participant.objects.exclude(came_at=None)
    assert set(rows.values_list("principal__entity_id", flat=True)) == {CUSTODIAN, "dog:bella"}
