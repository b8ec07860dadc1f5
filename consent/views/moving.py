"""Moving in and out on pages: send a file, look how far it is, fetch one."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone

from consent.forms import Incoming, Outgoing
from consent.moving import jobs, kept, still
from consent.moving.formats import FORMATS
from jobs import files
from jobs.queries import public
from memory_admin.http.download import download_in_parts
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, bad_request


@page()
def moving(request: PageRequest) -> HttpResponse:
    """Show what can be brought in and taken out."""
    return _shown(request)


def _shown(request: PageRequest, trouble: Problem | None = None, status: int = 200) -> HttpResponse:
    context = {"formats": list(FORMATS), "out": jobs.OUT, "most": kept.MOST_IN // 1024**2, "trouble": trouble}
    return show(request, "consent/moving.html", context, status=status)


@page(methods=ACT)
def bring_in(request: PageRequest) -> HttpResponse:
    """Keep the file that was sent and start its import as a job."""
    form = Incoming(request.POST, request.FILES)
    try:
        if not form.is_valid():
            raise bad_request("invalid", errors={name: list(map(str, e)) for name, e in form.errors.items()})
        asked = form.cleaned_data
        parts = asked["file"].chunks(1 << 20)
        sent = jobs.Sent(parts, asked["format"], asked["user"], dry_run=asked["dry_run"])
        job = jobs.start_import(sent, by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return _shown(request, told, told.status)
    return HttpResponseRedirect(reverse("job", args=[public(job)]))


@page(methods=ACT)
def take_out(request: PageRequest) -> HttpResponse:
    """Start an export as a job."""
    form = Outgoing(request.POST)
    try:
        if not form.is_valid():
            raise bad_request("invalid", errors={"format": ["Choose a format."]})
        job = jobs.start_export(form.cleaned_data["format"], by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return _shown(request, told, told.status)
    return HttpResponseRedirect(reverse("job", args=[public(job)]))


@page()
def fetch(request: PageRequest, file: str) -> StreamingHttpResponse:
    """Hand a file to whom it was made for; to anyone else it is not there."""
    found = still.fetch(file, by=request.caller, now=timezone.now())
    return download_in_parts(found.name, found.media_type, found.size, files.parts_of(found))
