"""Reading seals and the events they cover."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connections, transaction

from audit.models import Seal as SealRow
from audit.queries.exported import FILE_NAME
from audit.rules import canonical
from audit.types import Seal, StoredEvent

PAGE = 500
EVENTS_OF = """
SELECT id, public, at, xid, action, actor_id, acting_id, behalf_id, credential_id, object_type, object_id,
       reason, outcome, code, details::text, request_id, door
FROM audit_event WHERE xid >= %s AND xid < %s ORDER BY id
"""


def export_path() -> Path | None:
    """Return the exported file's path, or None where no export directory is set."""
    return Path(settings.SEAL_EXPORT) / FILE_NAME if settings.SEAL_EXPORT else None


def to_seal(row: SealRow) -> Seal:
    """Return a seal as the rules know it."""
    return Seal(
        number=row.number,
        kind=row.kind,
        at=row.at,
        from_xid=row.from_xid,
        to_xid=row.to_xid,
        xid_offset=row.xid_offset,
        count=row.count,
        last_event_id=row.last_event_id,
        reason=row.reason,
        entries=bytes(row.entries),
        batch_hash=bytes(row.batch_hash),
        previous_hash=bytes(row.previous_hash),
        chain_hash=bytes(row.chain_hash),
        public_key=bytes(row.public_key),
        signature=bytes(row.signature),
    )


def seals_after(number: int, *, using: str = "default") -> Iterator[Seal]:
    """Yield the seals with a higher number, in order, a page at a time."""
    while True:
        page = list(SealRow.objects.using(using).filter(number__gt=number).order_by("number")[:PAGE])
        yield from (to_seal(row) for row in page)
        if len(page) < PAGE:
            return
        number = page[-1].number


def seal_numbered(number: int, *, using: str = "default") -> Seal | None:
    """Return one seal, or None."""
    row = SealRow.objects.using(using).filter(number=number).first()
    return to_seal(row) if row else None


def newest_seal(*, using: str = "default") -> Seal | None:
    """Return the last seal, or None before the first."""
    row = SealRow.objects.using(using).order_by("-number").first()
    return to_seal(row) if row else None


def packed_events(from_xid: int, to_xid: int, *, using: str = "default") -> bytes:
    """Return the packed entries of the events of a range, in order of their ids, read as a stream."""
    parts = bytearray()
    with transaction.atomic(using=using), connections[using].chunked_cursor() as cursor:
        cursor.execute(EVENTS_OF, [from_xid, to_xid])
        while rows := cursor.fetchmany(2000):
            parts += canonical.pack(canonical.entry(stored(row)) for row in rows)
    return bytes(parts)


def stored(row: tuple[object, ...]) -> StoredEvent:
    """Return a row of EVENTS_OF as the rules know it."""
    return StoredEvent(**dict(zip(StoredEvent.__slots__, row, strict=True)))  # type: ignore[arg-type]


def newest_gap(*, using: str = "default") -> Seal | None:
    """Return the last declared gap, or None."""
    row = SealRow.objects.using(using).filter(kind="gap").order_by("-number").first()
    return to_seal(row) if row else None
