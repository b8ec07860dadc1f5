"""Asking for a consent: the asker is told the same whatever became of it, and the grantor is not pestered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from audit.models import Event
from consent.models import Consent, ConsentAsking, Policy
from consent.queries.consents import Wanted, listed
from consent.services.consent_answers import approve, deny, revoke
from consent.services.memories import create
from memory_admin.http.cursor import Paging, Position
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal
from tests.consent.asking import active, asked, looks, say, sees_nothing, stored

DAY = timedelta(days=1)
BEYOND = NOW + 31 * DAY


@pytest.fixture
def bella(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)


def told(public_id: str, who: str, now: object = NOW) -> dict[str, object]:
    shown = looks(public_id, caller(who), now)  # type: ignore[arg-type]
    return {field: value for field, value in shown.items() if field != "id"}


def test_a_request_waits_for_the_grantor(bella: None) -> None:
    request = asked(say(caller(OWNER), "dog:bella", GRANTEE, purpose="care"))
    assert stored() == [("dog:bella", GRANTEE, "requested")]
    assert looks(request, caller(CUSTODIAN))["status"] == "requested"


@pytest.mark.parametrize("grantor", ["dog:bella", "human:nobody"])
def test_the_asker_is_told_the_same_of_the_known_and_the_unknown(bella: None, grantor: str) -> None:
    request = asked(say(caller(OWNER), grantor, GRANTEE))
    assert told(request, OWNER) == {
        "grantor": grantor, "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "unspecified",
        "status": "requested", "evidence": None, "recorded_by": None, "requested_at": NOW, "granted_at": None,
        "denied_at": None, "expires_at": None, "revoked_at": None, "reason": None, "participants": None,
    }  # fmt: skip


def test_a_hidden_memory_and_an_absent_one_are_asked_for_alike_and_nobody_hears_of_it(bella: None) -> None:
    written = create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    before = Consent.objects.count()
    lines = [
        told(
            asked(say(caller(OUTSIDER), "dog:bella", OUTSIDER, f"memory:{one}", sees=sees_nothing)), OUTSIDER
        )
        for one in (written.public_id, "mem_" + "0" * 32)
    ]
    assert [line | {"scope": ""} for line in lines] == [lines[0] | {"scope": ""}] * 2
    assert Consent.objects.count() == before


def test_a_memory_the_asker_sees_is_asked_for(bella: None) -> None:
    written = create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    asked(say(caller(OWNER), "dog:bella", GRANTEE, f"memory:{written.public_id}"))
    assert stored(scope="memory") == [("dog:bella", GRANTEE, "requested")]


def test_asking_twice_asks_once(bella: None) -> None:
    first = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    again = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    other = asked(say(caller(OUTSIDER), "dog:bella", GRANTEE))
    assert (again, len(stored())) == (first, 1)
    assert other != first
    assert told(other, OUTSIDER)["status"] == "requested"


def test_a_denial_shows_as_a_request_still_open_and_keeps_quiet(bella: None) -> None:
    request = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    before = told(request, OWNER)
    deny(request, by=caller(CUSTODIAN), now=NOW)
    assert told(request, OWNER) == before
    again = asked(say(caller(OWNER), "dog:bella", GRANTEE, now=NOW + 29 * DAY))
    assert (again, told(again, OWNER)) == (request, before)
    assert stored() == [(CUSTODIAN, GRANTEE, "denied")]
    assert Consent.objects.get().requested_at == NOW


def test_after_the_quiet_a_denial_is_put_before_its_grantor_again_and_still_denies(bella: None) -> None:
    deny(asked(say(caller(OWNER), "dog:bella", GRANTEE)), by=caller(CUSTODIAN), now=NOW)
    asked(say(caller(OUTSIDER), "dog:bella", GRANTEE, now=BEYOND))
    assert stored() == [(CUSTODIAN, GRANTEE, "denied")]
    assert Consent.objects.get().requested_at == BEYOND


def test_an_agreement_shows_and_so_does_its_end(bella: None) -> None:
    request = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    approve(request, by=caller(CUSTODIAN), now=NOW)
    assert told(request, OWNER)["status"] == "active"
    revoke(request, by=caller(CUSTODIAN), now=NOW)
    assert told(request, OWNER)["status"] == "revoked"
    anew = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    assert anew != request
    assert approve(anew, by=caller(CUSTODIAN), now=NOW).status == "active"


def test_only_so_many_requests_of_one_asker_reach_anybody(bella: None) -> None:
    Policy.objects.create(version=1, settings={"consent_open_requests": 2}, at=NOW)
    for name in ("si:a", "si:b", "si:c"):
        assert told_status(say(caller(OWNER), "dog:bella", name)) == "requested"
    assert [grantee for _, grantee, _ in stored()] == ["si:a", "si:b"]
    asked(say(caller(OUTSIDER), "dog:bella", "si:c"))
    assert len(stored()) == 3


def told_status(submitted: object) -> str:
    line = submitted.asked  # type: ignore[attr-defined]
    assert line is not None
    return "requested"


def test_the_limit_counts_what_the_asker_sees_so_that_it_tells_nothing(bella: None) -> None:
    Policy.objects.create(version=1, settings={"consent_open_requests": 2}, at=NOW)
    deny(asked(say(caller(OWNER), "dog:bella", "si:a")), by=caller(CUSTODIAN), now=NOW)
    asked(say(caller(OWNER), "human:nobody", "si:b"))
    asked(say(caller(OWNER), "dog:bella", "si:c"))
    assert [grantee for _, grantee, _ in stored()] == ["si:a"]


def test_a_request_that_ran_out_can_no_longer_be_agreed_to(bella: None) -> None:
    from memory_admin.http.problem import Problem

    request = asked(say(caller(OWNER), "dog:bella", GRANTEE, expires_at=NOW + DAY))
    assert told(request, OWNER, NOW + 2 * DAY)["status"] == "expired"
    with pytest.raises(Problem, match="409 not_open"):
        approve(request, by=caller(CUSTODIAN), now=NOW + 2 * DAY)
    assert asked(say(caller(OWNER), "dog:bella", GRANTEE, now=NOW + 2 * DAY)) != request


def test_every_request_is_on_record(bella: None) -> None:
    for grantor in ("dog:bella", "human:nobody"):
        asked(say(caller(OWNER), grantor, GRANTEE))
    assert Event.objects.filter(action="consent.request", actor_id=principal(OWNER).pk).count() == 2


def ids(who: str, now: object = NOW, **wanted: str) -> list[str]:
    lines = listed(caller(who), Wanted(**wanted), Paging(50, None, b""), now)  # type: ignore[arg-type]
    return [f"con_{line.row.public_id.hex}" for line in lines]


def test_each_side_lists_its_own(bella: None) -> None:
    request = asked(say(caller(OWNER), "dog:bella", GRANTEE))
    assert ids(CUSTODIAN) == ids(CUSTODIAN, role="custodian") == [request]
    assert ids(OWNER) == ids(OWNER, role="asker") == [request]
    assert ids(GRANTEE) == ids(OUTSIDER) == []
    approve(request, by=caller(CUSTODIAN), now=NOW)
    assert ids(GRANTEE) == ids(GRANTEE, role="grantee") == [request]
    assert ids(CUSTODIAN, role="grantor") == [request]
    assert ids("dog:bella") == ids("dog:bella", role="subject") == [request]
    assert ids(OUTSIDER) == []


def test_the_lists_of_askers_filter_by_what_they_are_told(bella: None) -> None:
    request = asked(say(caller(OWNER), "dog:bella", GRANTEE, expires_at=NOW + 40 * DAY))
    deny(request, by=caller(CUSTODIAN), now=NOW)
    assert ids(OWNER, status="requested") == [request]
    assert ids(OWNER, status="denied") == []
    assert ids(CUSTODIAN, status="denied") == [request]
    assert ids(CUSTODIAN, status="requested") == []
    late = NOW + 41 * DAY
    assert ids(OWNER, late, status="expired") == [request]


def test_what_ran_out_is_listed_as_expired(bella: None) -> None:
    active(say(caller(CUSTODIAN), "dog:bella", GRANTEE, expires_at=NOW + DAY))
    late = NOW + 2 * DAY
    assert len(ids(CUSTODIAN, status="active")) == len(ids(GRANTEE, late, status="expired")) == 1
    assert ids(CUSTODIAN, late, status="active") == []


def test_a_page_starts_where_the_last_one_ended(bella: None) -> None:

    for minute, name in enumerate(("si:a", "si:b", "si:c", "si:d")):
        asked(say(caller(OWNER), "dog:bella", name, now=NOW + minute * DAY))
    whole = ids(OWNER)
    owner = caller(OWNER)
    first = listed(owner, Wanted(), Paging(2, None, b""), NOW)
    rest = listed(owner, Wanted(), Paging(2, Position(first[1].key), b""), NOW)
    back = listed(owner, Wanted(), Paging(2, Position(rest[0].key, True), b""), NOW)
    assert [f"con_{line.row.public_id.hex}" for line in (*first[:2], *rest)] == whole
    assert [line.key for line in back] == [line.key for line in reversed(first[:2])]
    assert ConsentAsking.objects.count() == len(whole) == 4
