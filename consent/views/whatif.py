"""What if: a change described by a form in the address, what it would do, and making it from there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.queries.access import memory_of
from consent.queries.trust import as_it_stands
from consent.queries.visibility import may_see
from consent.rules.consenting import Statement
from consent.rules.trusting import Pair, Terms
from consent.serializers.simulate import ConsentTried, GrantTried, MembershipTried, TrustTried
from consent.services import grants, trust
from consent.services.consents import submit
from consent.services.simulating import simulate
from consent.views.policies import effects
from jobs.queries import find, tells_result
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.queries.principals import ids_of
from profiles.rules.entity import parse_entity, parse_grantee
from profiles.services import memberships
from profiles.types import Caller

_WHOLE: Final = "consent/whatif.html"
_YES: Final = {"true": True, "false": False}
Given = dict[str, Any]
# (name, label, words to choose from, may be empty)
Field = tuple[str, str, tuple[tuple[str, str], ...], bool]
FIELDS: Final[dict[str, tuple[Field, ...]]] = {
    "grant": (
        ("memory", "Memory (mem_…)", (), False),
        ("grantee", "With whom (an entity or *)", (), False),
        ("give", "What", (("true", "share it"), ("false", "take the grant back")), False),
    ),
    "consent": (
        ("grantor", "Who answers", (), False),
        ("grantee", "Who would read (an entity or *)", (), False),
        ("scope", "What (all, subject:…, ctx:…, memory:mem_…)", (), False),
        ("status", "Answer", (("active", "yes"), ("denied", "no")), False),
    ),
    "membership": (
        ("collective", "Collective", (), False),
        ("member", "Member", (), False),
        ("join", "What", (("true", "joins"), ("false", "leaves")), False),
    ),
    "trust": (
        ("owner", "Owner", (), False),
        ("accessor", "In whom (an entity or *)", (), False),
        ("base_trust", "Trust (0.0 to 1.0)", (), False),
        ("context", "In the context (optional)", (), True),
        ("strict_mode", "Strict mode", (("false", "off"), ("true", "on")), False),
    ),
}
_SHAPES: Final = {
    "grant": GrantTried,
    "consent": ConsentTried,
    "membership": MembershipTried,
    "trust": TrustTried,
}


@page()
def what_if(request: PageRequest) -> HttpResponse:
    """Say what the change in the address would do, or show the form with what is there of it."""
    kind = _kind(request.GET)
    context = _context(kind, request.GET)
    if any(not (empty or request.GET.get(name, "").strip()) for name, _, _, empty in FIELDS[kind]):
        return show(request, _WHOLE, context)
    try:
        given = _given(kind, request.GET)
        found = simulate(kind, given, by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, context | {"trouble": told}, status=told.status)
    saves = not found.get("job") and _may_save(kind, given, request.caller)
    return show(request, _WHOLE, context | {"found": effects(found), "saves": saves})


@page(methods=ACT)
def make(request: PageRequest) -> HttpResponse:
    """Make the change that was tried, by the service that makes it anywhere else."""
    kind = _kind(request.POST)
    context = _context(kind, request.POST)
    try:
        given = _given(kind, request.POST)
        said = _MAKE[kind](given, request.POST.get("reason", ""), request.caller, timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, context | {"trouble": told}, status=told.status)
    messages.success(request, said)
    return HttpResponseRedirect(f"{reverse('what-if')}?change={kind}")


@page()
def tried(request: PageRequest, job: str) -> HttpResponse:
    """Show what a large dry run found, or how far it is."""
    found = find(job, request.caller)
    if found.kind != "simulate" or not tells_result(found, request.caller):
        raise not_found()
    answer = effects(found.result) if found.state == "done" else None
    return show(request, "consent/tried.html", {"job": found, "id": job, "found": answer})


def _kind(asked: Mapping[str, str]) -> str:
    kind = asked.get("change", "grant")
    return kind if kind in FIELDS else "grant"


def _context(kind: str, asked: Mapping[str, str]) -> dict[str, Any]:
    fields = [
        {"name": name, "label": label, "words": words, "empty": empty, "value": asked.get(name, "")}
        for name, label, words, empty in FIELDS[kind]
    ]
    return {"kind": kind, "kinds": list(FIELDS), "fields": fields}


def _given(kind: str, asked: Mapping[str, str]) -> Given:
    """Return the change as the API takes it; raises Problem 400 by field."""
    typed = {name: text for name, *_ in FIELDS[kind] if (text := asked.get(name, "").strip())}
    given: Given = {name: _YES.get(text, text) for name, text in typed.items()}
    if "base_trust" in given:
        try:
            given["base_trust"] = float(typed["base_trust"])
        except ValueError:
            given["base_trust"] = typed["base_trust"]
    return _SHAPES[kind].check(given)


def _may_save(kind: str, given: Given, by: Caller) -> bool:
    """Tell whether making it is offered: a grant to the owner alone, a no where it was asked for."""
    if kind == "grant":
        memory = memory_of(given["memory"])
        return memory is not None and memory.owner_id == by.acting_id
    return not (kind == "consent" and given["status"] == "denied")


def _make_grant(given: Given, reason: str, by: Caller, now: datetime) -> str:
    if not given["give"]:
        grants.revoke(given["memory"], given["grantee"], by=by, now=now, reason=reason)
        return f"{given['grantee']} no longer has a grant."
    state = grants.grant(given["memory"], grants.Sharing(given["grantee"], (), reason), by=by, now=now)
    return "Shared." if state.effective else "The grant waits for those who must agree; they were asked."


def _make_consent(given: Given, reason: str, by: Caller, now: datetime) -> str:
    line = Statement(given["grantor"], given["grantee"], given["scope"], reason=reason)
    done = submit(line, by=by, now=now, sees=partial(may_see, by=by, now=now))
    return "The consent is recorded." if done.active else "They were asked."


def _make_membership(given: Given, reason: str, by: Caller, now: datetime) -> str:
    names = {given["collective"], given["member"]}
    ids = ids_of({str(parse_entity(name)) for name in names})
    pair = [ids.get(str(parse_entity(given[name]))) for name in ("collective", "member")]
    if pair[0] is None or pair[1] is None:
        raise not_found()
    if given["join"]:
        memberships.join(pair[0], pair[1], by=by, now=now)
        return f"{given['member']} belongs to {given['collective']} from now on."
    memberships.leave(pair[0], pair[1], by=by, now=now, reason=reason)
    return f"{given['member']} has left {given['collective']}."


def _make_trust(given: Given, reason: str, by: Caller, now: datetime) -> str:
    pair = Pair(str(parse_entity(given["owner"])), str(parse_grantee(given["accessor"])))
    strict = given["strict_mode"]
    terms = Terms(given["base_trust"], given["context"], reason=reason, strict_mode=strict)
    trust.set_trust(pair, _as_it_stands(pair, terms, now), by=by, now=now)
    return "The trust is set."


def _as_it_stands(pair: Pair, terms: Terms, now: datetime) -> Terms:
    """Return the terms with what the form does not ask left as it is."""
    ids = ids_of([pair.owner, pair.accessor])
    if len(ids) < len({pair.owner, pair.accessor}):
        return terms
    kept = as_it_stands(ids[pair.owner], ids[pair.accessor], terms, now)
    return replace(kept, strict_mode=terms.strict_mode)


_MAKE: Final[dict[str, Callable[[Given, str, Caller, datetime], str]]] = {
    "grant": _make_grant,
    "consent": _make_consent,
    "membership": _make_membership,
    "trust": _make_trust,
}
