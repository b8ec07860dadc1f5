"""The system profile: read by everybody, edited in a browser only where its machine opened the session."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import READ, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.forms.layers import RestoreForm, SystemProfileForm
from profiles.models import SystemProfile
from profiles.queries.principals import entity_ids
from profiles.queries.system_profile import current, text_of, versions
from profiles.rules.system_profile import setting_line
from profiles.services import system_profile as service
from profiles.types import Caller

_WHOLE, _PART, _EDIT = (f"profiles/system_profile{end}.html" for end in ("", "_history", "_edit"))


@page()
def system_profile(request: PageRequest) -> HttpResponse:
    """Show what holds for everybody, its settings and its history with what changed."""
    row = current()
    text = text_of(row)
    paging = page_paging(request, {})
    found = listed(paging, rows_of_newest(versions(), paging), {}, key=lambda one: (one.pk,))
    context = {
        "row": row,
        "sections": text.sections.items(),
        "settings": [setting_line(key, one) for key, one in text.settings.items()],
        "listed": found,
        "names": entity_ids({one.author_id for one in found.rows}) if request.caller.staff_role else {},
        "staff": bool(request.caller.staff_role),
        "local": _may_edit(request.caller),
    }
    return show(request, _WHOLE, context, part=_PART)


@page(methods=(*READ, "POST"))
def edit(request: PageRequest) -> HttpResponse:
    """Take a new version from whoever sits at the machine; nothing typed is lost where it is refused."""
    service.require_local(request.caller)
    row, now = current(), timezone.now()
    if request.method != "POST":
        form = SystemProfileForm.of(row)
        return show(request, _EDIT, {"form": form, "row": row, "restore": RestoreForm()})
    form = SystemProfileForm(request.POST)
    if not form.is_valid():
        return show(request, _EDIT, {"form": form, "row": row}, status=400)
    return _done(request, form, row, now)


def _done(
    request: PageRequest, form: SystemProfileForm, row: SystemProfile | None, now: datetime
) -> HttpResponse:
    given = form.cleaned_data
    try:
        made = service.edit(
            form.text(), by=request.caller, now=now, reason=given["reason"], expected=given["version"]
        )
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _EDIT, {"form": form, "row": row, "trouble": told}, status=told.status)
    messages.success(request, f"Version {made.version} holds from the next prompt on.")
    return HttpResponseRedirect(reverse("system-profile"))


@page(methods=("POST",))
def restore(request: PageRequest) -> HttpResponse:
    """Make an old version the newest, from the machine itself."""
    service.require_local(request.caller)
    form = RestoreForm(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Name a version, and say why.")
    given = form.cleaned_data
    made = service.restore(given["version"], by=request.caller, now=timezone.now(), reason=given["reason"])
    messages.success(request, f"Version {given['version']} is back, as version {made.version}.")
    return HttpResponseRedirect(reverse("system-profile"))


def _may_edit(by: Caller) -> bool:
    return by.local and by.staff_role == "administrator"
