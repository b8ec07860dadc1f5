"""What a text may not shed by being forgotten and written again: its quarantine, and who said no to it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from audit import actions
from consent.models import Consent, Memory, Remembered
from consent.services.labels import isolate
from consent.services.versions import keep_version
from profiles.queries.prepared import ask
from profiles.services.recording import note
from profiles.types import Caller
from text.normalize import normalize

_KNOWN = "SELECT digest FROM consent_remembered WHERE digest = ANY (%s::bytea[]) LIMIT 1"


def digest_of(memory: Memory) -> bytes:
    """Return the SHA-256 over owner and normalized content: the same text under any kind."""
    return hashlib.sha256(f"{memory.owner_id}\n{normalize(memory.content)}".encode()).digest()


def keep_quarantine(memory: Memory, now: datetime) -> None:
    """Remember that a text is set aside, until it is released."""
    Remembered.objects.get_or_create(digest=digest_of(memory), grantor_id=None, defaults={"at": now})


def end_quarantine(memory: Memory) -> None:
    """Let a text be written again."""
    Remembered.objects.filter(digest=digest_of(memory), grantor_id=None).delete()


def keep_denials(memory: Memory) -> None:
    """Remember who said no to a memory for itself alone, before its text goes or changes."""
    digest = digest_of(memory)
    denials = Consent.objects.filter(scope="memory", scope_memory=memory, status="denied")
    for row in denials:
        Remembered.objects.update_or_create(
            digest=digest, grantor_id=row.grantor_id, grantee_id=row.grantee_id,
            defaults={"at": row.denied_at or row.created_at, "expires_at": row.expires_at},
        )  # fmt: skip


def bring_back(memories: Sequence[Memory], *, by: Caller, now: datetime) -> None:
    """Set aside, and deny, what is written again: each new memory as what was remembered of its text."""
    digests = {memory.pk: digest_of(memory) for memory in memories}
    if not ask(_KNOWN, [list(digests.values())]):
        return
    for memory in memories:
        for row in Remembered.objects.filter(digest=digests[memory.pk]).order_by("pk"):
            if row.grantor_id is None:
                _set_aside(memory, by, now)
            elif row.expires_at is None or row.expires_at > now:
                _deny(memory, row, now)


def _set_aside(memory: Memory, by: Caller, now: datetime) -> None:
    keep_version(memory, {}, by, now)
    memory.state = "quarantined"
    memory.save(update_fields=["state"])
    memory.renderings.update(state="quarantined")
    thing = ("memory", f"mem_{memory.public_id.hex}")
    note(by, actions.MEMORY_QUARANTINE, thing, now=now, remembered=True)


def _deny(memory: Memory, row: Remembered, now: datetime) -> None:
    said = {"grantor_id": row.grantor_id, "grantee_id": row.grantee_id, "scope": "memory"}
    open_ones = ["requested", "active", "denied"]
    Consent.objects.filter(**said, scope_memory=memory, status__in=open_ones).delete()
    Consent.objects.create(
        **said,
        scope_memory=memory,
        status="denied",
        denied_at=row.at,
        expires_at=row.expires_at,
        created_at=now,
    )
    isolate(memory.pk)
