"""Files between the site and a worker: kept in stretches, for a day at most, for nobody but their owner."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction

from consent.models import MovingChunk, MovingFile
from memory_admin.http.problem import not_found, too_large
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller

MOST_IN: Final = 10 * 1024**2
MOST_OUT: Final = 512 * 1024**2
_DAY: Final = timedelta(days=1)
_CHUNK: Final = 1 << 20


def public(file: MovingFile) -> str:
    """Return the id a file is known by outside."""
    return f"fil_{file.public_id.hex}"


@transaction.atomic
def take(parts: Iterable[bytes], form: str, *, by: Caller, now: datetime) -> MovingFile:
    """Keep a file that somebody sent; raises 413 past ten megabytes."""
    return _keep(parts, form, by, now, outgoing=False)


def give(lines: Iterable[bytes], form: str, *, by: Caller, now: datetime) -> MovingFile:
    """Keep a file for its owner to fetch; raises 413 past half a gigabyte.

    Each page of it is read in a snapshot of its own, so no transaction spans them; what fails runs out."""
    return _keep(_gathered(lines), form, by, now, outgoing=True)


def _keep(parts: Iterable[bytes], form: str, by: Caller, now: datetime, *, outgoing: bool) -> MovingFile:
    most = MOST_OUT if outgoing else MOST_IN
    file = MovingFile.objects.create(
        owner_id=by.acting_id, format=form, outgoing=outgoing, at=now, expires_at=now + _DAY
    )
    for place, part in enumerate(parts):
        file.size += len(part)
        if file.size > most:
            raise too_large(most)
        MovingChunk.objects.create(file=file, place=place, content=part)
    file.save(update_fields=["size"])
    return file


def _gathered(lines: Iterable[bytes]) -> Iterator[bytes]:
    held = bytearray()
    for line in lines:
        held += line
        if len(held) >= _CHUNK:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)


def find(name: str, by: Caller, now: datetime, *, outgoing: bool) -> MovingFile:
    """Return a file of the caller's own that has not run out; raises 404."""
    known: UUID | None = public_uuid(name, "fil")
    rows = MovingFile.objects.filter(owner_id=by.acting_id, outgoing=outgoing, expires_at__gt=now)
    found = rows.filter(public_id=known).first() if known else None
    if found is None:
        raise not_found()
    return found


def parts_of(file: MovingFile) -> Iterator[bytes]:
    """Return a file's stretches in order, one held at a time."""
    for place in file.chunks.order_by("place").values_list("place", flat=True):
        yield bytes(file.chunks.values_list("content", flat=True).get(place=place))


@contextmanager
def on_disk(file: MovingFile) -> Iterator[Path]:
    """Lay a file out where it can be read at any place, for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="memory-admin-import-") as folder:
        path = Path(folder) / "file"
        with path.open("wb") as stream:
            for part in parts_of(file):
                stream.write(part)
        yield path


def forget(now: datetime) -> int:
    """Take away files that ran out; returns how many."""
    gone, _ = MovingFile.objects.filter(expires_at__lte=now).delete()
    return gone
