"""Tokens on the pages: issued and shown once, paused, resumed and revoked with what stops shown first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.utils import timezone

from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.forms import Sure
from profiles.forms.directory import TokenForm
from profiles.models import Credential, Principal
from profiles.queries import directory
from profiles.queries.tokens import ShownCredential, credentials_of
from profiles.services import credentials
from profiles.services.recording import require_admin
from profiles.types import Caller

_STOPS: Final = {
    "pause": "It stops working at its next request, until an administrator resumes it.",
    "resume": "It works again from its next request on, with all its scopes.",
    "revoke": "It ends at its next request, for good. What its holder owns and was granted stays.",
}
_DONE: Final = {"pause": "Paused.", "resume": "It works again.", "revoke": "Revoked, for good."}
Act = Callable[..., Credential]
_ACTS: Final[dict[str, Act]] = {
    "pause": credentials.pause,
    "resume": credentials.resume,
    "revoke": credentials.revoke,
}


@page(methods=FORM)
def issue(request: PageRequest, entity: str) -> HttpResponse:
    """Issue a token to a verified principal and show it this once; an administrator's act."""
    by, now = request.caller, timezone.now()
    found = holder(entity, by, now)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _form(request, found, form, status=400 if form.is_bound else 200)
    try:
        _, token = credentials.issue(principal=found, spec=form.spec(), by=by, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _form(request, found, form, told, status=told.status)
    context = {"principal": found, "token": token, "api": f"{settings.PUBLIC_URL}/api/v1"}
    return show(request, "profiles/token_issued.html", context)


def holder(entity: str, by: Caller, now: datetime) -> Principal:
    """Return a principal to an administrator; to anyone else who may know it Problem 403, else 404."""
    found = directory.find(entity, by, now)
    require_admin(by)
    return found


def _form(
    request: PageRequest,
    found: Principal,
    form: TokenForm,
    trouble: Problem | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"principal": found, "form": form, "trouble": trouble}
    return show(request, "profiles/token_new.html", context, status=status)


@page(methods=FORM)
def change(request: PageRequest, entity: str, token: int, verb: str) -> HttpResponse:
    """Say what a pause, a resume or a revocation does, and do it when the reader is sure."""
    by, now = request.caller, timezone.now()
    found = directory.find(entity, by, now)
    shown = _token(found, token, verb, by, now)
    form = Sure(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"principal": found, "token": shown, "verb": verb, "says": _STOPS[verb]}
    context["form"] = form
    if not form.is_bound or not form.is_valid():
        return show(request, _SURE, context, status=400 if form.is_bound else 200)
    try:
        _ACTS[verb](token, by=by, now=now, reason=form.cleaned_data["reason"])
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _SURE, context | {"trouble": told}, status=told.status)
    messages.success(request, f"{shown.label}: {_DONE[verb]}")
    return HttpResponseRedirect(found.profile_path)


def _token(found: Principal, token: int, verb: str, by: Caller, now: datetime) -> ShownCredential:
    """Return a token of the principal that the reader may change; raises the one 404."""
    mine = by.is_admin or (by.own_act and found.pk == by.principal_id and verb != "resume")
    shown = next((one for one in credentials_of(found, by, now) if one.number == token), None)
    if verb not in _ACTS or not mine or shown is None:
        raise not_found()
    return shown


_SURE: Final = "profiles/token_sure.html"
