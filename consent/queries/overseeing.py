"""Memories as staff see them: who, about whom, shared how far; never what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from audit.models import Violation
from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.queries.search import Filters
from consent.rules.grants import GrantState, grant_states, scope_name
from consent.rules.tiers import tier_of
from consent.types import Label
from memory_admin.http.cursor import Position
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import entity_ids

# Only these columns are read: text that was not fetched cannot be shown by mistake.
_MASKED = (
    *("id", "public_id", "owner_id", "label_id", "kind", "state", "ceiling", "version", "created_at"),
    *("provenance", "source_type", "epistemic_status", "application"),
)
_SAME = ("kind", "state", "version", "created_at", "provenance", "source_type", "application")
# What a look at its text found when it was written, and nobody dismissed since.
FLAGS = ("stored_injection", "boundary_breakout")


@dataclass(frozen=True, slots=True)
class Look:
    """Which memories are looked over: what narrows them, where the page begins, how many, from which end."""

    wanted: Filters
    position: Position | None
    any_state: bool
    limit: int
    turned: bool = False
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """A grant that shows nothing yet, and whose agreement it lacks."""

    grantee: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Masked:
    """The privacy fields of one memory, names joined; no field of it holds text of the memory."""

    number: int
    id: str
    owner: str
    kind: str
    source: str
    subjects: tuple[str, ...]
    context: str
    scope: str
    grants: tuple[str, ...]
    pending: tuple[Pending, ...]
    ceiling: str
    state: str
    version: int
    created_at: datetime
    provenance: str
    source_type: str
    epistemic: str
    application: str
    flags: tuple[str, ...]


def masked_page(look: Look, *, now: datetime) -> list[Masked]:
    """Return up to `limit` memories beside a position, nearest first, newest first forward."""
    rows, position = _narrowed(Memory.objects.only(*_MASKED), look), look.position
    backward = (position is not None and position.backward) != look.turned
    if position is not None:
        rows = rows.filter(**{"pk__gt" if backward else "pk__lt": position.values[0]})
    return _masked(list(rows.order_by("pk" if backward else "-pk")[: look.limit]), now)


def masked_one(public_id: str, *, now: datetime) -> Masked | None:
    """Return one memory's privacy fields, or None where there is none; the caller decides who may ask."""
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.only(*_MASKED).filter(public_id=known).exclude(state="erased") if known else ()
    return next(iter(_masked(list(rows), now)), None)


def _narrowed(rows: QuerySet[Memory], look: Look) -> QuerySet[Memory]:
    wanted = look.wanted
    rows = rows.exclude(state="erased") if look.any_state else rows.filter(state__in=wanted.states)
    if look.flagged:
        rows = rows.filter(pk__in=_flagged().values("memory_id"))
    asked = {
        "owner_id__in": wanted.owners,
        "kind__in": wanted.kinds or None,
        "label__subjects__contains": None if wanted.subject is None else [wanted.subject],
        "label__source_id": wanted.source,
        "label__context_id": wanted.context,
        "provenance": wanted.provenance,
        "application": wanted.application,
    }
    return rows.filter(**{name: value for name, value in asked.items() if value is not None})


def _flagged() -> QuerySet[Violation]:
    return Violation.objects.filter(kind__in=FLAGS, memory_id__isnull=False).exclude(status="dismissed")


def _flags_of(rows: Sequence[Memory]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for memory, kind in (
        _flagged().filter(memory_id__in=[row.pk for row in rows]).values_list("memory_id", "kind")
    ):
        found.setdefault(memory or 0, set()).add(kind)
    return found


def _masked(rows: Sequence[Memory], now: datetime) -> list[Masked]:
    if not rows:
        return []
    taken = resolve(Question(asker=rows[0].owner_id), now=now)
    scene = gather({row.label_id for row in rows}, taken)
    states = {row.label_id: grant_states(scene.labels[row.label_id], scene) for row in rows}
    labels = [scene.labels[row.label_id] for row in rows]
    names = entity_ids({one for label in labels for one in _everyone(label, states[label.id])})
    flags = _flags_of(rows)
    return [
        _row(row, label, states[label.id], names, tuple(sorted(flags.get(row.pk, ()))))
        for row, label in zip(rows, labels, strict=True)
    ]


def _everyone(label: Label, states: Sequence[GrantState]) -> set[int]:
    alone = {label.owner, *label.subjects, label.source, label.context}
    granted = {one for state in states for one in (state.grantee, *state.missing)}
    return {one for one in alone | granted if one is not None}


def _row(
    row: Memory, label: Label, states: Sequence[GrantState], names: dict[int, str], flags: tuple[str, ...]
) -> Masked:
    live = tuple(sorted(names[state.grantee] for state in states if state.effective))
    return Masked(
        number=row.pk,
        id=f"mem_{row.public_id.hex}",
        owner=names[label.owner],
        source=names.get(label.source or -1, ""),
        subjects=tuple(sorted(names[one] for one in label.subjects)),
        context=names.get(label.context or -1, ""),
        scope=scope_name(live),
        grants=live,
        pending=_pending(states, names),
        ceiling=tier_of(row.ceiling).word,
        epistemic=row.epistemic_status,
        flags=flags,
        **{name: getattr(row, name) for name in _SAME},
    )


def _pending(states: Sequence[GrantState], names: dict[int, str]) -> tuple[Pending, ...]:
    return tuple(
        Pending(names[one.grantee], tuple(sorted(map(names.__getitem__, one.missing))))
        for one in states
        if not one.effective
    )
