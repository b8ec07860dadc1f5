"""What a memory was derived from, as far as one who reads it may know: sources it sees, and no others."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from consent.models import Label as LabelRow
from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from profiles.queries.prepared import ask

_MOST = 50
_SOURCES = """
SELECT id, public_id, owner_id = %s OR (state = 'active' AND (valid_until IS NULL OR valid_until > %s))
FROM consent_memory WHERE id = ANY (%s) ORDER BY id
"""


def sources_told(labels: Collection[LabelRow], question: Question, now: datetime) -> dict[int, list[str]]:
    """Return by label the ids of those direct sources that the asker would be shown itself."""
    derived = [label for label in labels if label.parents]
    if not derived:
        return {}
    scene = gather([label.pk for label in derived], resolve(question, now=now))
    parents = sorted({parent for label in derived for parent in label.parents})
    rows = ask(_SOURCES, [question.asker, now, parents])
    seen = {
        memory: f"mem_{public.hex}"
        for memory, public, readable in rows
        if readable and decide(scene.facts.parents[memory], scene).allowed
    }
    return {label.pk: [seen[one] for one in label.parents if one in seen] for label in derived}


def drawn_from(memory: int, owner: int) -> list[str]:
    """Return the ids of the owner's own memories drawn directly from a memory, newest first."""
    rows = Memory.objects.filter(owner_id=owner, label__parents__contains=[memory]).exclude(state="erased")
    found = rows.order_by("-pk").values_list("public_id", flat=True)[:_MOST]
    return [f"mem_{public.hex}" for public in found]
