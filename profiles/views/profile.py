"""My profile: one's own fields, what agents proposed for it, and what is held of one's sessions now."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.pages import ACT, READ, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.forms.layers import ClearForm, ProfileForm, PromoteForm, ProposalAnswer
from profiles.models import ProfileProposal
from profiles.queries.principals import entity_ids
from profiles.queries.profile_fields import fields
from profiles.queries.profiles import Kept, history_of, profile_of
from profiles.queries.proposals import proposals_for, public
from profiles.queries.session_facts import sessions_of
from profiles.rules.profile_fields import as_text
from profiles.services import profiles, proposals, reading, session_facts
from profiles.types import Caller

_WHOLE = "profiles/profile.html"
_SHOWN = 20


@page(methods=(*READ, "POST"))
def profile(request: PageRequest) -> HttpResponse:
    """Show one's own profile and take its changes; nothing typed is lost where they are refused."""
    by = request.caller
    kept = profile_of(by.principal_id)
    if request.method != "POST":
        return _page(request, ProfileForm.of(kept.values, kept.version))
    form = ProfileForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    try:
        reason = profiles.Reason(version=form.cleaned_data["version"])
        profiles.write(form.changes(), by=by, now=timezone.now(), reason=reason)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _page(request, form, trouble=told, status=told.status)
    messages.success(request, "Saved. It is in your prompts from now on.")
    return HttpResponseRedirect(reverse("profile"))


def _page(
    request: PageRequest, form: ProfileForm, *, trouble: Problem | None = None, status: int = 200
) -> HttpResponse:
    by, now = request.caller, timezone.now()
    kept = reading.read(by=by, now=now)
    context = {
        "form": form,
        "trouble": trouble,
        "fixed": [(one.label, value) for one, value in _fixed(kept)],
        "proposals": _proposals(by),
        "sessions": sessions_of(by.principal_id, now),
        "schema": [one for one in fields().values() if one.editable],
        "history": history_of(by.principal_id).order_by("-version")[:_SHOWN],
    }
    return show(request, _WHOLE, context, status=status)


def _fixed(kept: Kept) -> list[tuple[Any, str]]:
    """Return the fields that the administrator sets, with what they say."""
    values = kept.values
    fixed = [one for one in fields().values() if not one.editable]
    return [(one, as_text(values[one.key])) for one in fixed if one.key in values]


def _proposals(by: Caller) -> list[dict[str, Any]]:
    """Return what waits for an answer: by field what it is and what it would be."""
    rows = list(proposals_for(by).filter(status="open").order_by("-at")[:_SHOWN])
    names, known = entity_ids({row.proposed_by for row in rows}), fields()
    now = profile_of(by.principal_id).values
    return [{"row": row, "id": public(row), "who": names.get(row.proposed_by),
             "changes": _changes(row, known, now)} for row in rows]  # fmt: skip


def _changes(row: ProfileProposal, known: Any, now: Any) -> list[tuple[str, str, str]]:
    return [
        (
            known[key].label if key in known else key,
            as_text(now[key]) if key in now else "–",
            "taken away" if value is None else as_text(value),
        )
        for key, value in row.changes.items()
    ]


@page(methods=ACT)
def answer(request: PageRequest, proposal: str) -> HttpResponse:
    """Take a proposal into one's profile, or leave it."""
    form, now = ProposalAnswer(request.POST), timezone.now()
    if not form.is_valid():
        raise Problem(400, "invalid", "Choose to accept or to decline.")
    act = proposals.accept if form.cleaned_data["answer"] == "accept" else proposals.decline
    act(proposal, by=request.caller, now=now, reason=form.cleaned_data["reason"])
    taken = form.cleaned_data["answer"] == "accept"
    return _back(request, "It is in your profile now." if taken else "Your profile stays as it was.")


@page(methods=ACT)
def promote(request: PageRequest) -> HttpResponse:
    """Keep a fact of a session in one's profile."""
    form = PromoteForm(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Name the session, the fact and the field.")
    given = form.cleaned_data
    asked = session_facts.Promotion(given["session"], given["key"], given["field"])
    session_facts.promote(asked, by=request.caller, now=timezone.now())
    return _back(request, "Kept in your profile.")


@page(methods=ACT)
def clear(request: PageRequest) -> HttpResponse:
    """Forget what is held of a session."""
    form = ClearForm(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Name the session.")
    session_facts.clear(form.cleaned_data["session"], by=request.caller, now=timezone.now())
    return _back(request, "Forgotten.")


def _back(request: PageRequest, said: str) -> HttpResponse:
    messages.success(request, said)
    return HttpResponseRedirect(reverse("profile"))
