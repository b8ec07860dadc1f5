"""What a change would do: each memory through everyone's eyes, before and after, by the one decision.

It returns ids and codes; text is read only to ask admission about it, and never leaves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from consent.models import Memory
from consent.queries.asking import Snapshot
from consent.queries.facts import gather
from consent.queries.judging import judged
from consent.queries.onlookers import Eyes, alike, entities
from consent.queries.policies import PolicyVersion
from consent.queries.telling import as_told
from consent.rules.whatif import Change, Extra, changed, relabelled, with_extra
from consent.types import Asker, Asking, Label, Scene

BATCH = 500
_COLUMNS = ("id", "public_id", "owner_id", "kind", "label_id", "ceiling", "state")


@dataclass(frozen=True, slots=True)
class Held:
    """One stored memory, without its text."""

    id: int
    public_id: UUID
    owner: int
    kind: str
    label: int
    ceiling: float
    state: str


@dataclass(frozen=True, slots=True)
class Seen:
    """One memory as some eyes see it before and after; -1 is not at all, else the tier served."""

    memory: Held
    eyes: Eyes
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried: the change, the facts it brings in, whose eyes, on which policy, at which moment."""

    change: Change
    eyes: Sequence[Eyes]
    policy: PolicyVersion
    now: datetime
    extra: Extra = field(default_factory=Extra)
    told: bool = False


def stored(concerned: Collection[int] | None, after: int = 0) -> list[Held]:
    """Return the next memories in order of age, of those concerned or of all; erased ones have no text."""
    rows = Memory.objects.filter(pk__gt=after).exclude(state="erased").order_by("pk")
    if concerned is not None:
        rows = rows.filter(pk__in=list(concerned))
    return [Held(*row) for row in rows.values_list(*_COLUMNS)[:BATCH]]


def batches(concerned: Collection[int] | None) -> Iterator[list[Held]]:
    """Yield the memories concerned, or all, a batch at a time."""
    found = stored(concerned)
    while found:
        yield found
        found = stored(concerned, found[-1].id) if len(found) == BATCH else []


def looked_at(memories: Sequence[Held], trial: Trial) -> Iterator[Seen]:
    """Yield every memory that some eyes see before or after, with how much."""
    before, after, moved = _scenes(memories, trial)
    for eyes in alike(trial.eyes, (before, after)):
        was = _tiers(memories, replace(before, asking=eyes.before), {})
        then = _tiers(memories, replace(after, asking=eyes.after), moved)
        for memory in memories:
            one = Seen(memory, eyes, was.get(memory.id, -1), then.get(memory.id, -1))
            if one.before >= 0 or one.after >= 0:
                yield one


def _scenes(memories: Sequence[Held], trial: Trial) -> tuple[Scene, Scene, dict[int, Label]]:
    every = Asking(Asker(0, entities(trial.eyes)))
    scene = gather({memory.label for memory in memories}, Snapshot(every, trial.policy, trial.now))
    scene = with_extra(scene, trial.extra)
    scene = as_told(scene) if trial.told else scene
    labels = {memory.id: scene.labels[memory.label] for memory in memories} | scene.facts.parents
    moved = {
        memory: label
        for memory, old in labels.items()
        if (label := relabelled(memory, old, trial.change)) is not None
    }
    return scene, changed(scene, trial.change, moved), moved


def _tiers(memories: Sequence[Held], scene: Scene, moved: Mapping[int, Label]) -> dict[int, int]:
    """Return the tier of each memory that may be seen."""
    kinds = {
        memory.id: (moved[memory.id].id if memory.id in moved else memory.label, memory.ceiling)
        for memory in memories
    }
    found = judged(kinds.values(), scene)
    return {memory: found[kind].tier for memory, kind in kinds.items() if kind in found}
