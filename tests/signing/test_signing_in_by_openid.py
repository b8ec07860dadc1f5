"""A provider signs in who is known here by its account, or by its verified address where that is allowed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client

from audit.models import Event
from profiles.models import Account, ExternalIdentity, Principal
from tests.cast import NOW, principal
from tests.signing.provider import CLIENT, SECRET, Claims, Provider
from tests.signing.stage import SEAN, STOPS, account, browser, person, who

LIE = Callable[[Claims], Claims]


@pytest.fixture
def provider(post: object, settings: Any) -> Iterator[Provider]:
    with Provider() as running:
        more = {"client_id": CLIENT, "secret": SECRET, "name": "Example", "by_email": True}
        settings.MEMORY_ADMIN_OIDC = {"issuer": running.issuer, **more}
        yield running


def bind(provider: Provider, entity: str, subject: str = "248289761001") -> ExternalIdentity:
    name = f"{provider.issuer}#{subject}"
    return ExternalIdentity.objects.create(
        provider="openid", external_id=name, principal=principal(entity), verified_at=NOW
    )


def there(client: Client, onward: str = "") -> str:
    sent = client.get("/sign-in/openid/", {"next": onward} if onward else {})
    assert sent.status_code == 302, sent.content
    return str(sent.headers["Location"])


def back(client: Client, address: str) -> Any:
    parts = urlsplit(address)
    return client.get(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()})


def through(client: Client, provider: Provider, onward: str = "") -> Any:
    return back(client, provider.authorize(there(client, onward)))


def refused(client: Client, provider: Provider, code: str) -> bool:
    answer = through(client, provider)
    told = Event.objects.filter(action="signin.refused").latest("pk")
    found = (answer.headers.get("Location"), who(client), told.code, told.object_id)
    return found == ("/sign-in/", "", code, "openid")


def test_whoever_has_a_bound_account_is_signed_in(provider: Provider) -> None:
    bind(provider, "human:luna")
    client = browser()
    answer = through(client, provider, "/consents/?view=given")
    assert answer.headers["Location"] == "/consents/?view=given" and who(client) == "human:luna"
    opened = Event.objects.filter(action="session.open").latest("pk")
    assert opened.details == {"way": "openid", "role": ""}
    assert 'data-label="Opened by">openid' in client.get("/my-sessions/").content.decode()


def test_nobody_becomes_staff_and_who_is_keeps_its_role(provider: Provider) -> None:
    provider.claims |= {"role": "administrator", "groups": ["administrators"]}
    bind(provider, "human:luna")
    through(browser(), provider)
    assert Account.objects.get().role == ""
    Account.objects.update(role="auditor")
    through(browser(), provider)
    assert Account.objects.get().role == "auditor"


def test_a_verified_address_finds_its_person_and_binds_the_account(provider: Provider) -> None:
    provider.claims |= {"email": "Sean@example.org", "email_verified": True}
    client = browser()
    through(client, provider)
    assert who(client) == "human:sean"
    bound = ExternalIdentity.objects.get()
    assert (bound.provider, bound.external_id) == ("openid", f"{provider.issuer}#248289761001")
    Principal.objects.filter(entity_id="human:sean").update(email=None)
    later = browser()
    through(later, provider)
    assert who(later) == "human:sean"


@pytest.mark.parametrize("verified", [False, None, "true", 1])
def test_an_address_that_was_not_verified_finds_nobody(provider: Provider, verified: object) -> None:
    """Seen failing when any address counted."""
    provider.claims |= {"email": SEAN, "email_verified": verified}
    assert refused(browser(), provider, "provider_unknown")


def test_where_addresses_do_not_count_only_a_bound_account_does(provider: Provider, settings: Any) -> None:
    """Seen failing when the setting was not asked."""
    settings.MEMORY_ADMIN_OIDC = {**settings.MEMORY_ADMIN_OIDC, "by_email": False}
    provider.claims |= {"email": SEAN, "email_verified": True}
    assert refused(browser(), provider, "provider_unknown")


def test_an_address_that_went_to_somebody_else_at_the_provider_opens_nothing(provider: Provider) -> None:
    """Seen failing when an address counted beside the account that was bound."""
    bind(provider, "human:sean", "first")
    provider.claims |= {"sub": "second", "email": SEAN, "email_verified": True}
    assert refused(browser(), provider, "provider_unknown")


def test_a_stranger_is_told_what_could_be_bound_and_nothing_is_made(provider: Provider) -> None:
    client = browser()
    assert refused(client, provider, "provider_unknown")
    assert f"openid {provider.issuer}#248289761001" in client.get("/sign-in/").content.decode()
    assert not Account.objects.exists() and not ExternalIdentity.objects.exists()
    assert not SocialAccount.objects.exists() and not SocialToken.objects.exists()
    assert "248289761001" not in repr(list(Event.objects.values()))


@pytest.mark.parametrize("stop", STOPS)
def test_nobody_who_may_not_sign_in_comes_in(provider: Provider, stop: Callable[[], None]) -> None:
    """Seen failing when it was looked only at the account elsewhere."""
    bind(provider, "human:sean")
    account("human:sean")
    stop()
    assert refused(browser(), provider, "provider_unknown")


LIES: dict[str, LIE] = {
    "another nonce": lambda claims: {**claims, "nonce": "somebody-elses"},
    "no nonce": lambda claims: {name: one for name, one in claims.items() if name != "nonce"},
    "for another": lambda claims: {**claims, "aud": "another-client"},
    "for another too": lambda claims: {**claims, "aud": [CLIENT, "another-client"]},
    "by another": lambda claims: {**claims, "azp": "another-client"},
    "of another": lambda claims: {**claims, "iss": "https://elsewhere.example"},
    "old": lambda claims: {**claims, "exp": int(time.time()) - 120},
    "endless": lambda claims: {name: one for name, one in claims.items() if name != "exp"},
    "of tomorrow": lambda claims: {**claims, "iat": int(time.time()) + 86400},
    "of nobody": lambda claims: {name: one for name, one in claims.items() if name != "sub"},
    "of a number": lambda claims: {**claims, "sub": 248289761001},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES.keys())
def test_what_a_provider_says_to_or_of_others_is_not_believed(provider: Provider, lie: LIE) -> None:
    """Seen failing for each: the nonce not compared, the audience, azp, issuer and times not asked for."""
    bind(provider, "human:luna")
    provider.lie = lie
    assert refused(browser(), provider, "provider_refused")


SIGNATURES: dict[str, Callable[[Provider, Claims], str]] = {
    "none": lambda provider, claims: jwt.encode(claims, "", algorithm="none"),
    "of another": lambda provider, claims: provider.signed(claims, rsa.generate_private_key(65537, 2048)),
    "by an unknown key": lambda provider, claims: provider.signed(claims, kid="two"),
    "by our secret": lambda provider, claims: jwt.encode(
        claims, SECRET * 3, algorithm="HS256", headers={"kid": "one"}
    ),
    "garbage": lambda provider, claims: "a.b.c",
}


@pytest.mark.parametrize("sign", SIGNATURES.values(), ids=SIGNATURES.keys())
def test_what_is_not_signed_by_the_provider_is_not_believed(
    provider: Provider, sign: Callable[[Provider, Claims], str]
) -> None:
    """Seen failing when a token that came straight from the provider was read without its signature."""
    bind(provider, "human:luna")
    provider.sign = lambda claims: sign(provider, claims)
    assert refused(browser(), provider, "provider_refused")


def test_an_answer_counts_once_and_in_the_browser_that_asked(provider: Provider) -> None:
    """Seen failing when the state was not looked for in the session."""
    bind(provider, "human:luna")
    hers, other = browser(), browser()
    answer = provider.authorize(there(hers))
    there(other)
    assert back(other, answer).headers["Location"] == "/sign-in/" and who(other) == ""
    back(hers, answer)
    assert who(hers) == "human:luna"
    assert back(hers, answer).headers["Location"] == "/sign-in/"
    assert Event.objects.filter(action="signin.refused", code="provider_unasked").exists()


def test_somebody_elses_code_in_ones_own_answer_signs_nobody_in(provider: Provider) -> None:
    """Seen failing without PKCE and nonce."""
    bind(provider, "human:luna")
    hers, thief = browser(), browser()
    stolen = parse_qs(urlsplit(provider.authorize(there(hers))).query)["code"][0]
    own = parse_qs(urlsplit(provider.authorize(there(thief))).query)["state"][0]
    answer = thief.get("/sign-in/openid/back/", {"code": stolen, "state": own})
    assert answer.headers["Location"] == "/sign-in/" and who(thief) == ""


def test_it_leads_to_own_pages_only(provider: Provider) -> None:
    """Seen failing when the address to go on to was taken as it came."""
    bind(provider, "human:luna")
    answer = through(browser(), provider, "https://elsewhere.example/")
    assert answer.headers["Location"] == "/"


def test_whoever_says_no_at_the_provider_is_told_so(provider: Provider) -> None:
    client = browser()
    state = parse_qs(urlsplit(there(client)).query)["state"][0]
    told = client.get("/sign-in/openid/back/", {"error": "access_denied", "state": state}, follow=True)
    assert "Example did not sign you in" in told.content.decode()


@pytest.mark.parametrize(
    "config",
    [{"issuer": "https://elsewhere.example"}, {"token_endpoint": "http://elsewhere.example/token"}],
    ids=lambda config: next(iter(config)),
)
def test_a_provider_that_is_another_or_speaks_in_the_open_is_not_gone_to(
    provider: Provider, config: dict[str, str]
) -> None:
    """Seen failing when what the provider says of itself was taken as it is."""
    provider.config = config
    assert browser().get("/sign-in/openid/").status_code == 503


def test_a_provider_that_does_not_answer_is_said_to_be_away(provider: Provider) -> None:
    provider._server.shutdown()
    provider._server.server_close()
    answer = browser().get("/sign-in/openid/")
    assert answer.status_code == 503 and "does not answer" in answer.content.decode()


def test_without_a_provider_there_is_no_such_way(post: object) -> None:
    client = browser()
    assert "come back" not in client.get("/sign-in/").content.decode()
    assert (
        client.get("/sign-in/openid/").status_code == client.get("/sign-in/openid/back/").status_code == 404
    )


def test_an_agents_account_elsewhere_signs_nobody_in(provider: Provider) -> None:
    person("si:ash", "ash@example.org")
    bind(provider, "si:ash")
    assert refused(browser(), provider, "provider_unknown")
