"""What is done for people: do the doors answer, does the queue move, how old is the last backup."""

from __future__ import annotations

import urllib.error
import urllib.request
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Min
from django.utils import timezone

from audit.actions import BACKUP_MAKE
from audit.models import Event
from jobs.models import Job
from jobs.queries import stuck
from jobs.types import FAILED, QUEUED, RUNNING
from memory_admin.checks import START, Health, fail, ok, warn
from memory_admin.embeddings.model import lacking

LATE: Final = timedelta(minutes=2)
OVERDUE: Final = timedelta(days=7)
WAIT: Final = 3.0


def site() -> Health:
    """Look whether the site answers where people are sent."""
    return _answers(settings.PUBLIC_URL)


def agents_door() -> Health:
    """Look whether the MCP door answers where agents are sent."""
    return _answers(settings.MCP_URL.removesuffix("/mcp"))


def _answers(address: str) -> Health:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=WAIT) as got:  # noqa: S310 - our own address
            said = f"{address} answers"
            return ok(said) if got.status == 200 else warn(f"{said} with {got.status}", START)
    except urllib.error.HTTPError as error:
        return warn(f"{address} answers with {error.code}", "See what stands before it, and its log.")
    except (OSError, ValueError):
        return warn(f"{address} does not answer from here", START)


def queue() -> Health:
    """Look how long the oldest job waits, and whether any was left by a worker that died."""
    now = timezone.now()
    waiting = Job.objects.filter(state=QUEUED)
    oldest = waiting.aggregate(at=Min("created_at"))["at"]
    age = now - oldest if oldest else timedelta(0)
    left = stuck(now).count()
    said = f"{waiting.count()} jobs wait, {age.total_seconds():.0f} s at most"
    if age > LATE and Job.objects.filter(state=RUNNING).difference(stuck(now)).exists():
        return warn(f"{said}, behind others", "`job list` says what runs; more workers take them up sooner.")
    if age > LATE:
        return fail(said, "Start a worker (`memory-admin up` runs one), then `job list`.")
    if left:
        return warn(f"{said}; {left} are at nobody's hands", "The sweep takes them up within a minute.")
    return _failed(now, said)


def _failed(now: datetime, said: str) -> Health:
    lately = Job.objects.filter(state=FAILED, ended_at__gt=now - timedelta(days=1)).count()
    return (
        warn(f"{said}; {lately} failed today", "`job list`, `job show ID` say why.") if lately else ok(said)
    )


def backup() -> Health:
    """Look how old the last backup is that this installation made."""
    last = Event.objects.filter(action=BACKUP_MAKE).order_by("-id").values_list("at", flat=True).first()
    fix = "Run `memory-admin backup` every night and keep its file elsewhere."
    if last is None:
        return warn("none was ever made here", fix)
    age = timezone.now() - last
    said = f"the last one was made {_ago(age)}"
    return warn(said, fix) if age > OVERDUE else ok(said)


def _ago(age: timedelta) -> str:
    hours = age.seconds // 3600
    parts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((age.days, "day"), (hours, "hour")) if n]
    return f"{' and '.join(parts)} ago" if parts else "within the last hour"


def extras() -> Health:
    """Say which optional parts are installed; none is needed."""
    lack = lacking()
    if lack:
        return ok(f"none is installed, and none is needed (`embeddings` lacks {lack})")
    return ok("installed: embeddings of its own (recall by meaning)")
