"""Changing the directory on the pages: each change says what it does before it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.utils import timezone

from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.forms.directory import Change, NewPrincipal
from profiles.models import Principal
from profiles.queries import directory
from profiles.rules.terms import Term
from profiles.services import custody, merging, principals
from profiles.types import Caller
from profiles.views.tokens import holder


@dataclass(frozen=True, slots=True)
class Asked:
    """One change: to whom, with whom, until when, why, by whom and at which moment."""

    one: Principal
    other: Principal | None
    term: Term
    by: Caller
    now: datetime

    @property
    def second(self) -> int:
        """Return the id of the other one; raises Problem 422 where none was named."""
        if self.other is None:
            raise unprocessable("refused", "Say who.", {"other": ["Name someone."]})
        return self.other.pk


def _set(name: str, value: bool) -> Callable[[Asked], object]:
    def act(asked: Asked) -> object:
        return principals.update(
            asked.one.pk, {name: value}, by=asked.by, now=asked.now, reason=asked.term.reason
        )

    return act


def _merge(asked: Asked) -> object:
    return merging.merge(asked.one.pk, asked.second, by=asked.by, now=asked.now, reason=asked.term.reason)


def _appoint(asked: Asked) -> object:
    return custody.appoint(asked.one.pk, asked.second, by=asked.by, now=asked.now, term=asked.term)


def _dismiss(asked: Asked) -> object:
    return custody.dismiss(asked.one.pk, asked.second, by=asked.by, now=asked.now, reason=asked.term.reason)


@dataclass(frozen=True, slots=True)
class Verb:
    """A change in words: its name, what it does, what is asked for, and how it is made."""

    title: str
    says: tuple[str, ...]
    act: Callable[[Asked], object]
    asks: tuple[str, ...] = ("reason",)


VERBS: Final = {
    "verify": Verb(
        "Verify", ("You vouch that this is who it says it is.", "From now on it may hold tokens and, if it "
        "is a person, sign in."), _set("verified", True),
    ),
    "unverify": Verb(
        "Take back the verification of", ("Its tokens and sessions end at their next request.",),
        _set("verified", False),
    ),
    "deactivate": Verb(
        "Deactivate", ("Its tokens and sessions end at their next request.", "Nobody is shown anything "
        "through it; what it owns stays."), _set("active", False),
    ),
    "activate": Verb("Activate", ("Its tokens work again, those paused or revoked aside.",),
                     _set("active", True)),
    "release": Verb(
        "Release", ("It is held because another id looks like it. Released, it counts like any other: grants "
        "to it take effect.",), _set("held", False),
    ),
    "merge": Verb(
        "Merge into another:", ("Its aliases, accounts elsewhere, memberships and custodies move to the "
        "other one, who also becomes its custodian and so agrees for it.", "Grants to it reach the other "
        "one. What it owns stays under its id.", "This is not undone."), _merge, ("other", "reason"),
    ),
    "custodian": Verb(
        "Appoint a custodian of", ("The custodian agrees and refuses in its name, and may ask who sees what "
        "about it.", "Whoever acts for itself gets one only with an end."), _appoint,
        ("other", "until", "reason"),
    ),
    "dismiss": Verb(
        "Dismiss a custodian of", ("From the next request on the custodian's own yes and no no longer count "
        "for it: what rested on them alone closes.",), _dismiss, ("other", "reason"),
    ),
}  # fmt: skip


@page(methods=FORM)
def new(request: PageRequest) -> HttpResponse:
    """Take a new principal; a look-alike needs a reason, and nothing typed is lost."""
    if not request.caller.is_admin:
        raise not_found()
    form = NewPrincipal(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _form(request, form, status=400 if form.is_bound else 200)
    given = form.cleaned_data
    try:
        made = principals.create(
            given["id"], by=request.caller, now=timezone.now(),
            display_name=given["display_name"], reason=given["reason"],
        )  # fmt: skip
    except Problem as trouble:
        told = recorded(request, trouble)
        return _form(request, form, told, status=told.status)
    messages.success(request, f"{made.entity_id} is known and verified.")
    return HttpResponseRedirect(made.profile_path)


def _form(
    request: PageRequest, form: NewPrincipal, trouble: Problem | None = None, *, status: int = 200
) -> HttpResponse:
    return show(request, "profiles/principal_new.html", {"form": form, "trouble": trouble}, status=status)


@page(methods=FORM)
def change(request: PageRequest, entity: str, verb: str) -> HttpResponse:
    """Say what a change does and make it when the reader is sure; an administrator's act."""
    by, now = request.caller, timezone.now()
    if verb not in VERBS:
        raise not_found()
    found = holder(entity, by, now)
    asked = request.method == "POST"
    form = Change(request.POST) if asked else Change(initial={"other": request.GET.get("other", "")[:200]})
    if not form.is_bound or not form.is_valid():
        return _sure(request, found, verb, form)
    try:
        VERBS[verb].act(_asked(found, form, by, now))
    except Problem as trouble:
        told = recorded(request, trouble)
        return _sure(request, found, verb, form, told)
    messages.success(request, "Done. It holds from the next request on.")
    return HttpResponseRedirect(found.profile_path)


def _asked(found: Principal, form: Change, by: Caller, now: datetime) -> Asked:
    other = form.cleaned_data["other"]
    named = directory.find(other, by, now) if other else None
    return Asked(found, named, Term(form.ends(), form.cleaned_data["reason"]), by, now)


def _sure(
    request: PageRequest, found: Principal, verb: str, form: Change, trouble: Problem | None = None
) -> HttpResponse:
    how = VERBS[verb]
    context: dict[str, Any] = {"principal": found, "how": how, "form": form, "trouble": trouble}
    context["fields"] = [form[name] for name in how.asks]
    context["alike"] = directory.alike(found) if verb in {"merge", "release"} else []
    status = trouble.status if trouble else 400 if form.is_bound else 200
    return show(request, "profiles/principal_sure.html", context, status=status)
