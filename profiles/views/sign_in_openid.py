"""Signing in with an OpenID Connect provider: there and back, once, as somebody who is known here already."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import entrance
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.request import request_id_of
from profiles.models import Account
from profiles.queries.signing import standing
from profiles.rules.signing import OPENID, own_page
from profiles.services import openid, signing, signing_openid
from profiles.views import limits, sign_in


@entrance("GET")
def there(request: HttpRequest) -> HttpResponse:
    """Send the browser to the provider."""
    _require_on()
    limits.require(request, OPENID, "openid", "")
    return openid.begin(request, sign_in.next_page(request))


@entrance("GET")
def back(request: HttpRequest) -> HttpResponse:
    """Sign in who came back from the provider, if it is somebody known here who may."""
    _require_on()
    limits.require(request, OPENID, "openid", "")
    state = openid.begun(request)
    if state is None:
        return _refused(
            request, "provider_unasked", "That took too long, or began in another browser. Try again."
        )
    if "code" not in request.GET:
        return _refused(request, "provider_declined", f"{openid.name()} did not sign you in.")
    try:
        said = openid.claims(request, state)
    except Problem as trouble:
        return _refused(
            request, trouble.code, f"What {openid.name()} answered could not be believed. Try again."
        )
    account = _account(request, said)
    if account is None:
        return _refused(request, "provider_unknown", _unknown(said))
    record_authentication(request, account, method="socialaccount", provider=OPENID)
    login = Login(user=account, redirect_url=own_page(state.get("next") or ""))
    response: HttpResponse = perform_login(request, login)
    return response


def _account(request: HttpRequest, said: dict[str, Any]) -> Account | None:
    now, request_id = timezone.now(), request_id_of(request)
    by_email = bool(settings.MEMORY_ADMIN_OIDC["by_email"])
    found = signing_openid.account_for(said, by_email=by_email, request_id=request_id, now=now)
    return standing(found.pk) if found else None


def _unknown(said: dict[str, Any]) -> str:
    return (
        f"Nobody here has that account of {openid.name()}. Whoever runs this installation can bind it: "
        f"{OPENID} {signing_openid.spelled(said)}"
    )


def _refused(request: HttpRequest, code: str, why: str) -> HttpResponse:
    signing.refused(signing.Try(OPENID, request_id_of(request)), code, now=timezone.now())
    messages.warning(request, why)
    return HttpResponseRedirect(reverse("sign-in"))


def _require_on() -> None:
    if not openid.name():
        raise not_found()
