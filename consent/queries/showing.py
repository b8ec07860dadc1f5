"""Authorize and disclose: the decision over what was found, then its text, read under row security.

Every door that returns memory text goes through `show`: list, get, search, recall, export and the pages.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from consent.queries.asking import Snapshot, under_row_security
from consent.queries.facts import gather
from consent.rules.dates import show_date
from consent.rules.decide import decide
from consent.rules.disclosure import withheld_line
from consent.rules.tiers import Tier, tier_of
from consent.rules.trust import effective_trust, shown_value
from consent.types import Candidate, Item, Label, Ruling, Scene, Trust
from profiles.queries.prepared import ask

_TEXTS = """
SELECT r.memory_id, r.tier, r.public_id, r.version, r.kind, r.state, r.title, r.body, r.tags, r.location,
       r.date_words, r.shown_at, r.provenance, r.epistemic_status, r.confidence, r.source_type,
       r.tier < 4 AND consent_outdated(r.label_id, r.made_under)
FROM consent_rendering r WHERE r.memory_id = ANY (%s)
"""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A candidate with the decision on it."""

    candidate: Candidate
    label: Label
    ruling: Ruling
    trust: Trust
    tier: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What may be printed, in the order it was found, and the memories on which the two guards disagreed."""

    items: tuple[Item, ...]
    tripped: tuple[int, ...]


def show(found: Sequence[Candidate], taken: Snapshot) -> Shown:
    """Return the items of candidates the asking may see at their tier; raises nothing for what it may not."""
    if not found:
        return Shown((), ())
    scene = gather({one.label for one in found}, taken)
    ruled = authorize(found, scene)
    texts = _texts([one.candidate for one in ruled])
    items = [_item(one, texts[one.candidate.memory], scene.names) for one in ruled if _agrees(one, texts)]
    printed = {item.memory for item in items}
    return Shown(tuple(items), tuple(c.memory for c in found if c.memory not in printed))


def authorize(found: Sequence[Candidate], scene: Scene) -> list[Ruled]:
    """Return the candidates that the pure decision allows, freshly judged on what is true in the snapshot."""
    ruled = [_rule(one, scene.labels[one.label], scene) for one in found if one.label in scene.labels]
    return [one for one in ruled if one.ruling.allowed]


def _rule(one: Candidate, label: Label, scene: Scene) -> Ruled:
    ruling = decide(label, scene)
    if not ruling.allowed:
        return Ruled(one, label, ruling, Trust(0.0, "none"), -1)
    trust = effective_trust(label, one.ceiling, ruling, scene)
    return Ruled(one, label, ruling, trust, int(tier_of(shown_value(trust))))


def _texts(found: Sequence[Candidate]) -> dict[int, tuple[Any, ...]]:
    with under_row_security({one.label for one in found}):
        return {row[0]: row for row in ask(_TEXTS, [[one.memory for one in found]])}


def _agrees(one: Ruled, texts: dict[int, tuple[Any, ...]]) -> bool:
    row = texts.get(one.candidate.memory)
    return row is not None and row[1] == one.tier


def _item(one: Ruled, row: tuple[Any, ...], names: dict[int, str]) -> Item:
    item = _as_rendered(one, row, names)
    return _generic(item) if row[16] else item


def _as_rendered(one: Ruled, row: tuple[Any, ...], names: dict[int, str]) -> Item:
    return Item(
        memory=row[0],
        public_id=f"mem_{row[2].hex}",
        version=row[3],
        owner=names[one.label.owner],
        kind=row[4],
        tier=row[1],
        title=row[6],
        body=row[7],
        tags=tuple(row[8]),
        location=json.loads(row[9]),
        date=row[10],
        shown_at=row[11],
        provenance=row[12],
        epistemic=row[13],
        confidence=row[14],
        source=_source(one, names),
        source_type=row[15],
        state=row[5],
        trust=one.trust,
        why=one.ruling.why,
        score=one.candidate.score,
        owner_id=one.label.owner,
    )


def _source(one: Ruled, names: dict[int, str]) -> str | None:
    """Return who told it; below full only what kind of one that is."""
    found = names.get(one.label.source) if one.label.source is not None else None
    return found if found is None or one.tier == Tier.FULL else found.partition(":")[0]


def _generic(item: Item) -> Item:
    """Return what is shown of a rendering that waits to be made anew: kind, state and a vague date."""
    date = show_date(item.shown_at, Tier.HINT)
    return replace(
        item, title="", body=withheld_line(item.kind), tags=(), location={}, date=date.text,
        shown_at=date.moment,
    )  # fmt: skip
