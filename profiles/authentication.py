"""Who is asking: from a bearer token, or from a signed-in browser; never from a body or an echo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from memory_admin.http.problem import Problem, unauthenticated
from memory_admin.http.request import request_id_of
from profiles.models import Account
from profiles.queries.credentials import Presented, present
from profiles.queries.signing import standing
from profiles.rules.claims import Claim, canonical_or_none, header_text, parse_behalf
from profiles.rules.signing import LINK
from profiles.rules.tokens import Token, parse
from profiles.services import last_used, signin
from profiles.services.accounts import session_caller
from profiles.services.opening import open_session
from profiles.services.resolving import live_caller
from profiles.types import Caller

_ACT_AS = "HTTP_X_ACT_AS"
_BEHALF = "HTTP_X_ON_BEHALF_OF"
_LOCAL_UNTIL = "local_until"
LOCAL_LASTS = timedelta(minutes=30)


class TokenRefused(Problem):
    """A 401 that looks the same whatever was wrong; `why` and `credential_id` are for the record."""

    def __init__(self, why: str, credential_id: int | None = None, principal_id: int | None = None) -> None:
        plain = unauthenticated(presented=why != "missing")
        super().__init__(401, plain.code, headers=plain.headers)
        self.why, self.credential_id, self.principal_id = why, credential_id, principal_id


class BearerAuthentication(BaseAuthentication):
    """Resolve `Authorization: Bearer`, `X-Act-As` and `X-On-Behalf-Of` to a Caller in one statement."""

    def authenticate(self, request: Request) -> tuple[Any, Caller]:
        """Return the caller twice (DRF's user and auth); raises Problem 401, 403, 404 or 409."""
        caller = caller_of(request._request, door="rest")
        return caller, caller

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="memory-admin"'


def caller_of(request: HttpRequest, *, door: str) -> Caller:
    """Return who asks by the headers of a request; raises Problem 401, 403, 404 or 409."""
    return caller_by_token(
        bearer(request.META.get("HTTP_AUTHORIZATION")),
        act_as=request.META.get(_ACT_AS),
        behalf=request.META.get(_BEHALF),
        request_id=request_id_of(request),
        door=door,
    )


def bearer(header: str | None) -> Token:
    """Return the token of an Authorization header; raises TokenRefused."""
    if header is None:
        raise TokenRefused("missing")
    scheme, _, text = header.partition(" ")
    token = parse(text.strip(" ")) if scheme.lower() == "bearer" else None
    if token is None:
        raise TokenRefused("malformed")
    return token


def caller_by_token(
    token: Token, *, act_as: str | None, behalf: str | None, request_id: str, door: str
) -> Caller:
    """Return the caller a token and the two headers name (None: not sent); the same rule for every door."""
    now = timezone.now()
    claim = _claim(behalf)
    found = present(token, acting=_entity(act_as), behalf=claim)
    if found is None:
        raise TokenRefused("unknown")
    if why := found.why_dead(now):
        raise TokenRefused(why, found.credential_id, found.holder.id)
    last_used.note(found.credential_id, now)
    caller = _caller(found, request_id, door)
    if act_as is not None:
        caller = _acting(caller, found)
    return live_caller(caller, claim, found.behalf, now=now) if behalf is not None else caller


def _claim(header: str | None) -> Claim:
    text = header_text(header or "")
    return parse_behalf(text) if text else Claim()


def _entity(header: str | None) -> str | None:
    return canonical_or_none(header_text(header) if header else None)


def _caller(found: Presented, request_id: str, door: str) -> Caller:
    return Caller(
        principal_id=found.holder.id,
        principal=found.holder.entity,
        acting_id=found.holder.id,
        acting=found.holder.entity,
        request_id=request_id,
        door=door,
        credential_id=found.credential_id,
        lineage_id=found.lineage_id,
        scopes=found.scopes,
        act_as=found.act_as,
        max_provenance=found.max_provenance,
        source_types=found.source_types,
        providers=found.providers,
        context_required=found.context_required,
        application=found.application,
        is_agent=found.holder.namespace == "si",
    )


def _acting(caller: Caller, found: Presented) -> Caller:
    """Return the caller with another's rights; unlisted, unknown and inactive are refused alike."""
    named = found.acting
    if named is None or not named.live or named.id not in caller.act_as:
        raise Problem(403, "act_as_refused", "The token may not act as the entity X-Act-As names.")
    return replace(caller, acting_id=named.id, acting=named.entity)


class LinkBackend(BaseBackend):
    """Django's sign-in by one-time link; a session ends at its next request once its person may not stay."""

    def authenticate(
        self, request: HttpRequest | None, link_token: str | None = None, **credentials: Any
    ) -> Account | None:
        """Use the link up and return its account; raises Problem 404 or 410 that says what is wrong."""
        if link_token is None:
            return None
        request_id = request_id_of(request) if request is not None else ""
        return self.get_user(signin.use(link_token, now=timezone.now(), request_id=request_id).account_id)

    def get_user(self, user_id: int) -> Account | None:
        """Return the account of a session, or None (signed out) when it or its person is not active."""
        return standing(user_id)


def sign_in(request: HttpRequest, link_token: str) -> Account:
    """Use a link up and open a session with it; a link of this machine's command line opens a local one.

    Raises Problem 404 or 410 that says what is wrong with the link."""
    now = timezone.now()
    used = signin.use(link_token, now=now, request_id=request_id_of(request))
    account = standing(used.account_id)
    if account is None:
        raise Problem(410, "link_void", "The person this link was for can no longer sign in.")
    open_session(request, account, LINK, now=now)
    if used.local:
        request.session[_LOCAL_UNTIL] = (now + LOCAL_LASTS).timestamp()
    return account


def is_local_session(request: HttpRequest) -> bool:
    """Tell whether this browser session was opened from the machine itself less than half an hour ago."""
    until = request.session.get(_LOCAL_UNTIL, 0)
    return isinstance(until, float) and timezone.now().timestamp() < until


def caller_of_session(request: HttpRequest) -> Caller:
    """Return who is signed in to the pages, acting for nobody else; raises Problem 401 for nobody."""
    account = request.user
    if not isinstance(account, Account):
        raise unauthenticated()
    return replace(session_caller(account, request_id_of(request)), local=is_local_session(request))
