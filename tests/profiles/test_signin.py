"""One-time links and the sessions they open."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate, get_user
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.authentication import caller_of_session, is_local_session, sign_in
from profiles.models import Account, SigninLink
from profiles.services import principals, signin
from tests.profiles.cast import HOUR, NOW, admin, agent, at_once, someone

pytestmark = pytest.mark.usefixtures("db")


def _request(session: Any = None) -> HttpRequest:
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.db import SessionStore

    request = RequestFactory().post("/sign-in/x/")
    request.session = session if session is not None else SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_link_opens_one_session_with_its_role() -> None:
    sean = someone("human:sean")
    token = signin.mint(sean, by=admin(), now=timezone.now(), role="administrator")
    request = _request()
    account = sign_in(request, token)
    request.user = get_user(request)
    caller = caller_of_session(request)
    assert (account.role, caller.staff_role, caller.door) == ("administrator", "administrator", "web")
    assert caller.principal == "human:sean" and caller.is_admin and caller.own_act
    with pytest.raises(Problem, match="410 link_used"):
        sign_in(_request(), token)
    actions = list(Event.objects.filter(action__startswith="signin").values_list("action", flat=True))
    assert actions == ["signin.link", "signin.used"]


def test_the_backend_signs_in_by_link_too() -> None:
    token = signin.mint(someone("human:sean"), by=admin(), now=timezone.now())
    account = authenticate(None, link_token=token)
    assert isinstance(account, Account) and account.role == ""
    assert authenticate(None, username="human:sean", password="!") is None


def test_a_person_without_a_role_has_its_own_scopes_and_no_staffs() -> None:
    request = _request()
    sign_in(request, signin.mint(someone("human:sean"), by=admin(), now=timezone.now()))
    request.user = get_user(request)
    caller = caller_of_session(request)
    assert {"memory", "consent", "privacy", "recall:self", "trust:raise"} <= caller.scopes
    assert not {"admin", "audit", "gateway", "verify", "platform"} & caller.scopes
    assert not caller.is_admin


def test_looking_at_a_link_does_not_use_it() -> None:
    token = signin.mint(someone("human:sean"), by=admin(), now=NOW)
    assert signin.peek(token, now=NOW) == signin.peek(token, now=NOW)
    signin.use(token, now=NOW)
    with pytest.raises(Problem, match="410 link_used"):
        signin.peek(token, now=NOW)


def test_an_expired_a_wrong_and_an_outdated_link_say_so() -> None:
    sean = someone("human:sean")
    token = signin.mint(sean, by=admin(), now=NOW, lasts=HOUR)
    with pytest.raises(Problem, match="410 link_expired"):
        signin.use(token, now=NOW + HOUR)
    for wrong in (token[:-1], token + "x", "", "\ud800"):
        with pytest.raises(Problem, match="404 link_unknown"):
            signin.use(wrong, now=NOW)
    principals.update(sean.pk, {"active": False}, by=admin(), now=NOW)
    with pytest.raises(Problem, match="410 link_void"):
        signin.use(token, now=NOW)
    assert not Account.objects.exists()


def test_only_a_digest_of_a_link_is_kept() -> None:
    token = signin.mint(someone("human:sean"), by=admin(), now=NOW)
    stored = SigninLink.objects.values().get()
    assert token not in repr({**stored, "digest": bytes(stored["digest"])})
    assert signin.url(token).endswith(f"/sign-in/{token}/")


def test_of_many_who_use_a_link_at_once_one_gets_in() -> None:
    token = signin.mint(someone("human:sean"), by=admin(), now=NOW)
    told = at_once(*[lambda: signin.use(token, now=NOW)] * 8)
    assert [str(error) for error in told] == ["410 link_used"] * 7


def test_links_are_for_verified_individuals_and_made_by_administrators() -> None:
    rumour = principals.register(["human:rumour"], by=admin(), now=NOW)["human:rumour"]
    for one in (rumour, someone("group:team")):
        with pytest.raises(Problem, match="422 cannot_sign_in"):
            signin.mint(one, by=admin(), now=NOW)
    sean = someone("human:sean")
    with pytest.raises(Problem, match="403"):
        signin.mint(sean, by=agent("si:ash", "principals"), now=NOW)
    with pytest.raises(Problem, match="422 unknown_role"):
        signin.mint(sean, by=admin(), now=NOW, role="root")
    for lasts in (timedelta(0), timedelta(days=4)):
        with pytest.raises(Problem, match="422 bad_duration"):
            signin.mint(sean, by=admin(), now=NOW, lasts=lasts)


@pytest.mark.parametrize("change", [{"active": False}, {"verified": False}])
def test_a_session_ends_when_its_person_may_not_stay(change: dict[str, bool]) -> None:
    sean = someone("human:sean")
    request = _request()
    sign_in(request, signin.mint(sean, by=admin(), now=timezone.now()))
    assert get_user(request).is_authenticated
    principals.update(sean.pk, change, by=admin(), now=NOW)
    later = _request(request.session)
    later.user = get_user(later)
    assert not later.user.is_authenticated
    with pytest.raises(Problem, match="401"):
        caller_of_session(later)


def test_a_link_that_opens_a_local_session_is_for_an_administrator_alone() -> None:
    with pytest.raises(Problem, match="422"):
        signin.mint_local(someone("human:sean"), by=admin(), now=timezone.now())


def test_only_a_link_of_this_machine_opens_a_local_session() -> None:
    sean = someone("human:sean")
    remote = _request()
    sign_in(remote, signin.mint(sean, by=admin(), now=timezone.now(), role="administrator"))
    assert not is_local_session(remote)
    local = _request()
    sign_in(local, signin.mint_local(sean, by=admin(), now=timezone.now()))
    assert is_local_session(local)
    with pytest.raises(Problem, match="403"):
        signin.mint_local(sean, by=agent("human:luna", "admin"), now=timezone.now())
    local.session["local_until"] = timezone.now().timestamp() - 1
    assert not is_local_session(local)
