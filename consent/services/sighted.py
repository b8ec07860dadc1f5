"""How far a caller sees one memory, for writers that change what is not their own."""

from __future__ import annotations

from datetime import datetime

from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from consent.rules.tiers import tier_of
from consent.rules.trust import effective_trust, shown_value
from profiles.types import Caller


def sight_of(memory: Memory, *, by: Caller, now: datetime) -> int:
    """Return the tier (0 to 4) at which the caller may see a memory, whatever its state; -1 for not at all.

    Outside any session: a token that reads only in one sees nothing here."""
    question = Question(by.acting_id, behalf=by.behalf_id, context_required=by.context_required)
    scene = gather([memory.label_id], resolve(question, now=now))
    label = scene.labels[memory.label_id]
    ruling = decide(label, scene)
    if not ruling.allowed:
        return -1
    return int(tier_of(shown_value(effective_trust(label, memory.ceiling, ruling, scene))))
