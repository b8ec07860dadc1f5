"""Files on their way to jobs and left by them: written in pieces, read by whom they are for, gone in time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import BinaryField, QuerySet
from django.db.models.functions import Substr
from django.utils import timezone

from audit import actions
from jobs.models import Job, JobFile, JobFilePiece
from memory_admin.http.problem import Problem, not_found, too_large, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.reach import custodians
from profiles.services.recording import note
from profiles.types import Caller

PIECE: Final = 256 * 1024
# How files begin in which words do not lie as they are said: zip, gzip, SQLite.
_PACKED: Final = (b"PK", b"\x1f\x8b", b"SQLite format 3")
Holds = Callable[[], list[list[int]]]
DELETED: Final = "While it was written somebody was erased of whom it may have told; take it out anew."


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a file is called and of what kind, whom it is about, how long it stays, and who may have it.

    `alone`: nobody but whom it is about, as that entity. `most`: how many bytes it may have at most."""

    name: str
    media_type: str
    about: int
    lasts: timedelta
    alone: bool = False
    most: int | None = None


def _nothing() -> list[list[int]]:
    return []


def write(
    job: Job | None, leaving: Leaving, parts: Iterable[bytes], *, now: datetime, holds: Holds = _nothing
) -> JobFile:
    """Keep what a job made, in place of what an earlier try of it left, or what somebody sent (no job).

    One piece is held at a time, with what `holds` says came in since it was last asked, in the caller's
    transaction where there is one. What fails halfway runs out.
    Raises Problem 413 for more than it may have."""
    if job is not None:
        JobFile.objects.filter(job=job).delete()
    made = JobFile.objects.create(
        job=job,
        about_id=leaving.about,
        alone=leaving.alone,
        name=leaving.name,
        media_type=leaving.media_type,
        created_at=now,
        expires_at=now + leaving.lasts,
    )
    _fill(made, leaving, parts, holds)
    return made


def _fill(made: JobFile, leaving: Leaving, parts: Iterable[bytes], holds: Holds) -> None:
    digest = hashlib.sha256()
    for position, piece in enumerate(_cut(parts)):
        digest.update(piece)
        made.size += len(piece)
        if leaving.most is not None and made.size > leaving.most:
            raise too_large(leaving.most)
        with _still_there():
            JobFilePiece.objects.create(file=made, position=position, content=piece, holds=holds())
    made.sha256 = digest.hexdigest()
    if not JobFile.objects.filter(pk=made.pk).update(size=made.size, sha256=made.sha256):
        raise Problem(410, "file_outdated", DELETED)


@contextmanager
def _still_there() -> Iterator[None]:
    """Add to a file in a transaction; raises Problem 410 where an erasure deleted the file meanwhile."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Problem(410, "file_outdated", DELETED) from None


def _cut(parts: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for part in parts:
        held += part
        while len(held) >= PIECE:
            yield bytes(held[:PIECE])
            del held[:PIECE]
    if held:
        yield bytes(held)


def whole(now: datetime) -> QuerySet[JobFile]:
    """Return the files that are there: written to the end, which gives them their digest, and not run out."""
    return JobFile.objects.filter(expires_at__gt=now).exclude(sha256="")


def may_fetch(file: JobFile, by: Caller, now: datetime) -> bool:
    """Tell whether a file is the caller's to have: about it or its ward, or an administrator in person asks.

    Acting as or for somebody does not count, nor does having started the job."""
    if not by.own_act or file.alone:
        return False
    return by.handles_others or may_fetch_as_own(file, by, now)


def find(public_id: str, by: Caller, now: datetime) -> JobFile:
    """Return the file of a job for whom it is; raises the one 404 to anybody else, and after its time."""
    known = public_uuid(public_id, "job")
    rows = whole(now).select_related("job").filter(alone=False)
    found = rows.filter(job__public_id=known).first() if known else None
    if found is None or not may_fetch(found, by, now):
        raise not_found()
    return found


@transaction.atomic
def fetch(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> tuple[JobFile, Iterator[bytes]]:
    """Return a file and its content in parts, on record; an administrator says why. Raises 404, 422.

    To a token that reads only inside a context session no file is there: none was made inside of one."""
    if by.context_required:
        raise not_found()
    found = find(public_id, by, now)
    if not may_fetch_as_own(found, by, now) and not reason.strip():
        raise unprocessable("reason_required", "Say why: this file is about somebody else.")
    note(
        by, actions.JOB_FILE, ("job", public_id), now=now, reason=reason, about=found.about_id,
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
    return by.principal_id in {about, *custodians([about], now).get(about, ())}


def drop_expired(*, now: datetime | None = None) -> int:
    """Delete the files whose time is over; returns how many."""
    gone = JobFile.objects.filter(expires_at__lte=now or timezone.now())
    return gone.delete()[1].get("jobs.JobFile", 0)


def drop_about(ids: Iterable[int]) -> int:
    """Delete the files about these principals, or that these started; returns how many."""
    whose = list(ids)
    gone = JobFile.objects.filter(about_id__in=whose) | JobFile.objects.filter(job__started_by__in=whose)
    return gone.delete()[1].get("jobs.JobFile", 0)


@transaction.atomic
def drop_unread() -> None:
    """Delete the files that no search can look through: those that are packed, or not written to the end.

    They are locked first: a piece that is being added comes before this and goes too, or fails."""
    head = Substr("content", 1, 16, output_field=BinaryField())
    heads = JobFilePiece.objects.filter(position=0).annotate(head=head).values_list("file_id", "head")
    packed = [file for file, head in heads if bytes(head).startswith(_PACKED)]
    gone = JobFile.objects.filter(pk__in=packed) | JobFile.objects.filter(sha256="", alone=True)
    JobFile.objects.filter(pk__in=list(gone.select_for_update().values_list("pk", flat=True))).delete()
