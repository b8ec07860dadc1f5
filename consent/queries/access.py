"""Can A see M, and why: the decision told to whoever is entitled to know, and to nobody else.

An administrator is told all; the owner the names on its memory; a subject or its custodian what concerns it;
an asker about itself only a yes. Everyone else gets what an unknown id gets.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from consent.models import Label as LabelRow
from consent.models import Memory
from consent.queries.asking import Question, Snapshot, public_uuid, resolve
from consent.queries.facts import gather
from consent.queries.telling import as_told
from consent.rules.decide import decide
from consent.rules.grants import GrantState, grant_states
from consent.types import Facts, Label, Ruling, Scene
from memory_admin.http.problem import Problem, not_found
from profiles.queries.principals import entity_ids, ids_of
from profiles.queries.reach import custodians, members
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import EVERYONE, EVERYONE_ID, Caller


@dataclass(frozen=True, slots=True)
class Told:
    """A decision with as much of its reason as the one who asked may know; entity ids, not numbers."""

    allowed: bool
    reason: str
    grants: tuple[dict[str, object], ...] = ()
    memberships: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    missing_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Viewer:
    """One entity that can see a memory, and through which grant."""

    entity: str
    through: str
    consents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audited:
    """What a privacy audit says of one memory: never its content."""

    memory: Memory
    owner: str
    subjects: tuple[str, ...]
    viewers: tuple[Viewer, ...]
    pending: tuple[tuple[str, tuple[str, ...]], ...]


def standing(memory: Memory, label: LabelRow, by: Caller, now: datetime) -> str:
    """Return in what capacity a caller asks about a memory: admin, owner, subject or none."""
    if by.oversees:
        return "admin"
    if by.behalf_id is None and memory.owner_id == by.acting_id:
        return "owner"
    speakers = {one for found in custodians(label.subjects, now).values() for one in found}
    return "subject" if by.behalf_id is None and by.acting_id in {*label.subjects, *speakers} else "none"


def explain(public_id: str, principal: str, session: str | None, *, by: Caller, now: datetime) -> Told:
    """Return whether a principal can see a memory and why, as far as the caller may know; 404 otherwise."""
    try:
        entity = str(parse_entity(principal))
    except EntityError as error:
        raise Problem(
            400, "invalid", "The principal cannot be read.", {"principal": [error.reason]}
        ) from error
    memory = memory_of(public_id)
    asked = ids_of([entity]).get(entity)
    if memory is None or asked is None:
        raise not_found()
    capacity = standing(memory, memory.label, by, now)
    taken = _resolved(Question(asker=asked, session=session), capacity, now)
    scene = _as_known(gather([memory.label_id], taken), by)
    ruling = decide(memory_label := scene.labels[memory.label_id], scene)
    if capacity == "none" and not (asked == by.acting_id and ruling.allowed):
        raise not_found()
    return _told(memory_label, ruling, capacity, by, scene.facts)


def _resolved(question: Question, capacity: str, now: datetime) -> Snapshot:
    """Resolve the question; that a session is not the principal's own is told to the entitled only."""
    try:
        return resolve(question, now=now)
    except Problem:
        if capacity == "none":
            raise not_found() from None
        raise


def _as_known(scene: Scene, by: Caller) -> Scene:
    return scene if by.oversees else as_told(scene)


def memory_of(public_id: str) -> Memory | None:
    """Return a memory's row without its text, whoever asks; the caller decides who may know of it."""
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.select_related("label").only(
        "id", "public_id", "owner_id", "kind", "created_at", "label"
    )
    return rows.filter(public_id=known).first() if known else None


