"""Asking an owner for trust, and the answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from audit.models import Event
from consent.models import TrustRelationship, TrustRequest
from consent.queries import trust as queries
from consent.rules.trusting import Pair
from consent.services import trust_requests
from memory_admin.http.problem import Problem
from tests.cast import (
    CUSTODIAN,
    GRANTEE,
    NOW,
    OUTSIDER,
    OWNER,
    caller,
    custodian,
    principal,
)

DAY = timedelta(days=1)
RAISER = frozenset({"trust", "trust:raise"})


def low(owner: str = OWNER, accessor: str = GRANTEE, value: float = 0.25, **more: Any) -> None:
    TrustRelationship.objects.create(
        owner=principal(owner), accessor=principal(accessor), base_trust=value, last_updated=NOW, **more
    )


def ask(by: Any, wanted: float = 1.0, owner: str = OWNER, **more: Any) -> None:
    now = more.pop("now", NOW)
    trust_requests.request(Pair(owner, more.pop("accessor", by.acting)), wanted, "please", by=by, now=now)


def public() -> str:
    return f"trq_{TrustRequest.objects.latest('pk').public_id.hex}"


def test_an_accessor_asks_and_the_owner_accepts_under_the_same_rules(db: object) -> None:
    low(strict_mode=True, summary="care team")
    ask(caller(GRANTEE), 0.75)
    with pytest.raises(Problem, match="403 scope_missing"):
        trust_requests.accept(public(), by=caller(OWNER), now=NOW)
    assert TrustRequest.objects.get().status == "open"
    done = trust_requests.accept(public(), by=caller(OWNER, scopes=RAISER), now=NOW, reason="proven")
    assert (done.base_trust, done.strict_mode, done.summary, done.reason) == (
        0.75,
        True,
        "care team",
        "proven",
    )
    with pytest.raises(Problem, match="409 not_open"):
        trust_requests.decline(public(), by=caller(OWNER), now=NOW)


def test_whoever_asked_does_not_answer_under_any_name(db: object) -> None:
    low()
    owner = principal(OWNER)
    ask(caller(GRANTEE, lineage_id=7))
    proxy = caller(GRANTEE, act_as=(owner.pk,), acting_id=owner.pk, acting=OWNER, scopes=RAISER)
    for by, code in (
        (caller(GRANTEE, scopes=RAISER), "404"),
        (proxy, "403"),
        (caller(OUTSIDER), "404"),
        (caller(GRANTEE, scopes=RAISER | {"admin"}), "40"),
        (caller(OWNER, lineage_id=7, scopes=RAISER), "403 own_request"),
    ):
        with pytest.raises(Problem, match=code):
            trust_requests.accept(public(), by=by, now=NOW, reason="me")
    assert TrustRelationship.objects.get().base_trust == 0.25


def test_only_the_accessor_asks_and_only_for_itself(db: object) -> None:
    principal(OWNER)
    with pytest.raises(Problem, match="404 not_found"):
        ask(caller(OUTSIDER), accessor=GRANTEE)


def test_nothing_tells_the_asker_what_becomes_of_a_request(db: object) -> None:
    principal(OWNER)
    ask(caller(GRANTEE), 0.5)
    ask(caller(GRANTEE), 0.75)
    ask(caller(GRANTEE), owner="human:nobody")
    assert list(TrustRequest.objects.values_list("wanted", "status")) == [(0.75, "open")]
    trust_requests.decline(public(), by=caller(OWNER), now=NOW)
    ask(caller(GRANTEE), now=NOW + 29 * DAY)
    assert TrustRequest.objects.count() == 1
    ask(caller(GRANTEE), now=NOW + 31 * DAY)
    assert TrustRequest.objects.filter(status="open").count() == 1
    assert Event.objects.filter(action="trust.request").count() == 5


def test_the_owners_side_sees_what_waits(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    ask(caller(GRANTEE), owner="dog:bella")
    assert [
        queries.show_request(one)["accessor"] for one in queries.open_requests(caller(CUSTODIAN), NOW)
    ] == [GRANTEE]
    assert not queries.open_requests(caller(GRANTEE), NOW).exists()
