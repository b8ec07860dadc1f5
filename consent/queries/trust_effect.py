"""What a change of trust would do: how many memories an accessor would be shown more or less of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from consent.rules.tiers import Tier, tier_of
from consent.rules.trust import effective_trust, readable, shown_value
from consent.types import Trust

MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Effect:
    """How many memories move from one tier to another, of those the accessor sees; `more` were not tried."""

    seen: int
    moves: tuple[tuple[str, str, int], ...]
    more: bool


def effect_of(owner: int, accessor: int, after: Trust, *, now: datetime) -> Effect:
    """Return what would become of the newest memories an accessor sees, outside any context."""
    rows = Memory.objects.filter(owner_id=owner, state="active").order_by("-pk")
    memories = list(rows.only("pk", "label_id", "ceiling")[: MOST + 1])
    scene = gather({one.label_id for one in memories}, resolve(Question(asker=accessor), now=now))
    moves: Counter[tuple[Tier, Tier]] = Counter()
    for memory in memories[:MOST]:
        label = scene.labels[memory.label_id]
        ruling = decide(label, scene)
        if ruling.allowed:
            was = tier_of(shown_value(effective_trust(label, memory.ceiling, ruling, scene)))
            limit = readable(memory.ceiling)
            will = was if ruling.owner or ruling.public else tier_of(min(limit, shown_value(after)))
            moves[was, will] += 1
    return Effect(moves.total(), tuple(_told(moves.items())), len(memories) > MOST)


def _told(moves: Iterable[tuple[tuple[Tier, Tier], int]]) -> Iterable[tuple[str, str, int]]:
    """Return the moves from the highest tier down, what stays as it is last."""
    ordered = sorted(moves, key=lambda one: (one[0][0] == one[0][1], -one[0][0], -one[0][1]))
    return [(was.word, will.word, count) for (was, will), count in ordered]
