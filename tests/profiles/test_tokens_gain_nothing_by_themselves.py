"""A token with the scope `admin` does not widen what its own principal reaches; a person does, or another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from memory_admin.http.problem import Problem
from profiles.models import Alias, Custodian, ExternalIdentity, Membership
from profiles.rules.terms import Term
from profiles.services import custody, identities, memberships, merging
from profiles.types import Caller
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, admin, caller, custodian, member, principal
from tests.safety.outside import client, token_of

TERM = Term(reason="for care", until=None)


def robot(entity: str = OWNER, **more: Any) -> Caller:
    return caller(entity, scopes=frozenset({"admin"}), credential_id=7, **more)


def number(entity: str) -> int:
    return principal(entity).pk


GAINS: dict[str, Callable[[Caller, str], object]] = {
    "custodian": lambda by, who: custody.appoint(number("dog:bella"), number(who), by=by, now=NOW, term=TERM),
    "member": lambda by, who: memberships.join(number("group:care_team"), number(who), by=by, now=NOW),
    "account elsewhere": lambda by, who: identities.bind(
        number(who), provider="telegram", external_id="42", by=by, now=NOW
    ),
    "another's name": lambda by, who: merging.merge(
        number("si:twin"), number(who), by=by, now=NOW, reason="same"
    ),
}


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("name", ["its own", "one it may act as"])
def test_a_token_gives_its_own_principal_nothing(db: object, gain: str, name: str) -> None:
    """Seen failing for each: an agent made itself custodian of somebody and then agreed for it."""
    by = robot() if name == "its own" else robot(OUTSIDER, act_as=(number(OWNER),))
    with pytest.raises(Problem, match=r"403 (own_reach|person_required)"):
        GAINS[gain](by, OWNER)
    assert not Custodian.objects.exists() and not Membership.objects.exists()
    assert not ExternalIdentity.objects.exists()


@pytest.mark.parametrize("gain", GAINS)
@pytest.mark.parametrize("who", ["another token", "an administrator in person"])
def test_another_administrator_gives_it(db: object, gain: str, who: str) -> None:
    by = robot("human:rae") if who == "another token" else admin()
    assert GAINS[gain](by, OWNER) is not None


def test_a_token_adds_to_another_no_collective_that_it_is_in(db: object) -> None:
    """Seen failing with the collective's own members left out."""
    member("group:helpers", OWNER)
    with pytest.raises(Problem, match="403 own_reach"):
        GAINS["member"](robot(), "group:helpers")
    assert GAINS["member"](robot(), "group:strangers") is not None


def test_a_person_on_staff_may_in_person_but_not_by_its_token(db: object) -> None:
    staff = admin()
    assert GAINS["custodian"](staff, staff.principal) is not None
    with pytest.raises(Problem, match="403 own_reach"):
        GAINS["member"](replace(staff, staff_role="", credential_id=7), staff.principal)


def test_the_interface_says_so_and_reports_it(db: object) -> None:
    from audit.models import Violation

    principal("dog:bella"), principal(GRANTEE)
    door = client(token_of(OWNER, "admin", "principals"))
    answer = door.post("/api/v1/principals/dog:bella/custodians", {"custodian": OWNER}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "own_reach")
    assert Violation.objects.get().kind == "trust_escalation"
    other = door.post("/api/v1/principals/dog:bella/custodians", {"custodian": GRANTEE}, format="json")
    assert other.status_code == 201


@pytest.mark.parametrize("changes", [{"email": "ash@example.org"}, {"email_verified": True}])
def test_by_what_a_person_signs_in_is_no_agents_to_say(db: object, changes: dict[str, Any]) -> None:
    """Seen failing before: an agent gave an administrator's row its own address, and could sign in by it."""
    principal("human:rae")
    door = client(token_of(OWNER, "admin", "principals"))
    answer = door.patch("/api/v1/principals/human:rae", changes, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "person_required")
    bound = {"provider": "email", "external_id": "ash@example.org"}
    answer = door.post("/api/v1/principals/human:rae/identities", bound, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "person_required")
    assert not ExternalIdentity.objects.exists() and principal("human:rae").email is None
    named = door.patch("/api/v1/principals/human:rae", {"display_name": "Rae"}, format="json")
    assert named.status_code == 200
    by_hand = client(token_of("human:ada", "admin", "principals"))
    assert by_hand.patch("/api/v1/principals/human:rae", changes, format="json").status_code == 200


def test_no_agent_takes_a_protection_away(db: object) -> None:
    """Seen failing before: without Bella's custodian or other name, what says it was nobody's to agree to."""
    custodian("dog:bella", CUSTODIAN)
    door, person = (client(token_of(one, "admin", "principals")) for one in (OWNER, "human:ada"))
    added = door.post("/api/v1/principals/dog:bella/aliases", {"text": "Bells"}, format="json").json()
    held = [f"aliases/{added['id']}", f"custodians/{CUSTODIAN}"]
    for one in held:
        answer = door.delete(f"/api/v1/principals/dog:bella/{one}")
        assert (answer.status_code, answer.json()["code"]) == (403, "person_required")
    assert Custodian.objects.get().until is None and Alias.objects.count() == 1
    assert [person.delete(f"/api/v1/principals/dog:bella/{one}").status_code for one in held] == [204, 204]
