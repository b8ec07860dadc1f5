"""Where one is signed in: listed, ended one by one, or all at once."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import ACT, PageRequest, page, show
from memory_admin.http.problem import not_found
from profiles.models import Account
from profiles.queries.browser_sessions import shown
from profiles.services import sessions


@page()
def mine(request: PageRequest) -> HttpResponse:
    """List the browsers in which the reader is signed in."""
    found = shown(_account(request), request.session.session_key or "", timezone.now())
    return show(request, "profiles/my_sessions.html", {"sessions": found})


@page(methods=ACT)
def end(request: PageRequest) -> HttpResponse:
    """End one of the reader's own sessions, or all of them, this one with them."""
    name, account = request.POST.get("session", ""), _account(request)
    ended = sessions.end(account, name, by=request.caller, now=timezone.now())
    if not name or name == sessions.name_of(request.session.session_key or ""):
        logout(request)
        return HttpResponseRedirect("/sign-in/")
    messages.success(request, "Ended at its next request." if ended else "That session had ended already.")
    return HttpResponseRedirect(reverse("my-sessions"))


def _account(request: PageRequest) -> int:
    """Return the account that is signed in, which the page has made sure of."""
    if not isinstance(request.user, Account):
        raise not_found()
    return request.user.pk
