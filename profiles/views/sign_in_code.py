"""Signing in by a code that is mailed: asked for by address, typed in where it was asked for."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.core.internal.cryptokit import compare_user_code
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import entrance
from memory_admin.http.problem import not_found
from memory_admin.http.request import request_id_of
from profiles.forms.signing import AddressForm, CodeForm
from profiles.queries.signing import mail_is_on, standing
from profiles.rules.signing import CODE, CODE_LASTS
from profiles.services import signing
from profiles.views import limits, sign_in

_WRONG: Final = "This is not the code. No two are the same: look for the newest mail."


@entrance("POST")
def address(request: HttpRequest) -> HttpResponse:
    """Send a code to an address that may sign in, and say the same of any other."""
    if not mail_is_on():
        raise not_found()
    form = AddressForm(request.POST)
    if not form.is_valid():
        return sign_in.ways(request, form, status=400)
    email = form.cleaned_data["email"]
    limits.require(request, CODE, "code_asked", email)
    account = signing.account_for_code(email, request_id=request_id_of(request), now=timezone.now())
    LoginCodeVerificationProcess.initiate(request=request, user=account, email=email)
    if account is None:
        get_adapter(request).send_mail("", email, {})  # as much work, and no mail
    if not request.user.is_authenticated:
        request.session.set_expiry(CODE_LASTS)
    return HttpResponseRedirect(sign_in.with_next(reverse("sign-in-code"), request))


@entrance("GET", "HEAD", "POST")
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and sign in with it: once, in time, and in the browser that asked for it."""
    process = _process(request)
    if process is None:
        return _again(request, "That code works no longer. Ask for a new one.")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        limits.require(request, CODE, "code_tried", f"{process.state['at']} {process.state['email']}")
        if _is_right(process, form.cleaned_data["code"]):
            signed_in: HttpResponse = process.finish(sign_in.next_page(request))
            return signed_in
        _put_wrong(process, request)
        if not process.record_invalid_attempt():
            return _again(request, "Too many wrong codes. Ask for a new one.")
        form.add_error("code", _WRONG)
    context = {"form": form, "email": process.state["email"], "next": sign_in.next_page(request)}
    return render(request, "profiles/sign_in_code.html", context, status=400 if form.errors else 200)


def _process(request: HttpRequest) -> Any:
    """Return what this browser asked for, or None where that is too long ago or was never."""
    stage = LoginStageController.enter(request, LoginByCodeStage.key)
    return LoginCodeVerificationProcess.resume(stage) if stage else None


def _is_right(process: Any, given: str) -> bool:
    """Tell whether it is the code of somebody who may sign in now, whatever was so when it was sent."""
    right = bool(compare_user_code(actual=given, expected=process.code))
    return right and process.user is not None and standing(process.user.pk) is not None


def _put_wrong(process: Any, request: HttpRequest) -> None:
    person = process.user.principal_id if process.user else None
    tried = signing.Try(CODE, request_id_of(request), person)
    signing.refused(tried, "code_wrong", now=timezone.now())


def _again(request: HttpRequest, why: str) -> HttpResponse:
    messages.warning(request, why)
    return HttpResponseRedirect(sign_in.with_next(reverse("sign-in"), request))
