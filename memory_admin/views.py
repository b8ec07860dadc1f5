"""The pages that speak of everything: the overview, and how the installation is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from audit.queries.counts import recalls_since, refusals_since
from audit.queries.figures import Range, violations_waiting
from audit.queries.health import seal_health
from consent.models import Memory
from consent.queries.figures import figures
from consent.queries.inbox import open_requests, waiting
from consent.queries.reveals import told_lately
from memory_admin.checks import run, worst
from memory_admin.first_steps import begun
from memory_admin.http.pages import STAFF, PageRequest, page, show
from memory_admin.management.commands.doctor import CHECKS
from memory_admin.overview_plots import RANGES, headlines, plots
from profiles.models import Principal
from profiles.types import EVERYONE_ID


@dataclass(frozen=True, slots=True)
class Count:
    """One number of the overview and where it leads."""

    text: str
    number: int
    address: str
    urgent: bool = False


@page()
def overview(request: PageRequest) -> HttpResponse:
    """Show what waits for the reader, and to staff how much there is and happens."""
    now = timezone.now()
    mine = waiting(request.caller.acting_id, now).count()
    counts = [Count("Consent requests waiting for you", mine, reverse("consents"), urgent=mine > 0)]
    if read := told_lately(request.caller, now - timedelta(days=30), now):
        counts.append(Count("Memories of yours an administrator read", read, reverse("reveals"), urgent=True))
    context: dict[str, object] = {"staff": bool(request.caller.staff_role)}
    if request.caller.staff_role:
        counts += _counts(now)
        context |= {"seals": seal_health(now), **_figures(_days(request), now)}
    if request.caller.is_admin:
        context["begin"] = not begun()
    return show(request, "overview.html", context | {"counts": counts})


def _days(request: PageRequest) -> int:
    """Return over how many days the address asks, a month where it asks for no span there is."""
    asked = request.GET.get("days", "")
    return next((one for one in RANGES if str(one) == asked), 30)


def _figures(days: int, now: datetime) -> dict[str, object]:
    found = figures(Range(days, now))
    return {"days": days, "ranges": RANGES, "plots": plots(found), "headlines": headlines(found)}


def _counts(now: datetime) -> list[Count]:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    since = {"since": f"{today:%Y-%m-%dT%H:%M}"}
    audit = reverse("audit")
    memories = Memory.objects.exclude(state="erased").count()
    principals = Principal.objects.exclude(pk=EVERYONE_ID).count()
    recalls, refusals = urlencode({"action": "memory.", **since}), urlencode({"outcome": "refused", **since})
    open_ones, asked = violations_waiting().total(), open_requests(now).count()
    requests = f"{reverse('consents')}?{urlencode({'view': 'all', 'status': 'requested'})}"
    return [
        Count("Violations waiting", open_ones, reverse("violations"), urgent=open_ones > 0),
        Count("Consent requests open, everyone's", asked, requests),
        Count("Memories", memories, reverse("memories")),
        Count("Principals", principals, reverse("principals")),
        Count("Requests that returned memory today", recalls_since(today), f"{audit}?{recalls}"),
        Count("Refusals today", refusals_since(today), f"{audit}?{refusals}"),
    ]


@page(roles=STAFF)
def health(request: PageRequest) -> HttpResponse:
    """Show what `memory-admin doctor` says: how each part is, what to do something about first."""
    found = sorted(run(CHECKS), key=lambda one: one.level == "ok")
    return show(request, "health.html", {"findings": found, "level": worst(found)})
