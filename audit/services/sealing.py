"""Sealing: every event whose transaction is over goes under a signed hash, chained and exported.

A seal covers transactions, not times: to_xid is the oldest transaction still running, so nothing that
commits later can belong below it, and a transaction that began before and commits after the sealing
falls into the next seal. The seal is committed first and exported after; what a crash between the two
leaves out of the file, the next run appends."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import transaction

from audit.actions import AUDIT_HEAL
from audit.queries.seals import export_path, newest_seal, packed_events
from audit.rules import chain
from audit.services.events import record, tell_repeats
from audit.services.export import append_pending, start_after
from audit.services.sealkey import load_key
from audit.services.statements import run
from audit.types import Event, Seal, SealReport
from memory_admin.http.problem import Problem

OTHER_KEY = "The seals so far have another key. Put it back, or run `audit gap`."
LEASE = 7_305_810_442
BATCH = 10_000
COLUMNS = [field.name for field in fields(Seal)]
INSERT = f"INSERT INTO audit_seal ({', '.join(COLUMNS)}) VALUES ({', '.join(['%s'] * len(COLUMNS))})"
HORIZON = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
EDGE = """
SELECT min(xid), (SELECT xid FROM audit_event WHERE xid >= %s AND xid < %s ORDER BY xid OFFSET %s LIMIT 1)
FROM audit_event WHERE xid >= %s AND xid < %s
"""


def seal(*, now: datetime, using: str = "default") -> SealReport:
    """Seal what is over and export it; one run at a time, a second one returns `busy`.

    Raises Problem 409 `seal_conflict` when the file has seals that the database lost, or the transactions
    count from the start again; 503 `seal_key_unusable` without a usable key, 503 `seal_not_exported` when
    the file cannot be written (the next run makes up for it)."""
    path = export_path()
    if not settings.SEAL_KEY or path is None:
        return SealReport(state="off")
    try:
        return _sealed(path, now, using)
    except OSError as error:
        place = error.filename or path
        raise Problem(503, "seal_not_exported", f"{place}: {error.strerror}") from None


def _sealed(path: Path, now: datetime, using: str) -> SealReport:
    """Commit the seals, then export them."""
    behind = _behind(start_after(path, using=using), using)
    with transaction.atomic(using=using):
        if not _lease(using):
            return SealReport(state="busy")
        newest = newest_seal(using=using)
        key = _key_for(newest)
        tell_repeats(now=now, using=using)
        if behind:
            healed = Event(action=AUDIT_HEAL, object_type="seal", details={"seals": behind}, door="task")
            record(healed, now=now, using=using)
        made = _seal_batches(newest, key, now, using)
    exported = append_pending(using=using)
    return SealReport(
        state="sealed" if made else "idle",
        seals=len(made),
        events=sum(one.count for one in made),
        exported=exported,
        healed=behind,
        last_number=made[-1].number if made else (newest.number if newest else 0),
    )


def _key_for(newest: Seal | None) -> Ed25519PrivateKey:
    """Return the key that signed the chain so far; raises Problem 503 when the file holds another."""
    key = load_key(create=newest is None)
    if newest and newest.public_key != key.public_key().public_bytes_raw():
        raise Problem(503, "seal_key_unusable", OTHER_KEY)
    return key


def _lease(using: str) -> bool:
    """Take the sealing for this transaction, or say that another has it."""
    return bool(run("SELECT pg_try_advisory_xact_lock(%s)", [LEASE], using=using)[0][0])


def _behind(number: int, using: str) -> int:
    """Return how many seals the file lacks."""
    newest = newest_seal(using=using)
    return max(0, newest.number - number) if newest else 0


def _seal_batches(newest: Seal | None, key: Ed25519PrivateKey, now: datetime, using: str) -> list[Seal]:
    """Write the seals for everything below the horizon, at most BATCH events each unless one transaction
    wrote more."""
    offset = newest.xid_offset if newest else 0
    horizon = run(HORIZON, [], using=using)[0][0] + offset
    start = newest.to_xid if newest else chain.BEGINNING
    if horizon < start:
        raise Problem(409, "seal_conflict", "The transactions count from the start again. Run `audit gap`.")
    made: list[Seal] = []
    while (end := _edge(start, horizon, using)) is not None:
        cover = chain.Cover(start, end, offset)
        newest = chain.make_seal(newest, cover, entries(cover, using), key, now=now)
        write_seal(newest, using)
        made.append(newest)
        start = end
    return made


def _edge(start: int, horizon: int, using: str) -> int | None:
    """Return where the next batch ends: between two transactions; None when nothing is left."""
    span = [start, horizon]
    first, over = run(EDGE, [*span, BATCH, *span], using=using)[0]
    if first is None:
        return None
    if over is None:
        return horizon
    return int(over) if over > first else int(over) + 1


def entries(cover: chain.Cover, using: str) -> bytes:
    """Return the packed events that a seal is to cover."""
    return packed_events(cover.from_xid, cover.to_xid, using=using)


def write_seal(made: Seal, using: str) -> None:
    """Insert a seal."""
    run(INSERT, [getattr(made, name) for name in COLUMNS], using=using)
