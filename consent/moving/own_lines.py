"""A memory as a line of our own file: everything that is known of it, in names instead of numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from consent.models import Consent, LabelGrant, Memory, MemoryVersion
from profiles.queries.principals import entity_ids

AGREED = "grant"  # `stated_evidence` of a consent that stands for the owner's own act of granting
_PLAIN = (
    "version", "kind", "state", "title", "content", "summary", "context_summary", "tags", "metadata",
    "redactions", "forbidden_terms", "forbidden_patterns", "prompt_instructions", "provenance",
    "epistemic_status", "confidence", "importance", "application", "occurred_at", "valid_until",
    "created_at", "updated_at",
)  # fmt: skip
_TIMES = ("requested_at", "granted_at", "expires_at", "denied_at", "revoked_at", "created_at")


class Known:
    """What the memories of one stretch refer to, read once: grants, consents, versions, names, other ids."""

    def __init__(self, memories: Sequence[Memory], *, whole: bool) -> None:
        ids, labels = [one.pk for one in memories], {one.label_id for one in memories}
        self.grants: dict[int, list[LabelGrant]] = {}
        for grant in LabelGrant.objects.filter(label_id__in=labels):
            self.grants.setdefault(grant.label_id, []).append(grant)
        self.consents = _by_memory(Consent.objects.filter(scope_memory_id__in=ids) if whole else ())
        self.versions: dict[int, list[MemoryVersion]] = {}
        for version in MemoryVersion.objects.filter(memory_id__in=ids).order_by("version"):
            self.versions.setdefault(version.memory_id, []).append(version)
        self.ids = _public_ids(memories)
        self.names = entity_ids(self._entities(memories))
        self.whole = whole

    def _entities(self, memories: Sequence[Memory]) -> set[int]:
        found: set[int | None] = set()
        for one in memories:
            label = one.label
            found |= {one.owner_id, one.author_id, one.editor_id, one.verified_by_id}
            found |= {label.source_id, label.context_id, *label.subjects}
        found |= {grant.grantee_id for rows in self.grants.values() for grant in rows}
        found |= {one.editor_id for rows in self.versions.values() for one in rows}
        found |= {one for rows in self.consents.values() for row in rows for one in entities_in(row)}
        return {one for one in found if one is not None}


def _by_memory(rows: Iterable[Consent]) -> dict[int, list[Consent]]:
    found: dict[int, list[Consent]] = {}
    for row in rows:
        if row.scope_memory_id is not None:
            found.setdefault(row.scope_memory_id, []).append(row)
    return found


def _public_ids(memories: Sequence[Memory]) -> dict[int, str]:
    wanted = {one for memory in memories for one in memory.label.parents}
    wanted |= {memory.superseded_by_id for memory in memories if memory.superseded_by_id}
    rows = Memory.objects.filter(pk__in=wanted).exclude(state="erased").values_list("pk", "public_id")
    return {number: f"mem_{public.hex}" for number, public in rows}


def entities_in(row: Consent) -> Collection[int]:
    """Return whom a consent record names."""
    named = (
        row.grantor_id,
        row.grantee_id,
        row.scope_entity_id,
        row.recorded_by,
        row.asked_by,
        row.decided_by,
    )
    return {one for one in (*named, *row.participants) if one is not None}


def line_of(memory: Memory, known: Known) -> dict[str, Any]:
    """Return everything about one memory; what others agreed only in a whole copy."""
    names = known.names
    return {
        "type": "memory",
        "id": f"mem_{memory.public_id.hex}",
        "owner": names[memory.owner_id],
        **{name: getattr(memory, name) for name in _PLAIN},
        "location": memory.location or None,
        "trust": readable(memory.ceiling),
        "source": {
            "type": memory.source_type,
            "uri": memory.source_uri,
            "message_id": memory.source_message_id,
        },
        **_label(memory, known),
        "superseded_by": known.ids.get(memory.superseded_by_id or 0),
        "verified": _verified(memory, names),
        "author": _name(memory.author_id, names),
        "editor": _name(memory.editor_id, names),
        "grants": _grants(memory, known),
        "versions": [_version(one, names) for one in known.versions.get(memory.pk, ())],
        **(_only_whole(memory, known) if known.whole else {}),
    }


def _only_whole(memory: Memory, known: Known) -> dict[str, Any]:
    """Return what only a faithful copy says: who agreed, and what a model found where one looked."""
    names = ("field", "start", "end", "kind")
    found = [dict(zip(names, one, strict=True)) for one in memory.findings]
    return {"consents": _consents(memory, known), **({"findings": found} if found else {})}


def _label(memory: Memory, known: Known) -> dict[str, Any]:
    label, names = memory.label, known.names
    gone = sum(one not in known.ids for one in label.parents)
    return {
        "source_entity": _name(label.source_id, names),
        "source_attested": label.source_attested,
        "relayed": label.relayed,
        "subject_ids": sorted(names[one] for one in label.subjects),
        "context": _name(label.context_id, names),
        "derived_from": sorted(known.ids[one] for one in label.parents if one in known.ids),
        **({"sources_gone": gone} if gone else {}),
    }


def _verified(memory: Memory, names: dict[int, str]) -> dict[str, Any] | None:
    if memory.verified_by_id is None or memory.verified_at is None:
        return None
    return {"by": names[memory.verified_by_id], "at": memory.verified_at}


def readable(value: float | None) -> float | None:
    """Return a stored amount of trust, or None where it is none, which counts for as little."""
    return value if value is not None and 0 <= value <= 1 else None


def _name(one: int | None, names: Mapping[Any, str]) -> str | None:
    return None if one is None else names.get(one)


def _grants(memory: Memory, known: Known) -> list[dict[str, Any]]:
    """Return the grants by grantee; that the owner itself agreed only in a whole copy."""
    said = {
        row.grantee_id
        for row in known.consents.get(memory.pk, ())
        if row.stated_evidence == AGREED and row.status == "active"
    }
    rows = [
        {"grantee": known.names[one.grantee_id], "inherited": not one.named}
        | ({"agreed": one.owner_agreed or one.grantee_id in said} if known.whole else {})
        for one in known.grants.get(memory.label_id, ())
    ]
    return sorted(rows, key=lambda row: str(row["grantee"]))


def _version(one: MemoryVersion, names: dict[int, str]) -> dict[str, Any]:
    editor = _name(one.editor_id, names)
    return {
        "version": one.version, "at": one.at, "editor": editor, "reason": one.reason, "fields": one.fields,
    }  # fmt: skip


def _consents(memory: Memory, known: Known) -> list[dict[str, Any]]:
    rows = [
        consent_line(row, known.names)
        for row in known.consents.get(memory.pk, ())
        if row.stated_evidence != AGREED
    ]
    return sorted(rows, key=lambda row: (str(row["created_at"]), str(row["id"])))


def consent_line(row: Consent, names: Mapping[Any, str]) -> dict[str, Any]:
    """Return a consent record in names; `evidence` as it was first said, which no import believes."""
    return {
        "id": f"con_{row.public_id.hex}",
        "grantor": names[row.grantor_id],
        "grantee": names[row.grantee_id],
        "scope": row.scope,
        "scope_entity": _name(row.scope_entity_id, names),
        "purpose": row.purpose,
        "status": row.status,
        "evidence": row.stated_evidence or row.evidence,
        "reason": row.reason,
        "participants": sorted(names[one] for one in row.participants if one in names),
        "recorded_by": _name(row.recorded_by, names),
        "asked_by": _name(row.asked_by, names),
        "decided_by": _name(row.decided_by, names),
        **{name: getattr(row, name) for name in _TIMES},
    }
