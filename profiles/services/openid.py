"""OpenID Connect: allauth asks the provider; we believe an id token that is signed, for us, and an answer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal import statekit
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memory_admin.http.problem import Problem
from profiles.rules.signing import OPENID, is_private_channel

# Signatures by a key whose other half only the provider has; none by a secret both know.
_SIGNED_BY: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
_CLAIMED: Final = ["iss", "sub", "aud", "exp", "iat", "nonce"]
_SCOPE: Final = ["openid", "email"]
_CLOCKS: Final = 60  # seconds that two clocks may differ
_BROKEN: Final = (OAuth2Error, OSError, jwt.PyJWTError, KeyError, ValueError, TypeError, AttributeError)


class _Talk(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """Talking to the one provider of this installation."""

    def get_provider(self) -> _Provider:
        return _provider(self.request)

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return f"{settings.PUBLIC_URL}{reverse('sign-in-openid-back')}"

    @property
    def openid_config(self) -> dict[str, Any]:
        """Return what the provider says of itself, if it is the one that is meant and keeps to itself."""
        found: dict[str, Any] = super().openid_config
        if str(found["issuer"]).rstrip("/") != settings.MEMORY_ADMIN_OIDC["issuer"]:
            raise OAuth2Error("another issuer")
        ends = [found[one] for one in ("authorization_endpoint", "token_endpoint", "jwks_uri")]
        if not all(map(is_private_channel, ends)):
            raise OAuth2Error("not encrypted")
        return found


class _Provider(OpenIDConnectProvider):  # type: ignore[misc]
    oauth2_adapter_class = _Talk


def name() -> str:
    """Return what the provider is called, empty where there is none."""
    return str(settings.MEMORY_ADMIN_OIDC.get("name", ""))


def begin(request: HttpRequest, onward: str) -> HttpResponse:
    """Return the way to the provider; raises Problem 503 where it does not answer."""
    nonce = secrets.token_urlsafe(24)
    try:
        sent: HttpResponse = _provider(request).redirect(
            request, "login", next_url=onward, auth_params={"nonce": nonce}, nonce=nonce
        )
    except _BROKEN as error:
        raise Problem(503, "provider_away") from error
    return sent


def begun(request: HttpRequest) -> dict[str, Any] | None:
    """Return what this browser went to the provider with, once; None where it never did, or long ago."""
    state = request.GET.get("state", "")
    found: dict[str, Any] | None = statekit.unstash_state(request, provider_id=OPENID, state_id=state)
    return found


def claims(request: HttpRequest, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the provider says of who came back; raises Problem 403 for what it did not say to us."""
    provider = _provider(request)
    talk = _Talk(request, OPENID)
    try:
        client = talk.get_client(request, provider.app)
        given = talk.get_access_token_data(request, provider.app, client, state.get("pkce_code_verifier"))
        return _verified(given["id_token"], talk.openid_config, state["nonce"])
    except _BROKEN as error:
        raise Problem(403, "provider_refused") from error


def _verified(token: str, config: Mapping[str, Any], nonce: str) -> dict[str, Any]:
    """Check an id token as OpenID Connect Core 3.1.3.7 asks: signature, issuer, audience, time, nonce."""
    ours = str(settings.MEMORY_ADMIN_OIDC["client_id"])
    said: dict[str, Any] = jwt.decode(
        token,
        _key_of(token, config["jwks_uri"]),
        algorithms=_SIGNED_BY,
        audience=ours,
        issuer=config["issuer"],
        leeway=_CLOCKS,
        options={"require": _CLAIMED},
    )
    if not secrets.compare_digest(str(said["nonce"]).encode(), nonce.encode()):
        raise ValueError("another nonce")
    if said.get("azp", ours) != ours or (isinstance(said["aud"], list) and said["aud"] != [ours]):
        raise ValueError("for others too")
    return said


def _key_of(token: str, address: str) -> jwt.PyJWK:
    """Return the provider's key that a token names, or its only one."""
    with get_adapter().get_requests_session() as session:
        answer = session.get(address)
        answer.raise_for_status()
        keys = jwt.PyJWKSet.from_dict(answer.json()).keys
    named = jwt.get_unverified_header(token).get("kid")
    found = [one for one in keys if named is None or one.key_id == named]
    if len(found) != 1:
        raise ValueError("no such key")
    return found[0]


def _provider(request: HttpRequest) -> _Provider:
    set_up = settings.MEMORY_ADMIN_OIDC
    more = {"server_url": set_up["issuer"], "oauth_pkce_enabled": True, "scope": _SCOPE}
    app = SocialApp(
        provider="openid_connect",
        provider_id=OPENID,
        name=set_up["name"],
        client_id=set_up["client_id"],
        secret=set_up["secret"],
        settings=more,
    )
    return _Provider(request, app=app)
