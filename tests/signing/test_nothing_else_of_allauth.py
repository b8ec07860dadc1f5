"""Of allauth only what the pages use can be reached: no passwords, no sign-up, no addresses to change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.account import urls as of_accounts
from allauth.mfa import urls as of_factors
from allauth.socialaccount import urls as of_elsewhere
from allauth.socialaccount.providers.openid_connect import urls as of_providers
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from tests.pages.stage import signed_in
from tests.signing.stage import Post, browser

THEIRS = (of_accounts, of_factors, of_elsewhere, of_providers)
PREFIXES = (
    "/accounts/",
    "/",
    "/sign-in/",
    "/accounts/mfa/",
    "/mfa/",
    "/accounts/3rdparty/",
    "/_allauth/browser/v1/",
)
FILLED = {"provider_id": "openid", "uidb36": "1", "key": "abc", "pk": 1}


def patterns(found: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in found:
        if isinstance(one, URLPattern):
            yield before + str(one.pattern), one
        else:
            yield from patterns(one.url_patterns, before + str(one.pattern))


def their_patterns() -> dict[str, URLPattern]:
    return {route: one for module in THEIRS for route, one in patterns(module.urlpatterns)}


def plain(route: str) -> str:
    for odd, name in (("<int:pk>", "1"), ("(?P<provider_id>[^/]+)", "openid"), ("(?P<key>[-:\\w]+)", "abc")):
        route = route.replace(odd, name)
    return route.replace("^", "").replace("$", "").replace("(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)", "1-abc")


def test_no_view_of_allauth_is_at_any_address() -> None:
    routes = patterns(get_resolver().url_patterns)
    assert [route for route, one in routes if "allauth" in getattr(one.callback, "__module__", "")] == []


def test_none_of_allauths_names_leads_anywhere() -> None:
    for one in their_patterns().values():
        with pytest.raises(NoReverseMatch):
            reverse(str(one.name), kwargs=FILLED)
        with pytest.raises(NoReverseMatch):
            reverse(str(one.name))


def test_every_address_of_allauth_answers_404(post: Post) -> None:
    """Seen failing when allauth's own addresses were included."""
    tried = {prefix + plain(route) for route in their_patterns() for prefix in PREFIXES}
    tried |= {f"/accounts/{one}" for one in ("", "google/login/", "social/signup/", "sessions/")}
    ours = {"/sign-in/", "/", "/sign-in/openid/"}
    for client in (browser(), signed_in("human:sean")):
        told = {address: client.get(address).status_code for address in tried - ours}
        assert {address: status for address, status in told.items() if status != 404} == {}
    assert len(tried) > 150


def test_signing_up_and_taking_anothers_address_are_nowhere(post: Post) -> None:
    client = signed_in("human:sean")
    for address in ("signup/", "email/", "password/change/", "password/reset/", "3rdparty/signup/"):
        assert client.post(f"/accounts/{address}", {"email": "luna@example.org"}).status_code == 404
