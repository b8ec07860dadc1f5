"""Imports and exports as jobs: with the rights of whoever asked, and files that are gone afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from consent.moving import kept, leaving, outgoing, still
from consent.moving.formats import FORMATS, Whose, entries_of, means_of
from consent.moving.incoming import Hand, How, Step, take_in
from consent.moving.tally import HEARD_EVERY, Tally
from jobs import services
from jobs.models import Job
from jobs.services import Running
from memory_admin.http.problem import bad_request
from profiles.types import Caller

OUT: Final = tuple(leaving.FORMATS)


@dataclass(frozen=True, slots=True)
class Sent:
    """A file that somebody sent: its parts, its format, and whose memories are meant (empty: the first's).

    `dry_run`: it is read to see what would happen, and nothing is kept of it."""

    parts: Iterable[bytes]
    form: str
    user: str = ""
    dry_run: bool = False


def start_import(sent: Sent, *, by: Caller, now: datetime) -> Job:
    """Keep the file and queue its import; raises 400 for a format nobody knows, 413 for a large file."""
    if sent.form not in FORMATS:
        raise bad_request("invalid", errors={"format": ["Must be one of: " + ", ".join(FORMATS) + "."]})
    file = kept.take(sent.parts, sent.form, by=by, now=now)
    params = {
        "file": kept.public(file), "format": sent.form, "dry_run": sent.dry_run, "user": sent.user[:200]
    }  # fmt: skip
    return services.start("import", params, by=by, now=now)


def start_export(form: str, *, by: Caller, now: datetime) -> Job:
    """Queue an export; its job's result names the file to fetch."""
    if form not in OUT:
        raise bad_request("invalid", errors={"format": ["Must be one of: " + ", ".join(OUT) + "."]})
    return services.start("export", {"format": form}, by=by, now=now)


def run_import(job: Running) -> dict[str, Any]:
    """Take a file in line by line, or say what would happen; the file goes when its job ends."""
    form, dry_run = job.params["format"], job.params["dry_run"]
    file = kept.find(job.params["file"], job.by, timezone.now(), outgoing=False)
    whose = Whose(job.params["user"] or None)
    with kept.on_disk(file) as path:
        hand = Hand(job.by, timezone.now, _apart(job) if dry_run else _step(job))
        tally = take_in(entries_of(form, path), means_of(form, whose, job.by), How(dry_run=dry_run), hand)
    file.delete()
    return {**tally.told(), "dry_run": dry_run}


def _step(job: Running) -> Step:
    told = 0

    def step(tally: Tally) -> None:
        nonlocal told
        for wrong in tally.errors[told:]:
            job.wrong(wrong)
        told = len(tally.errors)
        job.job.error_count = tally.refused
        job.step(tally.read, stage="reading")

    return step


def _apart(job: Running) -> Step:
    """Say how far it is on a connection of its own: what is only tried is one transaction till its end."""
    plain = _step(job)

    def step(tally: Tally) -> None:
        with ThreadPoolExecutor(1) as other:
            other.submit(_closing(plain), tally).result()

    return step


def _closing(act: Step) -> Callable[[Tally], None]:
    def acted(tally: Tally) -> None:
        try:
            act(tally)
        finally:
            connection.close()

    return acted


def run_export(job: Running) -> dict[str, Any]:
    """Write what the asker may take out to a file that only it fetches, within a day."""
    form = job.params["format"]
    going = _Going(job, leaving.FORMATS[form].lines)
    lines = going.counted(leaving.FORMATS[form].write(by=job.by, clock=timezone.now, keep=going.keep))
    file = kept.give(job, lines, form, holds=partial(still.told, going.held), now=timezone.now())
    count = going.count
    job.step(count, count)
    return {"file": kept.public(file), "lines": count, "memories": going.memories, "bytes": file.size}


class _Going:
    """How much of a file was written, in lines where it has any, else in memories; the job says so."""

    def __init__(self, job: Running, has_lines: bool) -> None:
        self.held: list[outgoing.Held] = []
        self.count = self.memories = 0
        self._job, self._has_lines = job, has_lines

    def keep(self, held: Iterable[outgoing.Held]) -> None:
        """Take note of memories that are being written down."""
        found = list(held)
        self.held += found
        self.memories += len(found)
        if not self._has_lines:
            self.count = self.memories
            self._job.step(self.count, stage="writing")

    def counted(self, parts: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the parts of a file, and count them where they are lines."""
        for part in parts:
            if self._has_lines:
                self.count += 1
                if self.count % HEARD_EVERY == 0:
                    self._job.step(self.count, stage="writing")
            yield part
