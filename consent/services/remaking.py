"""Making renderings anew after a name or the recipe changed: a job, in batches, safe to run again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from consent.models import Memory, Remaking, Rendering
from consent.queries.outdated import horizon, newest, outdated, settled
from consent.rules.tiers import Tier
from consent.services import renderings
from consent.services.labels import specs_of
from jobs import services as jobs
from jobs.models import Job
from jobs.types import DONE
from profiles.types import Caller

KIND: Final = "remake_renderings"
_BATCH: Final = 100
_PATIENCE: Final = 20.0
_REST: Final = timedelta(minutes=10)
_BELOW: Final = tuple(tier for tier in renderings.SHARED_TIERS if tier is not Tier.FULL)


@transaction.atomic
def remake_all(*, by: Caller, now: datetime) -> Job:
    """Call for every rendering below full to be made anew; until the job is done generic lines show."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('consent_remaking'))")
    Remaking.objects.create(principal=None, at=now)
    return jobs.start(KIND, {}, by=by, now=now)


@transaction.atomic
def start_due(*, by: Caller, now: datetime) -> Job | None:
    """Start the job where something waits and nobody is at it; after a failure it rests a while."""
    last = Job.objects.filter(kind=KIND).order_by("-pk").first()
    if newest() is None or (last is not None and _busy_or_resting(last, now)):
        return None
    return jobs.start(KIND, {}, by=by, now=now)


def _busy_or_resting(last: Job, now: datetime) -> bool:
    return last.ended_at is None or (last.state != DONE and last.ended_at > now - _REST)


def run(job: jobs.Running) -> dict[str, Any]:
    """Make anew what waits; what was called for is done once no write that knew older names is left."""
    last, mark, done = newest(), horizon(), 0
    if last is None:
        return {"remade": 0}
    deadline = time.monotonic() + _PATIENCE
    while True:
        over = settled(mark)  # before looking: what it says must hold for what is then found
        waiting = outdated(last)
        done = _remake(waiting, job, done)
        if over and not waiting:
            Remaking.objects.filter(done_at=None, id__lte=last).update(done_at=timezone.now())
            return {"remade": done}
        if not waiting and time.monotonic() > deadline:
            return {"remade": done, "unsettled": True}  # the next run finishes it
        time.sleep(0 if waiting else 0.2)


def _remake(waiting: Sequence[int], job: jobs.Running, done: int) -> int:
    total = done + len(waiting)
    job.step(done, total, "rendering")
    for start in range(0, len(waiting), _BATCH):
        batch = waiting[start : start + _BATCH]
        with transaction.atomic():
            make_anew(batch)
        done += len(batch)
        job.step(done, total)
    return done


def make_anew(batch: Sequence[int]) -> None:
    """Replace the renderings below full of these memories, locked; what is no longer shared loses them."""
    locked = Memory.objects.select_for_update(of=("self",)).filter(pk__in=batch).order_by("pk")
    memories = list(locked)
    specs = specs_of({memory.label_id for memory in memories})
    Rendering.objects.filter(memory__in=memories, tier__in=_BELOW).delete()
    renderings.make([(memory, specs[memory.label_id]) for memory in memories], _BELOW)
