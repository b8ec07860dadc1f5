"""Add up what a change would do: which principal gains or loses which memory, how much, and its admission."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from consent.models import Rendering
from consent.queries.effects import Held, Seen, Trial, batches, looked_at
from consent.queries.own_code import decide_admission
from consent.queries.policies import PolicyVersion
from consent.rules.admission import AdmissionInput, AdmissionPolicy, Admitted, Decision, policy_of
from consent.rules.disclosure import printed
from consent.rules.provenance import provenance_named
from consent.rules.tiers import Tier
from profiles.queries.principals import entity_ids

SHOWN: Final = 200
CHANGES: Final = ("gains", "loses", "more", "less", "withheld", "admitted", "differently")
Rulings = dict[tuple[int, int], Admitted]


@dataclass(frozen=True, slots=True)
class DryRun:
    """A trial over the memories it can touch; `later` is the policy whose admission is tried as well."""

    trial: Trial
    concerned: Collection[int] | None
    later: PolicyVersion | None = None
    only: Callable[[Held], bool] | None = None
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What some eyes get of a memory: the tier, and what admission makes of it, where that was asked."""

    tier: int
    admission: str = ""
    reason: str = ""
    role: str = ""
    quoted: bool = False
    rules: tuple[str, ...] = ()


def dry_run(run: DryRun, step: Callable[[int], None] = lambda done: None) -> dict[str, Any]:
    """Return counts of pairs, principals and memories by kind of change, and the first pairs themselves.

    Who is told of some memories alone is told how many of those there are, and how many see any of them."""
    tally, done, looked_at = _Tally(run.names), 0, 0
    asked, seeing = _admissions(run), set[int]()
    for batch in batches(run.concerned):
        memories = [one for one in batch if run.only is None or run.only(one)]
        if memories:
            seeing |= _add(memories, run.trial, asked, tally)
        done, looked_at = done + len(batch), looked_at + len(memories)
        step(done)
    everyone = {one.principals[0] for one in run.trial.eyes}
    through = everyone if run.only is None else seeing
    return tally.told() | {"memories_looked_at": looked_at, "principals_looked_at": len(through)}


def _admissions(run: DryRun) -> tuple[AdmissionPolicy, AdmissionPolicy] | None:
    if run.later is None:
        return None
    before, after = policy_of(run.trial.policy.settings), policy_of(run.later.settings)
    return None if before == after else (before, after)


def _add(
    memories: Sequence[Held],
    trial: Trial,
    asked: tuple[AdmissionPolicy, AdmissionPolicy] | None,
    tally: _Tally,
) -> set[int]:
    """Count what changes, and return who sees any of the memories before or after."""
    found = list(looked_at(memories, trial))
    wanted = {(one.memory.id, tier) for one in found for tier in (one.before, one.after) if tier >= 0}
    was, then = _ruled(wanted, asked) if asked else ({}, {})
    for one in found:
        before = _outcome(one.memory.id, one.before, was)
        after = _outcome(one.memory.id, one.after, then)
        if before != after:
            tally.add(one, before, after)
    tally.next_batch()
    return {principal for one in found for principal in one.eyes.principals}


def _ruled(
    wanted: Collection[tuple[int, int]], asked: tuple[AdmissionPolicy, AdmissionPolicy]
) -> tuple[Rulings, Rulings]:
    """Return what each of two policies makes of the texts that are shown."""
    was, then = {}, {}
    for row in Rendering.objects.filter(memory_id__in={memory for memory, _ in wanted}, state="active"):
        place = (row.memory_id, row.tier)
        if place in wanted:
            item = _input(row)
            was[place], then[place] = (decide_admission(item, policy) for policy in asked)
    return was, then


def _input(row: Rendering) -> AdmissionInput:
    return AdmissionInput(
        category=row.kind,
        text=printed(row.title, row.body, tuple(row.tags), row.location, row.date_words),
        provenance=provenance_named(row.provenance),
        epistemic_status=row.epistemic_status,
        confidence=row.confidence,
        state=row.state,
    )


def _outcome(memory: int, tier: int, rulings: Rulings) -> Outcome | None:
    if tier < 0:
        return None
    ruling = rulings.get((memory, tier))
    if ruling is None:
        return Outcome(tier)
    return Outcome(tier, ruling.decision.value, ruling.reason, ruling.role.value, ruling.quoted, ruling.rules)


def kind_of(before: Outcome | None, after: Outcome | None) -> str:
    """Return in a word what a difference comes to; the one about access goes before those about admission."""
    if before is None or after is None:
        return "gains" if before is None else "loses"
    if before.tier != after.tier:
        return "more" if after.tier > before.tier else "less"
    out = Decision.EXCLUDED.value
    if (before.admission == out) != (after.admission == out):
        return "withheld" if after.admission == out else "admitted"
    return "differently"


class _Tally:
    """Counts by kind of change, and the first pairs; a seat that changes like its holder is told once."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._pairs: dict[str, int] = dict.fromkeys(CHANGES, 0)
        self._people: dict[str, set[int]] = defaultdict(set)
        self._memories: dict[str, set[int]] = defaultdict(set)
        self._rows: list[tuple[int, Seen, str, Outcome | None, Outcome | None]] = []
        self._outside: dict[tuple[int, int], tuple[Outcome | None, Outcome | None]] = {}
        self._names = names

    def add(self, seen: Seen, before: Outcome | None, after: Outcome | None) -> None:
        """Count one memory for everyone behind these eyes."""
        kind = kind_of(before, after)
        for one in seen.eyes.principals:
            if seen.eyes.context is None:
                self._outside[one, seen.memory.id] = (before, after)
            elif self._outside.get((one, seen.memory.id)) == (before, after):
                continue
            self._pairs[kind] += 1
            self._people[kind].add(one)
            self._memories[kind].add(seen.memory.id)
            if len(self._rows) <= SHOWN:
                self._rows.append((one, seen, kind, before, after))

    def next_batch(self) -> None:
        """Forget what was kept to compare seats with their holders."""
        self._outside.clear()

    def told(self) -> dict[str, Any]:
        """Return the counts and rows with names joined."""
        rows = self._rows[:SHOWN]
        ids = {one for row in rows for one in (row[0], row[1].memory.owner, row[1].eyes.context)}
        names = {**entity_ids({one for one in ids if one is not None and one > 0}), **self._names}
        counts = {
            kind: {
                "pairs": self._pairs[kind],
                "principals": len(self._people[kind]),
                "memories": len(self._memories[kind]),
            }
            for kind in CHANGES
            if self._pairs[kind]
        }
        return {
            "counts": counts,
            "items": [_item(row, names) for row in rows],
            "more": len(self._rows) > SHOWN,
        }


def _item(
    row: tuple[int, Seen, str, Outcome | None, Outcome | None], names: Mapping[int, str]
) -> dict[str, Any]:
    principal, seen, kind, before, after = row
    context = seen.eyes.context
    return {
        "principal": names[principal],
        "context": None if context is None else names[context],
        "memory": f"mem_{seen.memory.public_id.hex}",
        "owner": names[seen.memory.owner],
        "kind": seen.memory.kind,
        "change": kind,
        "before": _side(before),
        "after": _side(after),
    }


def _side(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "tier": Tier(outcome.tier).word,
        "admission": outcome.admission or None,
        "reason": outcome.reason or None,
        "role": outcome.role or None,
        "quoted": outcome.quoted,
        "rules": list(outcome.rules),
    }
