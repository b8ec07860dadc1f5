"""Signing in by a one-time link, and out again."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from memory_admin.http.pages import ACT, PageRequest, entrance, page
from memory_admin.http.problem import Problem
from memory_admin.http.request import request_id_of
from profiles import authentication
from profiles.forms.signing import AddressForm
from profiles.queries.signing import mail_is_on
from profiles.rules.signing import LINK, START, own_page
from profiles.services import openid, passkeys, sessions, signin, signing


@entrance("GET", "HEAD")
def how(request: HttpRequest) -> HttpResponse:
    """Offer the ways to sign in that are on here."""
    return ways(request, AddressForm())


def ways(request: HttpRequest, form: AddressForm, status: int = 200) -> HttpResponse:
    """Return the page of the ways that are on, with what was typed into it."""
    on = {"mail": mail_is_on(), "origin": passkeys.origin(), "provider": openid.name()}
    context = {**on, "form": form, "next": next_page(request)}
    return render(request, "profiles/sign_in.html", context, status=status)


def next_page(request: HttpRequest) -> str:
    """Return the page of this site to go on to after signing in; empty for the first one."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    found = own_page(asked)
    return "" if found == START else found


def with_next(address: str, request: HttpRequest) -> str:
    """Return an address of the sign-in that goes on to where this request wants to."""
    wanted = next_page(request)
    return f"{address}?{urlencode({'next': wanted})}" if wanted else address


@entrance("GET", "HEAD", "POST")
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button, which uses nothing up; pressing it uses the link up and signs in."""
    try:
        return _use(request, token) if request.method == "POST" else _button(request, token)
    except Problem as trouble:
        tried = signing.Try(LINK, request_id_of(request))
        signing.refused(tried, trouble.code, now=timezone.now())
        return render(request, "profiles/link_refused.html", {"trouble": trouble}, status=trouble.status)


def _button(request: HttpRequest, token: str) -> HttpResponse:
    link = signin.peek(token, now=timezone.now())
    return render(request, "profiles/link.html", {"link": link, "entity": link.principal.entity_id})


def _use(request: HttpRequest, token: str) -> HttpResponse:
    authentication.sign_in(request, token)
    local = authentication.is_local_session(request)
    return HttpResponseRedirect(reverse("system-profile-edit") if local else "/")


@page(methods=ACT)
def out(request: PageRequest) -> HttpResponse:
    """End the session."""
    sessions.close(by=request.caller, now=timezone.now())
    return signed_out(request)


def signed_out(request: HttpRequest) -> HttpResponse:
    """End this browser's session and lead to the entrance; what it kept of the pages goes with it."""
    logout(request)
    response = HttpResponseRedirect(reverse("sign-in"))
    response["Clear-Site-Data"] = '"cache"'
    return response