def _told(label: Label, ruling: Ruling, capacity: str, by: Caller, facts: Facts) -> Told:
    missing = frozenset[int]().union(
        *(g.missing_from for g in ruling.grants if g.counts and not ruling.allowed)
    )
    found = tuple(sorted({c for g in ruling.grants for c in g.consents}))
    names = _names({label.owner, *ruling.why.via, *missing, *(g.grantee for g in ruling.grants)})
    grants = tuple(
        {
            "grantee": names[g.grantee],
            "counts": g.counts,
            "consented": g.consented,
            "missing_consent_from": sorted(_names(g.missing_from).values()),
        }
        for g in ruling.grants
    )
    absent = tuple(sorted(names[one] for one in missing))
    if capacity == "admin":
        return Told(
            ruling.allowed, ruling.reason, grants, tuple(names[v] for v in ruling.why.via), found, absent
        )
    if capacity == "owner":
        plain = tuple(
            {key: g[key] for key in ("grantee", "consented", "missing_consent_from")} for g in grants
        )
        return Told(ruling.allowed, ruling.reason, plain, (), (), absent)
    if capacity == "subject":
        mine = {c.id for c in facts.consents if c.grantor == by.acting_id}
        concerned = {by.acting_id} | {s for s, who in facts.custodians.items() if by.acting_id in who}
        own = tuple(sorted(names[one] for one in missing & concerned))
        return Told(ruling.allowed, ruling.reason, (), (), tuple(c for c in found if c in mine), own)
    return Told(
        ruling.allowed, ruling.reason, (), tuple(names[v] for v in ruling.why.via), ruling.why.consents
    )


def _names(ids: Collection[int]) -> dict[int, str]:
    found = entity_ids(set(ids) - {EVERYONE_ID})
    return found | {EVERYONE_ID: EVERYONE} if EVERYONE_ID in ids else found


def audit_memory(public_id: str, *, by: Caller, now: datetime) -> Audited:
    """Return who can see one memory and through what; 404 unless owner, subject, custodian or staff."""
    memory = memory_of(public_id)
    if memory is None or standing(memory, memory.label, by, now) == "none":
        raise not_found()
    return _audited([memory], by, now)[0]


def audit_subject(subject: str, *, by: Caller, now: datetime, limit: int, after: int = 0) -> list[Audited]:
    """Return memories about a subject: all for it, its custodian and staff, else the caller's own."""
    asked = ids_of([subject]).get(subject)
    if asked is None or (by.behalf_id is not None and not by.oversees):
        return []
    entitled = by.oversees or (
        by.behalf_id is None and by.acting_id in {asked, *custodians([asked], now).get(asked, ())}
    )
    reach = Q() if entitled else Q(owner_id=by.acting_id)
    rows = (
        Memory.objects.select_related("label")
        .only("id", "public_id", "owner_id", "kind", "created_at", "label")
        .filter(reach, label__subjects__contains=[asked], pk__gt=after)
        .exclude(state="erased")
        .order_by("pk")[:limit]
    )
    return _audited(list(rows), by, now)


def _audited(memories: list[Memory], by: Caller, now: datetime) -> list[Audited]:
    if not memories:
        return []
    taken: Snapshot = resolve(Question(asker=memories[0].owner_id), now=now)
    scene = _as_known(gather({memory.label_id for memory in memories}, taken), by)
    labels = scene.labels
    states = {key: grant_states(label, scene) for key, label in labels.items()}
    collectives = {s.grantee for found in states.values() for s in found if s.effective}
    inside = members(collectives, now)
    for context, listed in scene.facts.participants.items():
        inside[context] = tuple(listed)
    names = _names(_everyone_in(labels, states, inside))
    return [
        _one(memory, labels[memory.label_id], states[memory.label_id], inside, names) for memory in memories
    ]


def _everyone_in(
    labels: dict[int, Label], states: dict[int, tuple[GrantState, ...]], inside: dict[int, tuple[int, ...]]
) -> set[int]:
    named = {one for label in labels.values() for one in (label.owner, *label.subjects)}
    granted = {one for found in states.values() for s in found for one in (s.grantee, *s.missing)}
    return named | granted | {one for found in inside.values() for one in found}


def _one(
    memory: Memory,
    label: Label,
    states: tuple[GrantState, ...],
    inside: dict[int, tuple[int, ...]],
    names: dict[int, str],
) -> Audited:
    viewers = [Viewer(names[label.owner], "owner", ())]
    for state in states:
        if state.effective:
            for one in (state.grantee, *inside.get(state.grantee, ())):
                viewers.append(Viewer(names[one], names[state.grantee], state.consents))
    return Audited(
        memory=memory,
        owner=names[label.owner],
        subjects=tuple(sorted(names[one] for one in label.subjects)),
        viewers=tuple(viewers),
        pending=tuple(
            (names[s.grantee], tuple(sorted(names[one] for one in s.missing))) for s in states if s.missing
        ),
    )
