"""Who is asking, by token and headers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.models import Violation
from memory_admin.http.problem import Problem
from profiles.authentication import TokenRefused, bearer
from profiles.models import Credential, Principal
from profiles.services import credentials, identities, memberships, principals
from tests.profiles.cast import NOW, admin, caller_with, someone, token_of

pytestmark = pytest.mark.usefixtures("db")


def test_a_token_names_its_principal() -> None:
    _, token = token_of(someone("si:ash"), "memory", "recall:self")
    caller = caller_with(token)
    assert (caller.principal, caller.acting, caller.behalf) == ("si:ash", "si:ash", None)
    assert caller.scopes == {"memory", "recall:self"}
    assert caller.own_act and caller.is_agent


@pytest.mark.parametrize("headers", [{}, {"act_as": "si:max"}, {"behalf": "human:sean"}])
def test_a_caller_is_read_in_one_statement(headers: dict[str, str]) -> None:
    someone("human:sean")
    someone("si:max")
    _, token = token_of(someone("si:ash"), "gateway", act_as=("si:max",))
    with CaptureQueriesContext(connection) as statements:
        caller_with(token, **headers)
    assert len(statements) == 1


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic abc", "Bearer ma_x_y", "ma_0", "Bearer a b", "Bearer " + "x" * 9000],
)
def test_a_malformed_header_is_401(header: str) -> None:
    with pytest.raises(TokenRefused) as refusal:
        bearer(header)
    assert refusal.value.status == 401
    assert refusal.value.headers["WWW-Authenticate"].startswith("Bearer")


def _pause(credential: Credential) -> None:
    credentials.pause(credential.pk, by=admin(), now=NOW)


def _revoke(credential: Credential) -> None:
    credentials.revoke(credential.pk, by=admin(), now=NOW)


def _expire(credential: Credential) -> None:
    Credential.objects.filter(pk=credential.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def _deactivate(credential: Credential) -> None:
    principals.update(credential.principal_id, {"active": False}, by=admin(), now=NOW)


def _unverify(credential: Credential) -> None:
    principals.update(credential.principal_id, {"verified": False}, by=admin(), now=NOW)


def _forget(credential: Credential) -> None:
    credential.delete()


@pytest.mark.parametrize("end", [_pause, _revoke, _expire, _deactivate, _unverify, _forget])
def test_an_ended_token_gets_the_answer_of_an_unknown_one(end: Callable[[Credential], None]) -> None:
    credential, token = token_of(someone("si:ash"))
    caller_with(token)
    end(credential)
    with pytest.raises(TokenRefused) as refusal:
        caller_with(token)
    unknown = TokenRefused("unknown")
    assert (refusal.value.status, refusal.value.code, refusal.value.detail, refusal.value.headers) == (
        401,
        unknown.code,
        unknown.detail,
        unknown.headers,
    )


def test_a_resumed_token_works_again() -> None:
    credential, token = token_of(someone("si:ash"))
    _pause(credential)
    credentials.resume(credential.pk, by=admin(), now=NOW)
    assert caller_with(token).principal == "si:ash"


def test_a_secret_works_only_under_its_own_prefix() -> None:
    _, token = token_of(someone("si:ash"))
    with pytest.raises(TokenRefused):
        caller_with("ma_" + "0" * 8 + token[11:])


def test_a_token_acts_as_whom_it_lists_in_any_spelling() -> None:
    listed = someone("si:max")
    _, token = token_of(someone("human:sean"), act_as=("si:max",))
    caller = caller_with(token, act_as=" si:MAX")
    assert (caller.acting_id, caller.acting, caller.principal) == (listed.pk, "si:max", "human:sean")
    assert not caller.own_act


@pytest.mark.parametrize("named", ["si:luna", "si:nobody", "si:ma", "si:maxx", "*", "", "si:max,si:max", "§"])
def test_a_token_acts_as_nobody_else(named: str) -> None:
    someone("si:max")
    someone("si:luna")
    _, token = token_of(someone("human:sean"), act_as=("si:max",))
    with pytest.raises(Problem) as refusal:
        caller_with(token, act_as=named)
    assert (refusal.value.status, refusal.value.code) == (403, "act_as_refused")


def test_an_entity_of_another_script_is_named_percent_encoded() -> None:
    someone("human:шон")
    _, token = token_of(someone("si:ash"), act_as=("human:шон",))
    assert caller_with(token, act_as="human:%D1%88%D0%BE%D0%BD").acting == "human:шон"


def test_a_gateway_asks_on_behalf_of_an_account_elsewhere() -> None:
    sean = someone("human:sean")
    identities.bind(sean.pk, provider="telegram", external_id="42", by=admin(), now=NOW)
    _, token = token_of(someone("si:ash"), "gateway", providers=("telegram",))
    caller = caller_with(token, behalf="provider:telegram:42")
    assert (caller.behalf, caller.acting) == ("human:sean", "si:ash")
    assert not caller.own_act


def test_a_gateway_asks_on_behalf_of_a_principal() -> None:
    sean = someone("human:sean")
    _, token = token_of(someone("si:ash"), "gateway")
    assert caller_with(token, behalf="human:sean").behalf_id == sean.pk


@pytest.mark.parametrize(
    "named",
    [
        "human:nobody",
        "human:sea",
        "provider:telegram:4",
        "provider:telegram:",
        "provider:signal:42",
        "42",
        "",
        "*",
        "human:rumour",
        "group:care_team",
    ],
)
def test_a_live_caller_nobody_can_name_is_refused_and_put_among_the_violations(named: str) -> None:
    sean = someone("human:sean")
    someone("group:care_team")
    principals.register(["human:rumour"], by=admin(), now=NOW)
    identities.bind(sean.pk, provider="telegram", external_id="42", by=admin(), now=NOW)
    identities.bind(sean.pk, provider="signal", external_id="42", by=admin(), now=NOW)
    _, token = token_of(someone("si:ash"), "gateway", providers=("telegram",))
    with pytest.raises(Problem) as refusal:
        caller_with(token, behalf=named)
    assert (refusal.value.status, refusal.value.code) == (404, "identity_unresolved")
    assert Violation.objects.filter(kind="identity_unresolved").count() == 1


def test_a_gateway_without_providers_names_no_account() -> None:
    sean = someone("human:sean")
    identities.bind(sean.pk, provider="telegram", external_id="42", by=admin(), now=NOW)
    _, token = token_of(someone("si:ash"), "gateway")
    with pytest.raises(Problem, match="identity_unresolved"):
        caller_with(token, behalf="provider:telegram:42")


def test_only_a_gateway_asks_on_behalf_of_others() -> None:
    someone("human:sean")
    _, token = token_of(someone("si:ash"), "memory", "recall")
    with pytest.raises(Problem, match="403 scope_missing"):
        caller_with(token, behalf="human:sean")


def test_the_row_of_everyone_is_nobody() -> None:
    team = someone("group:care_team")
    ash = someone("si:ash")
    memberships.join(team.pk, ash.pk, by=admin(), now=NOW)
    _, token = token_of(ash, "gateway")
    Credential.objects.update(act_as=[0])
    for headers in ({"act_as": "*"}, {"behalf": "*"}):
        with pytest.raises(Problem):
            caller_with(token, **headers)
    assert Principal.objects.get(pk=0).entity_id == "*"
