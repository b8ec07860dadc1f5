"""Reading memories with the model of the extra `pii`: in the worker, its findings stored, never in a request.

Until a memory was read its renderings hide what the rules find; then they are made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from consent.models import Memory, ModelReading
from consent.queries.unread import unread
from consent.services.remaking import make_anew
from jobs import services as jobs
from jobs.models import Job
from jobs.types import OPEN, Wrong
from memory_admin.http.problem import Problem
from profiles.types import Caller
from text.personal import Found
from text.personal.extra import find_with_model, lacking

KIND: Final = "read_with_model"
FIELDS: Final = ("title", "content", "summary", "context_summary")
_BATCH: Final = 20
_MOST: Final = 5000
Finder = Callable[[str], Iterable[Found]]


def is_due() -> bool:
    """Tell whether the extra is installed, something is unread and nobody is at it."""
    model: str = settings.MEMORY_ADMIN_PII_MODEL
    if lacking(model) or Job.objects.filter(kind=KIND, state__in=OPEN).exists():
        return False
    return bool(unread(model, 1))


def start(*, by: Caller, now: datetime) -> Job:
    """Queue the reading of what is unread; raises 409 `extra_missing` where the extra is not installed."""
    lack = lacking(settings.MEMORY_ADMIN_PII_MODEL)
    if lack:
        raise Problem(409, "extra_missing", f"The extra `pii` is not whole: {lack} is not installed.")
    return jobs.start(KIND, {}, by=by, now=now)


def run(job: jobs.Running) -> dict[str, Any]:
    """Read what is unread in batches; safe to run again, as each memory is done with its own commit."""
    model: str = settings.MEMORY_ADMIN_PII_MODEL
    lack = lacking(model)
    if lack:
        job.wrong(Wrong("", "extra_missing", f"{lack} is not installed where the worker runs."))
        return {"read": 0}
    done = 0
    while done < _MOST and (batch := unread(model, _BATCH)):
        done += sum(read(memory, model, lambda text: find_with_model(text, model)) for memory in batch)
        job.step(done, None, "reading")
    return {"read": done}


def read(memory: int, model: str, find: Finder) -> int:
    """Read one memory and store what is found; 0 where it changed meanwhile (it is then still unread)."""
    before = Memory.objects.filter(pk=memory).values("version", *FIELDS).first()
    if before is None:
        return 0
    version = before.pop("version")
    found = [
        [name, one.start, one.end, one.kind] for name, text in before.items() if text for one in find(text)
    ]
    return _store(memory, version, model, found)


@transaction.atomic
def _store(memory: int, version: int, model: str, found: list[list[Any]]) -> int:
    row = (
        Memory.objects.select_for_update().filter(pk=memory, version=version).exclude(state="erased").first()
    )
    if row is None:
        return 0
    ModelReading.objects.update_or_create(
        memory=row, defaults={"version": version, "model": model, "read_at": timezone.now()}
    )
    if row.findings != found:
        row.findings = found
        row.save(update_fields=["findings"])
        make_anew([memory])
    return 1
