"""Passkeys: signing in by one, adding one soon after signing in, taking one away."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import ACT, PageRequest, entrance, page
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.request import request_id_of
from profiles.forms.signing import NewPasskeyForm, PasskeyForm
from profiles.models import Account
from profiles.queries.signing import standing
from profiles.rules.signing import CODE_LASTS, PASSKEY
from profiles.services import passkeys, signing
from profiles.views import limits, sign_in
from profiles.views.browser_sessions import account_of, is_fresh

ASKED: Final = "passkey_asked_at"
LASTS: Final = 5 * 60  # seconds from asking to answering


@entrance("GET", "POST")
def sign_in_by(request: HttpRequest) -> HttpResponse:
    """Ask the browser for a passkey (JSON), and sign in by what it answered."""
    _require_on()
    limits.require(request, PASSKEY, "passkey", "")
    if request.method == "GET":
        return _asked(request, passkeys.options_to_sign_in) or HttpResponseRedirect(reverse("sign-in"))
    account = _owner(request)
    if account is None:
        signing.refused(signing.Try(PASSKEY, request_id_of(request)), "passkey_refused", now=timezone.now())
        messages.warning(request, "That passkey does not sign in here. Try again, or take another way.")
        return HttpResponseRedirect(sign_in.with_next(reverse("sign-in"), request))
    record_authentication(request, account, method="mfa", type="webauthn", passwordless=True)
    login = Login(user=account, redirect_url=sign_in.next_page(request))
    response: HttpResponse = perform_login(request, login)
    return response


def _owner(request: HttpRequest) -> Account | None:
    """Return who may sign in by what the browser answered; nobody learns whose passkey is refused."""
    form, in_time = PasskeyForm(request.POST), _in_time(request)
    if not form.is_valid() or not in_time:
        return None
    try:
        return standing(passkeys.owner_of(form.cleaned_data["credential"]).pk)
    except Problem:
        return None


@page(methods=("GET", "POST"))
def add(request: PageRequest) -> HttpResponse:
    """Ask the browser to make a passkey (JSON), and keep what it made."""
    _require_on()
    if not is_fresh(request):
        raise Problem(403, "sign_in_again")
    account = account_of(request)
    if request.method == "GET":
        options = partial(passkeys.options_to_add, account)
        return _asked(request, options) or HttpResponseRedirect(reverse("my-sessions"))
    form = NewPasskeyForm(request.POST)
    if not form.is_valid() or not _in_time(request):
        raise Problem(403, "passkey_refused")
    given = form.cleaned_data
    passkeys.add(account, given["name"], given["credential"], by=request.caller, now=timezone.now())
    messages.success(request, "The passkey is kept: from now on you can sign in with it.")
    return HttpResponseRedirect(reverse("my-sessions"))


@page(methods=ACT)
def remove(request: PageRequest, passkey: int) -> HttpResponse:
    """Take one of one's own passkeys away."""
    passkeys.remove(account_of(request), passkey, by=request.caller, now=timezone.now())
    messages.success(request, "The passkey signs in no longer. Remove it from the device as well.")
    return HttpResponseRedirect(reverse("my-sessions"))


def _require_on() -> None:
    if not passkeys.origin():
        raise not_found()


def _asked(request: HttpRequest, options: Callable[[], dict[str, Any]]) -> HttpResponse | None:
    """Return what the page's script asks for, or None for a reader who came by without it."""
    if not request.accepts("application/json") or request.accepts("text/html"):
        return None
    request.session[ASKED] = time.time()
    if not request.user.is_authenticated:
        request.session.set_expiry(CODE_LASTS)
    return JsonResponse(options())


def _in_time(request: HttpRequest) -> bool:
    """Tell whether this session asked a moment ago; what it asked is answered once."""
    asked = request.session.pop(ASKED, 0)
    return isinstance(asked, float) and time.time() - asked < LASTS
