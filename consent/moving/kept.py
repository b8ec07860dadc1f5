"""Files between the site and a worker: a day at most, for nobody but whom they are of."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.db import transaction

from consent.moving.leaving import FORMATS
from jobs import files
from jobs.models import JobFile
from jobs.services import Running
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller

MOST_IN: Final = 10 * 1024**2
MOST_OUT: Final = 512 * 1024**2
_ANY: Final = "application/octet-stream"
_DAY: Final = timedelta(days=1)


def public(file: JobFile) -> str:
    """Return the id a file is known by outside."""
    return f"fil_{file.public_id.hex}"


@transaction.atomic
def take(parts: Iterable[bytes], form: str, *, by: Caller, now: datetime) -> JobFile:
    """Keep a file that somebody sent; raises 413 past ten megabytes."""
    leaving = files.Leaving(form, _ANY, by.acting_id, _DAY, alone=True, most=MOST_IN)
    return files.write(None, leaving, parts, now=now)


def give(job: Running, lines: Iterable[bytes], form: str, *, holds: files.Holds, now: datetime) -> JobFile:
    """Keep a file for whoever started the job to fetch; raises 413 past half a gigabyte.

    Each page of it is read in a snapshot of its own, so no transaction spans them; what fails runs out."""
    leaving = files.Leaving(FORMATS[form].name, _ANY, job.by.acting_id, _DAY, alone=True, most=MOST_OUT)
    return files.write(job.job, leaving, lines, now=now, holds=holds)


def find(name: str, by: Caller, now: datetime, *, outgoing: bool) -> JobFile:
    """Return a file of the caller's own, once it is whole and until it runs out; raises 404."""
    known = public_uuid(name, "fil")
    rows = files.whole(now).filter(about_id=by.acting_id, alone=True)
    found = rows.filter(public_id=known, job__isnull=not outgoing).first() if known else None
    if found is None:
        raise not_found()
    return found


@contextmanager
def on_disk(file: JobFile) -> Iterator[Path]:
    """Lay a file out where it can be read at any place, for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="memory-admin-import-") as folder:
        path = Path(folder) / "file"
        with path.open("wb") as stream:
            for part in files.parts_of(file):
                stream.write(part)
        yield path
