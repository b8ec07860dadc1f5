"""Whom a gateway means: everything it gives agrees on one live person, or nothing is built."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Violation
from profiles.models import Principal
from profiles.services import identities, principals
from tests.profiles.cast import NOW, admin, someone, token_of
from tests.profiles.conftest import Ask

SEAN = {
    "principal_id": "human:sean",
    "provider": "telegram",
    "external_id": "42",
    "email": "sean@example.org",
}


@pytest.fixture
def gateway(db: Any) -> str:
    """A gateway's token for telegram; Sean and Max with accounts there and addresses."""
    for name, account in (("sean", "42"), ("max", "43")):
        person = someone(f"human:{name}")
        identities.bind(person.pk, provider="telegram", external_id=account, by=admin(), now=NOW)
        changes = {"email": f"{name}@example.org", "email_verified": True}
        principals.update(person.pk, changes, by=admin(), now=NOW)
    return token_of(someone("si:ash"), "gateway", providers=("telegram",))[1]


def _given(*names: str, **other: str) -> dict[str, str]:
    return {name: SEAN[name] for name in names} | other


@pytest.mark.parametrize(
    "given",
    [
        _given("principal_id"),
        _given("provider", "external_id"),
        _given("email"),
        _given("email", email="SEAN@example.org"),
        _given("principal_id", "email"),
        SEAN,
    ],
)
def test_what_agrees_resolves(ask: Ask, gateway: str, given: dict[str, str]) -> None:
    answer = ask(gateway, "POST", "identities/resolve", given)
    assert (answer.status_code, answer.json()) == (200, {"principal": "human:sean", "kind": "individual"})
    assert not Violation.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        _given("principal_id", email="max@example.org"),
        _given("principal_id", provider="telegram", external_id="43"),
        _given("provider", "external_id", email="max@example.org"),
        {**SEAN, "email": "max@example.org"},
    ],
)
def test_what_points_at_two_is_ambiguous(ask: Ask, gateway: str, given: dict[str, str]) -> None:
    answer = ask(gateway, "POST", "identities/resolve", given)
    assert (answer.status_code, answer.json()["code"]) == (409, "identity_ambiguous")
    assert Violation.objects.get().kind == "identity_ambiguous"


@pytest.mark.parametrize(
    "given",
    [
        {"principal_id": "human:nobody"},
        {"provider": "telegram", "external_id": "4"},
        {"provider": "telegram", "external_id": "042"},
        {"provider": "signal", "external_id": "42"},
        {"email": "nobody@example.org"},
        # An address never decides where more was given.
        _given("email", principal_id="human:nobody"),
        _given("email", provider="telegram", external_id="99"),
        _given("principal_id", email="nobody@example.org"),
        {"principal_id": "si:nobody", "provider": "telegram", "external_id": "42"},
    ],
)
def test_what_points_at_nobody_is_unresolved(ask: Ask, gateway: str, given: dict[str, str]) -> None:
    answer = ask(gateway, "POST", "identities/resolve", given)
    assert (answer.status_code, answer.json()["code"]) == (404, "identity_unresolved")
    assert Violation.objects.get().kind == "identity_unresolved"


def test_an_unverified_address_names_nobody(ask: Ask, gateway: str) -> None:
    sean = Principal.objects.get(entity_id="human:sean")
    principals.update(sean.pk, {"email_verified": False}, by=admin(), now=NOW)
    assert ask(gateway, "POST", "identities/resolve", _given("email")).status_code == 404


@pytest.mark.parametrize("change", [{"active": False}, {"verified": False}])
def test_who_is_no_longer_live_is_unresolved(ask: Ask, gateway: str, change: dict[str, bool]) -> None:
    sean = Principal.objects.get(entity_id="human:sean")
    principals.update(sean.pk, change, by=admin(), now=NOW)
    assert ask(gateway, "POST", "identities/resolve", _given("principal_id")).status_code == 404
    both = _given("principal_id", email="max@example.org")
    assert ask(gateway, "POST", "identities/resolve", both).status_code == 409


@pytest.mark.parametrize(
    "given", [{}, {"provider": "telegram"}, {"external_id": "42"}, {"principal_id": ""}, {"user_id": "1"}]
)
def test_half_a_claim_is_400(ask: Ask, gateway: str, given: dict[str, str]) -> None:
    assert ask(gateway, "POST", "identities/resolve", given).status_code == 400


def test_only_a_gateway_resolves(ask: Ask, gateway: str) -> None:
    _, token = token_of(someone("si:max"), "memory", "principals")
    assert ask(token, "POST", "identities/resolve", SEAN).status_code == 403


def test_a_name_in_the_body_never_changes_who_asks(ask: Ask, gateway: str) -> None:
    _, token = token_of(someone("si:luna"), "gateway")
    assert ask(token, "GET", "whoami?user_id=human:sean").status_code == 400
    assert ask(token, "GET", "whoami", **{"X-User": "human:sean"}).json()["principal"] == "si:luna"
