"""Who stands behind the grantee of a receipt, and to whom that is told."""

from __future__ import annotations

from typing import Any

from consent.models import Consent
from consent.rules.contexts import Outline, Seat
from consent.services import contexts, receipts
from consent.services.consent_answers import approve
from consent.services.consent_records import public
from tests.cast import CUSTODIAN, GRANTEE, NOW, OWNER, caller, custodian, draft, member, principal
from tests.consent.asking import active, asked, say


def recipients(who: str, public_id: str) -> list[str]:
    receipt: dict[str, Any] = receipts.issue(public_id, by=caller(who), now=NOW)
    return [one["entity"] for one in receipt["purposes"][0]["recipients"]]


def test_a_receipt_to_a_group_names_its_members_to_one_whom_a_member_asked(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    member("group:care_team", GRANTEE)
    request = asked(say(caller(GRANTEE), "dog:bella", "group:care_team"))
    approve(request, by=caller(CUSTODIAN), now=NOW)
    assert recipients(CUSTODIAN, request) == ["group:care_team", GRANTEE]


def test_a_stranger_that_consents_to_a_group_does_not_learn_who_is_in_it(db: object) -> None:
    member("group:care_team", GRANTEE)
    given = public(active(say(caller("human:kim"), "human:kim", "group:care_team", "all")))
    assert recipients("human:kim", given) == ["group:care_team"]


def test_a_receipt_to_a_context_names_whom_it_covers_and_not_who_came_later(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    seats = (Seat(CUSTODIAN), Seat(OWNER))
    contexts.create(Outline("ctx:bella_health", seats), by=caller(CUSTODIAN), now=NOW)
    given = public(active(say(caller(CUSTODIAN), "dog:bella", "ctx:bella_health", "ctx:bella_health")))
    later = contexts.Changes((*seats, Seat("human:mia")))
    contexts.edit("ctx:bella_health", later, version=1, by=caller(CUSTODIAN), now=NOW)
    assert recipients(CUSTODIAN, given) == ["ctx:bella_health", CUSTODIAN, OWNER]


def test_a_stranger_that_consents_to_a_context_does_not_learn_who_sits_there(db: object) -> None:
    contexts.create(Outline("ctx:bella_health", (Seat(OWNER),)), by=caller(OWNER), now=NOW)
    given = public(active(say(caller("human:kim"), "human:kim", "ctx:bella_health", "all")))
    assert recipients("human:kim", given) == ["ctx:bella_health"]


def test_whose_memories_are_meant_is_told_to_the_parties_alone(db: object) -> None:
    from consent.services.memories import create

    custodian("dog:bella", CUSTODIAN)
    principal(GRANTEE)
    create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    given = public(active(say(caller(CUSTODIAN), "dog:bella", GRANTEE)))
    assert OWNER in receipts.issue(given, by=caller(CUSTODIAN), now=NOW)["pii_controllers"]
    assert OWNER not in receipts.issue(given, by=caller(GRANTEE), now=NOW)["pii_controllers"]


def test_a_stranger_that_consents_about_someone_does_not_learn_who_remembers_it(db: object) -> None:
    from consent.services.memories import create

    written = create(draft("Bella limps", subject_ids=("dog:bella",)), by=caller(OWNER), now=NOW)
    kim = caller("human:kim")
    asked(say(caller(OWNER), "human:kim", GRANTEE, f"memory:{written.public_id}"))
    active(say(kim, "human:kim", GRANTEE))
    for record in Consent.objects.all():
        assert OWNER not in receipts.issue(public(record), by=kim, now=NOW)["pii_controllers"]
