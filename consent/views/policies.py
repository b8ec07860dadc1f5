"""The policy's pages: what holds, a change tried before it is saved, the versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.queries.policies import PolicyVersion, current_policy, history, saved
from consent.rules.effect_words import SAID
from consent.rules.policy.changing import Difference, differences
from consent.rules.policy.kinds import Choice, Flag, Number
from consent.rules.policy.settings import BY_KEY, PRESETS, SETTINGS, Setting
from consent.services import policies as services
from consent.services.simulating import preview
from memory_admin.http import page_links
from memory_admin.http.pages import ACT, STAFF, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem

_WHOLE: Final = "consent/policies.html"
Typed = dict[str, str]


@page(roles=STAFF)
def policies(request: PageRequest) -> HttpResponse:
    """Show the policy in force as a form, to be tried before it is saved."""
    return show(request, _WHOLE, _form(request, {}, None))


@page(roles=STAFF, methods=ACT)
def try_it(request: PageRequest) -> HttpResponse:
    """Say what a change would do, and offer to save it; what was typed wrongly is said beside it."""
    current = current_policy()
    typed = typed_changes(request.POST, current)
    try:
        stored = wanted(request.POST, typed, current)
        found = preview(stored, by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, _form(request, typed, told), status=told.status)
    changed = lines(differences(current.stored, stored))
    context = {"found": effects(found), "changed": changed, "typed": typed, "version": current.version}
    chosen = {name: request.POST.get(name, "") for name in ("preset", "restore")}
    return show(request, "consent/policy_tried.html", context | chosen)


@page(roles=STAFF, methods=ACT)
def save(request: PageRequest) -> HttpResponse:
    """Save a change that was tried, as the next version."""
    current = current_policy()
    typed = typed_changes(request.POST, current)
    version = request.POST.get("version", "")
    try:
        stored = wanted(request.POST, typed, current)
        made = services.change(
            stored, request.POST.get("reason", ""), by=request.caller, now=timezone.now(),
            version=int(version) if version.isdecimal() else None,
        )  # fmt: skip
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, _form(request, typed, told), status=told.status)
    messages.success(request, f"Saved as version {made.version}. It holds from the next request on.")
    return HttpResponseRedirect(reverse("policies"))


@page(roles=STAFF)
def versions(request: PageRequest) -> HttpResponse:
    """List the versions, or say how two of them differ."""
    filters = page_links.asked_filters(request, ("this", "against"))
    if len(filters) == 2 and all(one.isdecimal() and len(one) < 10 for one in filters.values()):
        one, other = (saved(int(filters[name])) for name in ("this", "against"))
        found = lines(differences(other.settings, one.settings))
        return show(request, "consent/policy_compared.html", {"one": one, "other": other, "changed": found})
    paging = page_links.page_paging(request, {})
    listed = page_links.listed(paging, history(paging), {}, key=lambda row: (row.version,))
    rows = [{"row": row, "changed": lines(row.changed)} for row in listed.rows]
    return show(request, "consent/policy_versions.html", {"listed": replace(listed, rows=rows)})


def typed_changes(posted: Mapping[str, str], current: PolicyVersion) -> Typed:
    """Return the settings whose text differs from what is in force."""
    found = {key: posted[key].replace("\r\n", "\n").strip() for key in BY_KEY if key in posted}
    return {
        key: text
        for key, text in found.items()
        if text != BY_KEY[key].kind.text(current.settings[key]).strip()
    }


def wanted(posted: Mapping[str, str], typed: Typed, current: PolicyVersion) -> dict[str, Any]:
    """Return what would be stored; raises Problem 400 and 404."""
    restore = posted.get("restore", "")
    if restore.isdecimal() and len(restore) < 10:
        return services.stored_of(int(restore))
    preset = posted.get("preset") or None
    preset = preset if preset in PRESETS else None
    given = {
        key: BY_KEY[key].kind.read(text) if text or _may_be_empty(key) else None
        for key, text in typed.items()
    }
    return services.proposed(given, preset, current)


def _may_be_empty(key: str) -> bool:
    return not isinstance(BY_KEY[key].kind, Choice | Number | Flag)


def lines(changed: tuple[Difference, ...]) -> list[dict[str, str]]:
    """Return differences as text, a line each."""
    return [
        {
            "key": one.key,
            "before": BY_KEY[one.key].kind.text(one.before) or "none",
            "after": BY_KEY[one.key].kind.text(one.after) or "none",
        }
        for one in changed
    ]


def effects(found: dict[str, Any]) -> dict[str, Any]:
    """Return what a change would do, in the words of the page."""
    counts = [{"said": SAID[kind], **sums} for kind, sums in found.get("counts", {}).items()]
    items = [{**one, "said": SAID[one["change"]]} for one in found.get("items", [])]
    return {**found, "counts": counts, "items": items}


def _form(request: PageRequest, typed: Typed, trouble: Problem | None) -> dict[str, Any]:
    current = current_policy()
    fields = [_field(one, current, typed, trouble) for one in SETTINGS]
    groups = [(name, list(found)) for name, found in groupby(fields, key=lambda one: one["group"])]
    return {
        "groups": groups,
        "one": saved(current.version),
        "presets": [name for name in PRESETS if name != "shipped"],
        "trouble": trouble,
        "edits": request.caller.is_admin,
    }


def _field(one: Setting, current: PolicyVersion, typed: Typed, trouble: Problem | None) -> dict[str, Any]:
    words = ("true", "false") if isinstance(one.kind, Flag) else getattr(one.kind, "words", ())
    errors = trouble.errors if trouble else {}
    path = f"settings.{one.key}"
    return {
        "key": one.key,
        "group": one.group,
        "meaning": one.meaning,
        "bounds": one.kind.bounds,
        "words": words if isinstance(one.kind, Choice | Flag) else (),
        "long": not isinstance(one.kind, Choice | Flag | Number),
        "value": typed.get(one.key, one.kind.text(current.settings[one.key])),
        "shipped": current.settings[one.key] == one.shipped,
        "errors": [s for at, said in errors.items() if at == path or at.startswith(path + ".") for s in said],
    }
