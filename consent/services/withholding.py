"""What was withheld of the memories of a recall, in the versions it delivered: read for the check alone.

Runs as the site's own role, because the asker may read none of it; what comes back goes into the rules and
leaves them as offsets into the asker's own text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from audit.models import Delivery, Recall
from consent.models import Label, Memory, MemoryVersion, Rendering
from consent.queries.naming import names_of
from consent.rules.admission import Decision
from consent.rules.disclosure import printed
from consent.rules.tiers import Tier
from consent.rules.validation import Withheld
from consent.services import renderings
from consent.services.labels import spec_of

_MOMENTS = ("occurred_at", "created_at", "updated_at", "valid_until")


def withheld(recall: Recall, deliveries: Sequence[Delivery]) -> list[Withheld]:
    """Return what each delivered memory says and what its tier showed; its owner's own are left out."""
    tiers = {one.memory_id: one for one in deliveries}
    found = Memory.objects.filter(pk__in=tiers).select_related("label", "owner").order_by("pk")
    memories = [one for one in found if not _own(one, recall)]
    versions = _versions(memories)
    for memory in memories:
        _turn_back(memory, tiers[memory.pk].memory_version, versions.get(memory.pk, ()))
    about = {one for memory in memories for one in _about(memory.label)}
    names, shown = names_of(about).spellings if about else {}, _shown(memories)
    return [_withheld(memory, tiers[memory.pk], names, shown) for memory in memories]


def _own(memory: Memory, recall: Recall) -> bool:
    return {recall.acting_id, recall.behalf_id} - {None} == {memory.owner_id}


def _versions(memories: Iterable[Memory]) -> dict[int, list[MemoryVersion]]:
    rows = MemoryVersion.objects.filter(memory__in=list(memories)).order_by("-version")
    found: dict[int, list[MemoryVersion]] = {}
    for row in rows:
        found.setdefault(row.memory_id, []).append(row)
    return found


def _turn_back(memory: Memory, version: int, kept: Iterable[MemoryVersion]) -> None:
    """Give a memory, in hand only, what an earlier version said: each row holds what an edit replaced."""
    for row in kept:
        if row.version >= version:
            for column, value in row.fields.items():
                moment = column in _MOMENTS and isinstance(value, str)
                setattr(memory, column, datetime.fromisoformat(value) if moment else value)
            memory.version = row.version


def _shown(memories: Iterable[Memory]) -> dict[tuple[int, int, int], str]:
    rows = Rendering.objects.filter(memory__in=list(memories))
    return {
        (row.memory_id, row.version, row.tier): printed(
            row.title, row.body, tuple(row.tags), row.location, row.date_words
        )
        for row in rows
    }


def _withheld(
    memory: Memory,
    delivery: Delivery,
    names: Mapping[int, frozenset[str]],
    shown: Mapping[tuple[int, int, int], str],
) -> Withheld:
    tier = Tier[delivery.tier.upper()]
    stored = shown.get((memory.pk, delivery.memory_version, int(tier)))
    text = _rendered(memory, tier) if stored is None else stored
    return Withheld(
        memory=memory.pk,
        tier=tier,
        title=memory.title or "",
        content=memory.content,
        tags=tuple(memory.tags),
        location=memory.location,
        when=memory.occurred_at or memory.created_at,
        names=tuple(name for one in _about(memory.label) for name in sorted(names.get(one, ())) if name),
        terms=tuple(memory.forbidden_terms),
        patterns=tuple(memory.forbidden_patterns),
        redactions=tuple(memory.redactions),
        # Whose memory it is stands beside every item.
        shown=f"{text}\n{memory.kind.replace('_', ' ')} {memory.owner.entity_id}",
        included=delivery.decision != Decision.EXCLUDED.value,
    )


def _about(label: Label) -> list[int]:
    return [one for one in (*label.subjects, label.source_id) if one is not None]


def _rendered(memory: Memory, tier: Tier) -> str:
    made = renderings.rendered(memory, spec_of(memory.label), tier)
    return printed(made.title, made.body, made.tags, made.location, made.date)
