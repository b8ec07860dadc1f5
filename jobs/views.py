"""The pages of jobs: what runs, how far it is, how it ended; a running one looks again by itself."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone

from jobs import files, queries, services
from jobs.forms import JobFilter
from jobs.models import Job
from jobs.types import OPEN
from memory_admin.http.download import download_in_parts
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.list_files import Columns, attributes, items, show_list
from memory_admin.http.page_links import asked_filters, listed, page_paging
from memory_admin.http.pages import ACT, PageRequest, is_fragment, page, show
from profiles.types import Caller

_LIST, _LIST_PART = "jobs/jobs.html", "jobs/jobs_list.html"
_COLUMNS: Final[Columns] = {
    **items("id"),
    **attributes("kind", "state", "stage", "done", "total", "error_count", of="job"),
    **attributes("created_at", "started_at", "ended_at", of="job"),
}


@page()
def jobs(request: PageRequest) -> HttpResponse:
    """List the jobs one may know of, newest first."""
    form = JobFilter(request.GET)
    if not form.is_valid():
        return show(request, _LIST, {"form": form}, part=_LIST_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    paging = page_paging(request, filters)
    found = rows_of_newest(queries.visible(request.caller).filter(**filters), paging)
    rows = [_row(job, request.caller) for job in found]
    shown = listed(paging, rows, filters, key=lambda row: (row["pk"],), heads={"asked": True})
    return show_list(request, _LIST, {"form": form, "listed": shown}, _COLUMNS, part=_LIST_PART)


@page()
def job(request: PageRequest, job: str) -> HttpResponse:
    """Show one job."""
    row = _row(queries.find(job, request.caller), request.caller)
    return show(request, "jobs/job.html", {"row": row}, part="jobs/job_state.html")


@page(methods=ACT)
def cancel(request: PageRequest, job: str) -> HttpResponse:
    """Ask a job to stop."""
    stopped = services.cancel(job, by=request.caller, now=timezone.now())
    if is_fragment(request):
        return show(
            request, "jobs/job.html", {"row": _row(stopped, request.caller)}, part="jobs/job_state.html"
        )
    return HttpResponseRedirect(reverse("job", args=[queries.public(stopped)]))


@page(methods=ACT)
def file(request: PageRequest, job: str) -> StreamingHttpResponse:
    """Hand out the file of a job; an administrator says why, where it is about somebody else."""
    reason = request.POST.get("reason", "")[:500]
    found, parts = files.fetch(job, by=request.caller, now=timezone.now(), reason=reason)
    return download_in_parts(found.name, found.media_type, found.size, parts)


def _row(job: Job, by: Caller) -> dict[str, Any]:
    told = queries.tells_result(job, by)
    return {
        "pk": job.pk,
        "id": queries.public(job),
        "job": job,
        "open": job.state in OPEN,
        "tone": {"done": "good", "failed": "bad"}.get(job.state, "wait"),
        "errors": job.errors if told else [],
        "result": sorted(
            (name, value)
            for name, value in (job.result if told else {}).items()
            if not isinstance(value, dict | list)
        ),
    }
