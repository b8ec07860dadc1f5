"""Reading seals and the events they cover."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections, transaction

from audit.queries.exported import FILE_NAME
from audit.rules import canonical
from audit.types import Seal, StoredEvent

PAGE = 200
EVENTS_OF = """
SELECT id, public::text, extract(epoch FROM at)::text, xid, action, actor_id, acting_id, behalf_id,
       credential_id, object_type, object_id, reason, outcome, code, details::text, request_id, door
FROM audit_event WHERE xid >= %s AND xid < %s ORDER BY id
"""


def export_path() -> Path | None:
    """Return the exported file's path, or None where no export directory is set."""
    return Path(settings.SEAL_EXPORT) / FILE_NAME if settings.SEAL_EXPORT else None


SEALS = """
SELECT number, kind, extract(epoch FROM at)::text, from_xid, to_xid, xid_offset, count, last_event_id, reason,
       entries, batch_hash, previous_hash, chain_hash, public_key, signature
FROM audit_seal
"""
BEFORE_TIME = datetime.min.replace(tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(epoch: str) -> datetime:
    """Return the moment of seconds since 1970; what no clock shows (an attacker's infinity) is year 1."""
    try:
        return EPOCH + timedelta(microseconds=int(Decimal(epoch) * 1_000_000))
    except (ArithmeticError, ValueError, TypeError):
        return BEFORE_TIME


def _seals(where: str, values: list[int], using: str) -> list[Seal]:
    """Return the seals of a condition; read as text and bytes, so that no stored value can stop us."""
    with connections[using].cursor() as cursor:
        cursor.execute(SEALS + where, values)
        rows = cursor.fetchall()
    return [_seal(row) for row in rows]


def _seal(row: tuple[Any, ...]) -> Seal:
    hashes = [bytes(part or b"") for part in row[9:]]
    return Seal(**dict(zip(Seal.__slots__, [*row[:2], moment(row[2]), *row[3:9], *hashes], strict=True)))


def seals_after(number: int, *, using: str = "default") -> Iterator[Seal]:
    """Yield the seals with a higher number, in order, a page at a time."""
    while True:
        page = _seals("WHERE number > %s ORDER BY number LIMIT %s", [number, PAGE], using)
        yield from page
        if len(page) < PAGE:
            return
        number = page[-1].number


def seal_numbered(number: int, *, using: str = "default") -> Seal | None:
    """Return one seal, or None."""
    return next(iter(_seals("WHERE number = %s", [number], using)), None)


def newest_seal(*, using: str = "default") -> Seal | None:
    """Return the last seal, or None before the first."""
    return next(iter(_seals("ORDER BY number DESC LIMIT 1", [], using)), None)


def newest_gap(*, using: str = "default") -> Seal | None:
    """Return the last declared gap, or None."""
    return next(iter(_seals("WHERE kind = 'gap' ORDER BY number DESC LIMIT 1", [], using)), None)


def packed_events(from_xid: int, to_xid: int, *, using: str = "default") -> bytes:
    """Return the packed entries of the events of a range, in order of their ids, read as a stream."""
    parts = bytearray()
    with transaction.atomic(using=using), connections[using].chunked_cursor() as cursor:
        cursor.execute(EVENTS_OF, [from_xid, to_xid])
        while rows := cursor.fetchmany(2000):
            parts += canonical.pack(canonical.entry(stored(row)) for row in rows)
    return bytes(parts)


def stored(row: tuple[Any, ...]) -> StoredEvent:
    """Return a row of EVENTS_OF as the rules know it."""
    return StoredEvent(**dict(zip(StoredEvent.__slots__, row, strict=True)))
