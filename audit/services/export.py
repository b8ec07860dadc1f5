"""Appending seals to the file outside the database: under a lock, whole lines, synced."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from audit.queries.exported import ExportedFile, last_seal
from audit.queries.health import agrees
from audit.queries.seals import export_path, newest_gap, seals_after
from audit.rules import chain
from audit.rules.line import to_line
from audit.types import Seal
from memory_admin.http.problem import Problem

CONFLICT = "The exported file has seals that the database does not have. Run `audit verify --against {path}`."


def start_after(path: Path, *, using: str) -> int:
    """Return the number of the last seal the file has; the database's later ones are to be appended.

    Raises Problem 409 `seal_conflict` when the file has seals that the database lost or changed, unless a
    declared gap explains it."""
    exported = last_seal(path)
    if exported is None:
        return 0
    if agrees(exported, using=using):
        return exported.number
    gap = newest_gap(using=using)
    if gap and chain.sound(gap) and _continues(path, gap):
        return gap.number - 1
    raise Problem(409, "seal_conflict", CONFLICT.format(path=path))


def _continues(path: Path, gap: Seal) -> bool:
    """Say whether a gap that the file lacks starts over from a seal that the file has."""
    with closing(ExportedFile(path)) as file:
        before = file.get(gap.number - 1)
        return gap.previous_hash == (before.chain_hash if before else chain.GENESIS)


def append_pending(*, using: str) -> int:
    """Append every seal that the file lacks and return how many; the next run heals a crash before it."""
    path = export_path()
    if path is None:
        return 0
    with _locked(path) as descriptor:
        count = 0
        for seal in seals_after(start_after(path, using=using), using=using):
            _write(descriptor, to_line(seal))
            count += 1
        if count:
            os.fsync(descriptor)
        return count


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open the file for appending, alone; the directory is synced so that a new file's name survives too."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        _sync_directory(path.parent)
        _end_torn_line(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)


def _end_torn_line(descriptor: int) -> None:
    """Close a line that a crash cut, so that the next one stands alone; nothing is ever taken back."""
    size = os.fstat(descriptor).st_size
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        _write(descriptor, b"\n")


def _write(descriptor: int, line: bytes) -> None:
    """Write all of a line."""
    while line:
        line = line[os.write(descriptor, line) :]


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
