"""The recall bench: try a recall, see each stage, copy it as curl, and validate an answer to it."""

from __future__ import annotations

import json
import shlex
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone

from consent import bench as trying
from consent import validation
from consent.forms import BenchForm, PastedForm
from consent.rules.cases import case as test_case
from consent.serializers.recall import RecallBody
from consent.serializers.validation import validated
from consent.shapes import ask_of
from memory_admin.http.download import download
from memory_admin.http.pages import ACT, FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, unprocessable
from profiles.models import Principal
from profiles.queries.directory import find

_WHOLE, _PART = "consent/bench.html", "consent/bench_tried.html"
_CHECKED = "consent/bench_checked.html"


@page(methods=FORM)
def bench(request: PageRequest) -> HttpResponse:
    """Show the empty form, or how the recall in it goes: asked by POST, so no address holds the words."""
    if request.method != "POST":
        return show(request, _WHOLE, {"form": BenchForm(initial=_initial(request))}, part=_PART)
    form = BenchForm(request.POST)
    if not form.is_valid():
        return show(request, _WHOLE, {"form": form}, part=_PART, status=400)
    try:
        return show(request, _WHOLE, {"form": form, **_tried(request, form)}, part=_PART)
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, {"form": form, "trouble": told}, part=_PART, status=told.status)


@page(methods=ACT)
def validate(request: PageRequest) -> HttpResponse:
    """Check a pasted answer against what its recall withheld, by the service that does so for everyone."""
    form = PastedForm(request.POST)
    if not form.is_valid():
        return show(request, _CHECKED, {"pasted": form}, status=400)
    now, given = timezone.now(), form.cleaned_data
    try:
        asker = trying.caller_for(_principal(request, given["principal"]), request.caller, now)
        answer = validated(validation.validate(given["recall_id"], given["response"], by=asker, now=now))
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _CHECKED, {"pasted": form, "trouble": told}, status=told.status)
    return show(request, _CHECKED, {"pasted": form, "checked": answer})


@page(methods=ACT)
def case(request: PageRequest) -> HttpResponse:
    """Run it once more and hand it out as a file that `memory-admin bench` runs again; no text is in it."""
    form = BenchForm(request.POST)
    if not form.is_valid():
        return show(request, _WHOLE, {"form": form}, part=_PART, status=400)
    ran = _tried(request, form)
    if ran["tried"].side == "ward":
        raise unprocessable("refused", "What two people see is no test case; run it as one of them.")
    kept = test_case(ran["principal"].entity_id, form.body(), trying.expected(ran["tried"]))
    text = json.dumps(kept, ensure_ascii=False, indent=2) + "\n"
    return download("recall-case.json", "application/json", text.encode())


def _initial(request: PageRequest) -> dict[str, Any]:
    return {"principal": request.GET.get("principal", "")[:200], "limit": 10}


def _principal(request: PageRequest, entity: str) -> Principal:
    return find(entity or request.caller.acting, request.caller, timezone.now())


def _tried(request: PageRequest, form: BenchForm) -> dict[str, Any]:
    principal = _principal(request, form.cleaned_data["principal"])
    body = form.body()
    ask = ask_of(RecallBody.check(body))
    tried = trying.bench(ask, principal, by=request.caller, now=timezone.now())
    initial = {"principal": form.cleaned_data["principal"], "recall_id": tried.recall_id}
    pasted = PastedForm(initial=initial) if tried.recall_id else None
    return {"tried": tried, "principal": principal, "curl": _curl(body), "pasted": pasted}


def _curl(body: dict[str, Any]) -> str:
    """Return the same question as a command for a shell; the token is the reader's to fill in."""
    address = f"{settings.PUBLIC_URL}/api/v1/recall"
    text = shlex.quote(json.dumps({**body, "explain": True}, ensure_ascii=False))
    return (
        f'curl -sS {shlex.quote(address)} \\\n  -H "Authorization: Bearer $MEMORY_ADMIN_TOKEN" \\\n'
        f"  -H 'Content-Type: application/json' \\\n  -d {text}"
    )
