"""A memory as its own owner reads it: every field, the grants as they stand and who is asked for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from consent.models import Label as LabelRow
from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.queries.lineage import sources_told
from consent.queries.rows import owned
from consent.queries.telling import as_told
from consent.rules.grants import GrantState, grant_states, scope_name
from memory_admin.http.problem import not_found
from profiles.queries.prepared import ask
from profiles.queries.principals import entity_ids
from profiles.types import EVERYONE, EVERYONE_ID, Caller

States = tuple[GrantState, ...]

_SHARED = "SELECT 1 FROM consent_labelgrant WHERE label_id = ANY (%s) LIMIT 1"
_ASSERTED = """
SELECT DISTINCT scope_memory_id, grantor_id FROM consent_consent
WHERE scope_memory_id = ANY (%s) AND status IN ('requested', 'active', 'denied') ORDER BY grantor_id
"""


def describe(
    memories: Sequence[Memory], *, now: datetime, known: Mapping[str, States] | None = None
) -> list[dict[str, Any]]:
    """Return the owner's view of memories, in order; the caller has read the rows as their owner.

    `known` are the states of grants, by public id, as a write of the same moment has just found them."""
    if not memories:
        return []
    labels = {memory.label_id: memory.label for memory in memories}
    found = {memory.label_id: (known or {}).get(f"mem_{memory.public_id.hex}") for memory in memories}
    states = {label: one for label, one in found.items() if one is not None}
    states |= _states([memory for memory in memories if memory.label_id not in states], now)
    agreed = _asserted(memories)
    names = _names(labels.values(), states.values(), agreed.values(), memories)
    sources = sources_told(labels.values(), Question(asker=memories[0].owner_id), now)
    return [
        _fields(memory, labels[memory.label_id], states[memory.label_id], agreed.get(memory.pk, ()), names)
        | {"derived_from": sources.get(memory.label_id, [])}
        for memory in memories
    ]


def describe_own(
    public_ids: Sequence[str], *, by: Caller, now: datetime, known: Mapping[str, States] | None = None
) -> list[dict[str, Any]]:
    """Return the owner's view of memories just written, under today's rights; what is gone is 404."""
    asked = [UUID(hex=one.removeprefix("mem_")) for one in public_ids]
    rows = owned(set(asked), by.acting_id)
    if set(asked) - rows.keys():
        raise not_found()
    return describe([rows[one] for one in asked], now=now, known=known)


def _states(memories: Sequence[Memory], now: datetime) -> dict[int, States]:
    labels = {memory.label_id for memory in memories}
    if not labels or not ask(_SHARED, [sorted(labels)]):
        return dict.fromkeys(labels, ())
    taken = resolve(Question(asker=memories[0].owner_id), now=now)
    scene = as_told(gather(labels, taken))
    return {key: grant_states(label, scene) for key, label in scene.labels.items()}


def _asserted(memories: Sequence[Memory]) -> dict[int, list[int]]:
    """Return by memory who is said, or asked, to have agreed; a denial looks like silence."""
    found: dict[int, list[int]] = {}
    for memory, grantor in ask(_ASSERTED, [[memory.pk for memory in memories]]):
        found.setdefault(memory, []).append(grantor)
    return found


def _names(labels: Any, states: Any, agreed: Any, memories: Sequence[Memory]) -> dict[int, str]:
    ids = {memory.owner_id for memory in memories} | {one for found in agreed for one in found}
    for label in labels:
        ids |= {*label.subjects, label.source_id, label.context_id}
    for found in states:
        ids |= {one for state in found for one in (state.grantee, *state.missing)}
    return entity_ids({one for one in ids if one}) | {EVERYONE_ID: EVERYONE}


def _fields(
    memory: Memory,
    label: LabelRow,
    states: tuple[GrantState, ...],
    agreed: Sequence[int],
    names: dict[int, str],
) -> dict[str, Any]:
    effective = sorted(names[state.grantee] for state in states if state.effective)
    return {
        "id": f"mem_{memory.public_id.hex}",
        "version": memory.version,
        "owner": names[memory.owner_id],
        "kind": memory.kind,
        "state": memory.state,
        "tier": "full",
        "scope": scope_name(effective),
        "access_grants": effective,
        "consent_grants": sorted(names[one] for one in agreed),
        "pending_grants": _pending(states, names),
        "source_entity": names[label.source_id] if label.source_id else None,
        "subject_ids": sorted(names[one] for one in label.subjects),
        "context": names[label.context_id] if label.context_id else None,
        **_text(memory),
        **_stamps(memory),
    }


def verification(memory: Memory) -> dict[str, Any] | None:
    """Return who vouched for a memory and when, or None."""
    if memory.verified_by_id is None or memory.verified_at is None:
        return None
    return {"by": entity_ids([memory.verified_by_id])[memory.verified_by_id], "at": memory.verified_at}


def _pending(states: tuple[GrantState, ...], names: dict[int, str]) -> list[dict[str, Any]]:
    return [
        {"grantee": names[state.grantee], "missing_consent_from": sorted(names[one] for one in state.missing)}
        for state in states
        if state.missing
    ]


def _text(memory: Memory) -> dict[str, Any]:
    return {
        "title": memory.title,
        "content": memory.content,
        "summary": memory.summary,
        "context_summary": memory.context_summary,
        "tags": memory.tags,
        "location": memory.location or None,
        "metadata": memory.metadata,
        "redactions": memory.redactions,
        "forbidden_terms": memory.forbidden_terms,
        "forbidden_patterns": memory.forbidden_patterns,
        "prompt_instructions": memory.prompt_instructions,
    }


def _stamps(memory: Memory) -> dict[str, Any]:
    return {
        "trust": memory.ceiling,
        "provenance": memory.provenance,
        "epistemic_status": memory.epistemic_status,
        "verified": verification(memory),
        "confidence": memory.confidence,
        "importance": memory.importance,
        "source": {
            "type": memory.source_type,
            "uri": memory.source_uri,
            "message_id": memory.source_message_id,
        },
        "application": memory.application,
        "occurred_at": memory.occurred_at,
        "valid_until": memory.valid_until,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }
