"""After the tables are back: what was deleted since goes again, the record goes on across a declared gap."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from audit import actions, queries, services
from audit.queries.exported import ExportedFile
from audit.queries.seals import export_path
from audit.queries.verification import Verification
from consent.models import Memory
from consent.services.rights import removing, repeating
from memory_admin.backups.manifest import Manifest
from memory_admin.backups.script import TakenBack
from profiles.models import Principal
from profiles.services.recording import event_of, note
from profiles.types import Caller

REASON: Final = "restored the backup made {made}"
BEFORE: Final = "had been {done} before the restore"


@dataclass(frozen=True, slots=True)
class Record:
    """How the record goes on: the gap's seal (None where seals are off), the file set aside, the verdict."""

    gap: int | None
    set_aside: Path | None
    verified: Verification


@transaction.atomic
def remove(taken: TakenBack, *, by: Caller, now: datetime) -> None:
    """Delete what had been deleted since the backup, with all that hangs on it, and record each."""
    removing.remove(
        list(Memory.objects.filter(public_id__in=taken.gone).values_list("pk", flat=True)), now=now
    )
    for public_id in taken.gone:
        thing = ("memory", f"mem_{public_id.replace('-', '')}")
        note(by, actions.MEMORY_DELETE, thing, now=now, reason=BEFORE.format(done="deleted"))


def erase_again(taken: TakenBack, *, by: Caller, now: datetime) -> None:
    """Queue anew the erasures that the backup undid; a duplicate goes with whom it is merged into."""
    persons = Principal.objects.in_bulk([one["id"] for one in taken.erased])
    for one in taken.erased:
        if persons[one["id"]].merged_into_id not in persons:
            repeating.repeat(_former(one, persons[one["id"]]), by=by, now=now)


def _former(one: dict[str, Any], person: Principal) -> repeating.Former:
    same = one["id"] == one["subject_id"]  # what was merged after the backup is a person of its own again
    return repeating.Former(
        public_id=UUID(one["public_id"]) if same else uuid4(),
        subject=person,
        keep_mentions=bool(one["keep_mentions"]),
        asked_by=int(one["asked_by"]),
        asked_at=datetime.fromisoformat(one["asked_at"]),
        due_at=datetime.fromisoformat(one["due_at"]),
    )


def go_on(manifest: Manifest, *, by: Caller, now: datetime) -> Record:
    """Declare the gap, record the restore, and verify all of it against the exported file."""
    made = manifest.made_at.isoformat(timespec="seconds")
    aside = _set_aside(manifest, now)
    gap = _gap(by, REASON.format(made=made), now)
    with transaction.atomic():
        note(
            by, actions.BACKUP_RESTORE, ("backup", manifest.digest[:40]), now=now, gap=gap or 0,
            made_at=int(manifest.made_at.timestamp()), tables=len(manifest.tables), rows=manifest.rows,
        )  # fmt: skip
    path = export_path()
    against = path if path is not None and path.is_file() else None
    return Record(gap, aside, queries.verify(against=against, trusted=services.public_key()))


def _gap(by: Caller, reason: str, now: datetime) -> int | None:
    if not settings.SEAL_KEY:
        return None
    event = event_of(by, actions.AUDIT_GAP, ("seal", ""), reason=reason)
    return services.declare_gap(event, now=now).number


def _set_aside(manifest: Manifest, now: datetime) -> Path | None:
    """Rename an exported file of another history: it stays as it is, and a new one begins beside it."""
    path = export_path()
    if path is None or not path.is_file() or _same_history(path, manifest):
        return None
    aside = path.with_name(f"{path.stem}-before-{now:%Y%m%dT%H%M%SZ}{path.suffix}")
    path.rename(aside)
    return aside


def _same_history(path: Path, manifest: Manifest) -> bool:
    """Tell whether the file has the backup's last seal, so that the chain can start over from there."""
    with closing(ExportedFile(path)) as file:
        found = file.get(manifest.record.seal or 0)
        if manifest.record.seal is None or file.last == 0:
            return manifest.record.seal is None
        return found is not None and found.chain_hash.hex() == manifest.record.seal_hash
