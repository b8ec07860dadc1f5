"""Many words about the same consent at once: one standing record, nobody waits for ever, nothing fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from django.db import connection

from consent.models import Consent, ConsentAsking, Participant
from consent.services import context_sessions
from consent.services.consent_answers import approve, deny, revoke
from memory_admin.http.problem import Problem
from tests.cast import CUSTODIAN, GRANTEE, NOW, caller, custodian
from tests.consent.asking import asked, say

KIM = "human:kim"


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every act in a thread of its own; a Problem is a result, anything else fails the test."""

    def one(act: Callable[[], Any]) -> Any:
        try:
            return act()
        except Problem as problem:
            return problem.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(one, acts))


def test_many_ask_for_the_same_and_one_request_waits(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    callers = [caller(f"si:agent{number}") for number in range(8)]
    ids = at_once([lambda by=by: asked(say(by, "dog:bella", GRANTEE)) for by in callers])  # type: ignore[misc]
    assert len(set(ids)) == 8
    assert list(Consent.objects.values_list("status", flat=True)) == ["requested"]
    assert ConsentAsking.objects.filter(consent=Consent.objects.get()).count() == 8


def test_yes_and_no_of_two_custodians_at_once_leave_one_record_each(db: object) -> None:
    for one in (CUSTODIAN, KIM):
        custodian("dog:bella", one)
    request = asked(say(caller("si:ash"), "dog:bella", GRANTEE))
    people = {one: caller(one) for one in (CUSTODIAN, KIM)}
    later = NOW + timedelta(minutes=1)
    acts = [
        lambda who=who, act=act: act(request, by=people[who], now=later)
        for who in people
        for act in (approve, deny, approve, revoke)
    ]
    results = at_once(acts)
    assert all(isinstance(one, Consent) or one in {"not_open", "not_active"} for one in results)
    standing = Consent.objects.filter(status__in=["requested", "active", "denied"])
    grantors = list(standing.values_list("grantor__entity_id", flat=True))
    assert len(grantors) == len(set(grantors))


def test_entering_a_new_context_at_once_makes_it_once(db: object) -> None:
    callers = [caller("si:ash") for _ in range(4)]
    results = at_once(
        [lambda by=by: context_sessions.enter("ctx:dog_park", by=by, now=NOW) for by in callers]  # type: ignore[misc]
    )
    assert Participant.objects.count() == 1
    assert len({one.context_id for one in results}) == 1
