"""Jobs over REST: list, look, cancel."""

from __future__ import annotations

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone

from jobs import files, queries, services
from jobs.models import Job
from jobs.serializers import FileQuery, JobQuery, JobShape, show_job
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.download import download_in_parts
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once


class Jobs(Endpoint):
    """The caller's jobs, newest first; everybody's for those who oversee."""

    scope = None
    takes_query = JobQuery
    returns = page_of(JobShape)

    def get(self, request: ApiRequest) -> dict[str, Any]:
        """List jobs, narrowed by state and kind."""
        page = paging(request)
        chosen = {name: request.query[name] for name in ("state", "kind") if name in request.query}
        rows = rows_of_newest(queries.visible(request.caller).filter(**chosen), page)
        return page.page(rows, key=lambda job: (job.pk,), show=lambda job: show_job(job, request.caller))


class OneJob(Endpoint):
    """One job: how far it is, and how it ended."""

    scope = None
    returns = JobShape

    def get(self, request: ApiRequest, job: str) -> dict[str, Any]:
        """Return a job of the caller's."""
        return show_job(queries.find(job, request.caller), request.caller)


class CancelJob(Endpoint):
    """Stopping a job."""

    scope = None
    returns = JobShape

    def post(self, request: ApiRequest, job: str) -> dict[str, Any]:
        """Ask a job to stop; what it had finished stays."""
        by, now = request.caller, timezone.now()
        done = once(
            request,
            f"jobs/{job}/cancel"[:120],
            lambda: {"job": services.cancel(job, by=by, now=now).pk},
            now=now,
        )
        return show_job(Job.objects.get(pk=done["job"]), by)


class FileOfJob(Endpoint):
    """The file a job made, for whom it is about."""

    scope = "privacy"
    takes_query = FileQuery
    returns = {"GET": {200: None}}

    def get(self, request: ApiRequest, job: str) -> StreamingHttpResponse:
        """Return the bytes; an administrator says in `reason` why it fetches a file about somebody else."""
        by, reason = request.caller, request.query.get("reason", "")
        found, parts = files.fetch(job, by=by, now=timezone.now(), reason=reason)
        return download_in_parts(found.name, found.media_type, found.size, parts)
