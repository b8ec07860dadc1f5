"""Where one is signed in: listed, ended one by one, or all at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import ACT, PageRequest, page, show
from memory_admin.http.problem import not_found
from profiles.forms.signing import NewPasskeyForm
from profiles.models import Account
from profiles.queries.browser_sessions import shown
from profiles.rules.signing import SINCE
from profiles.services import passkeys, sessions
from profiles.views.sign_in import signed_out

FRESH: Final = timedelta(minutes=30)


@page()
def mine(request: PageRequest) -> HttpResponse:
    """List the browsers in which the reader is signed in."""
    account = account_of(request)
    context = {
        "sessions": shown(account.pk, request.session.session_key or "", timezone.now()),
        "passkeys": [named(one) for one in passkeys.held_by(account)],
        "origin": passkeys.origin(),
        "fresh": is_fresh(request),
        "form": NewPasskeyForm(),
    }
    return show(request, "profiles/my_sessions.html", context)


@page(methods=ACT)
def end(request: PageRequest) -> HttpResponse:
    """End one of the reader's own sessions, or all of them, this one with them."""
    name, account = request.POST.get("session", ""), account_of(request).pk
    ended = sessions.end(account, name, by=request.caller, now=timezone.now())
    if not name or name == sessions.name_of(request.session.session_key or ""):
        return signed_out(request)
    messages.success(request, "Ended at its next request." if ended else "That session had ended already.")
    return HttpResponseRedirect(reverse("my-sessions"))


def account_of(request: PageRequest) -> Account:
    """Return the account that is signed in, which the page has made sure of."""
    if not isinstance(request.user, Account):
        raise not_found()
    return request.user


def is_fresh(request: PageRequest) -> bool:
    """Tell whether one signed in within the last half hour: a passkey outlasts the session that adds it."""
    since = request.session.get(SINCE, 0)
    return isinstance(since, float) and timezone.now().timestamp() - since < FRESH.total_seconds()


def named(passkey: Any) -> dict[str, Any]:
    """Return of a passkey what its row shows."""
    shown = {"pk": passkey.pk, "name": passkey.wrap().name}
    return {**shown, "created_at": passkey.created_at, "last_used_at": passkey.last_used_at}
