"""Files that jobs leave behind: written in pieces, handed to whom they are about, gone after their time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from audit import actions
from jobs.models import Job, JobFile, JobFilePiece
from jobs.queries import may_see, public
from memory_admin.http.problem import not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.reach import custodians
from profiles.services.recording import note
from profiles.types import Caller

PIECE: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a file is called and of what kind, whom it is about, and how long it stays."""

    name: str
    media_type: str
    about: int | None
    lasts: timedelta


@transaction.atomic
def write(job: Job, leaving: Leaving, parts: Iterable[bytes], *, now: datetime) -> JobFile:
    """Keep what a job made, in place of what an earlier try of it left."""
    JobFile.objects.filter(job=job).delete()
    digest, size, pieces = hashlib.sha256(), 0, []
    for piece in _cut(parts):
        digest.update(piece)
        size += len(piece)
        pieces.append(piece)
    made = JobFile.objects.create(
        job=job,
        about_id=leaving.about,
        name=leaving.name,
        media_type=leaving.media_type,
        size=size,
        sha256=digest.hexdigest(),
        created_at=now,
        expires_at=now + leaving.lasts,
    )
    rows = (JobFilePiece(file=made, position=at, content=one) for at, one in enumerate(pieces))
    JobFilePiece.objects.bulk_create(rows, batch_size=16)
    return made


def _cut(parts: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for part in parts:
        held += part
        while len(held) >= PIECE:
            yield bytes(held[:PIECE])
            del held[:PIECE]
    if held:
        yield bytes(held)


def may_fetch(file: JobFile, by: Caller, now: datetime) -> bool:
    """Tell whether a file is the caller's to have: about it or its ward, or made by it; or an administrator.

    Acting as or for somebody does not count, and to have started the job is not enough where it is about
    somebody else."""
    if not by.own_act:
        return False
    if by.is_admin:
        return True
    if file.about_id is None:
        return may_see(file.job, by)
    return by.principal_id in {file.about_id, *custodians([file.about_id], now).get(file.about_id, ())}


def find(public_id: str, by: Caller, now: datetime) -> JobFile:
    """Return the file of a job for whom it is; raises the one 404 to anybody else, and after its time."""
    known = public_uuid(public_id, "job")
    rows = JobFile.objects.select_related("job").filter(expires_at__gt=now)
    found = rows.filter(job__public_id=known).first() if known else None
    if found is None or not may_fetch(found, by, now):
        raise not_found()
    return found


@transaction.atomic
def fetch(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> tuple[JobFile, Iterator[bytes]]:
    """Return a file and its content in parts, on record; an administrator says why. Raises 404, 422."""
    found = find(public_id, by, now)
    others = found.about_id is not None and not may_fetch_as_own(found, by, now)
    if others and not reason.strip():
        raise unprocessable("reason_required", "Say why: this file is about somebody else.")
    note(
        by, actions.JOB_FILE, ("job", public(found.job)), now=now, reason=reason, about=found.about_id or 0,
        bytes=found.size,
    )  # fmt: skip
    return found, parts_of(found)


def parts_of(file: JobFile) -> Iterator[bytes]:
    """Yield a file's content in order, one piece held at a time."""
    for place in file.pieces.order_by("position").values_list("position", flat=True):
        yield bytes(file.pieces.values_list("content", flat=True).get(position=place))


def may_fetch_as_own(file: JobFile, by: Caller, now: datetime) -> bool:
    """Tell whether a file is about the caller or its ward."""
    about = file.about_id
    return about is not None and by.principal_id in {about, *custodians([about], now).get(about, ())}


def drop_expired(*, now: datetime | None = None) -> int:
    """Delete the files whose time is over; returns how many."""
    gone = JobFile.objects.filter(expires_at__lte=now or timezone.now())
    return gone.delete()[1].get("jobs.JobFile", 0)


def drop_about(ids: Iterable[int]) -> int:
    """Delete the files about these principals, or that these started; returns how many."""
    whose = list(ids)
    gone = JobFile.objects.filter(about_id__in=whose) | JobFile.objects.filter(job__started_by__in=whose)
    return gone.delete()[1].get("jobs.JobFile", 0)
