"""Can A see M, and why: the decision told to whoever is entitled to know, and to nobody else.

An administrator is told all; the owner the names on its memory; a subject or its custodian what concerns it;
an asker about itself only a yes. Everyone else gets what an unknown id gets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from consent.models import Memory
from consent.queries.asking import Question, Snapshot, resolve
from consent.queries.consent_parties import speaks_for, within_told
from consent.queries.facts import gather
from consent.queries.rows import bare
from consent.queries.standing import ADMIN, NONE, OWNER, SUBJECT, own_question, standing
from consent.queries.telling import as_told
from consent.queries.visibility import in_use
from consent.rules.decide import decide
from consent.rules.grants import GrantState, grant_states
from consent.types import Facts, GrantRuling, Label, Ruling, Scene
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.public_id import public_uuid
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

    @property
    def others(self) -> list[str]:
        """Return who besides its owner sees it, in order."""
        return sorted({one.entity for one in self.viewers if one.entity != self.owner})


def explain(public_id: str, principal: str, session: str | None, *, by: Caller, now: datetime) -> Told:
    """Return whether a principal can see a memory and why, as far as the caller may know; 404 otherwise."""
    try:
        entity = str(parse_entity(principal))
    except EntityError as error:
        raise Problem(
            400, "invalid", "The principal's id cannot be read.", {"principal": [error.reason]}
        ) from error
    memory = memory_of(public_id)
    asked = ids_of([entity]).get(entity)
    if memory is None or asked is None:
        raise not_found()
    capacity = standing(memory, by, now)
    if capacity == NONE and not (asked == by.acting_id and in_use(memory, now)):
        raise not_found()
    question = own_question(session, by) if capacity == NONE else Question(asker=asked, session=session)
    scene = _as_known(gather([memory.label_id], _resolved(question, capacity, now)), by)
    label = scene.labels[memory.label_id]
    ruling = decide(label, scene)
    if capacity == NONE and not ruling.allowed:
        raise not_found()
    return _told(label, ruling, capacity, by, scene.facts)


def _resolved(question: Question, capacity: str, now: datetime) -> Snapshot:
    """Resolve the question; that a session is not the principal's own is told to the entitled only."""
    try:
        return resolve(question, now=now)
    except Problem:
        if capacity == NONE:
            raise not_found() from None
        raise


def _as_known(scene: Scene, by: Caller) -> Scene:
    return scene if by.oversees else as_told(scene)


def memory_of(public_id: str) -> Memory | None:
    """Return a memory's row without its text, whoever asks; the caller decides who may know of it."""
    known = public_uuid(public_id, "mem")
    return bare(known) if known else None


def _told(label: Label, ruling: Ruling, capacity: str, by: Caller, facts: Facts) -> Told:
    missing = frozenset[int]().union(
        *(g.missing_from for g in ruling.grants if g.counts and not ruling.allowed)
    )
    found = tuple(sorted({c for g in ruling.grants for c in g.consents}))
    awaited = {one for g in ruling.grants for one in g.missing_from}
    names = _names({label.owner, *ruling.why.via, *awaited, *(g.grantee for g in ruling.grants)})
    grants = tuple(_grant(g, names) for g in ruling.grants)
    via, absent = tuple(names[v] for v in ruling.why.via), tuple(sorted(names[one] for one in missing))
    plain = Told(ruling.allowed, ruling.reason)
    if capacity == ADMIN:
        return replace(plain, grants=grants, memberships=via, found=found, missing_from=absent)
    if capacity == OWNER:
        return replace(plain, grants=tuple(map(_owners_part, grants)), missing_from=absent)
    if capacity == SUBJECT:
        mine = {c.id for c in facts.consents if c.grantor == by.acting_id}
        concerned = {by.acting_id} | {s for s, who in facts.custodians.items() if by.acting_id in who}
        own = tuple(sorted(names[one] for one in missing & concerned))
        return replace(plain, found=tuple(c for c in found if c in mine), missing_from=own)
    return replace(plain, memberships=via, found=ruling.why.consents)


def _grant(ruled: GrantRuling, names: Mapping[int, str]) -> dict[str, object]:
    return {
        "grantee": names[ruled.grantee],
        "counts": ruled.counts,
        "consented": ruled.consented,
        "missing_consent_from": sorted(names[one] for one in ruled.missing_from),
    }


def _owners_part(grant: dict[str, object]) -> dict[str, object]:
    """Return what an owner is told of a grant: not whether it counts for one asker."""
    return {key: grant[key] for key in ("grantee", "consented", "missing_consent_from")}


def _names(ids: Collection[int]) -> dict[int, str]:
    found = entity_ids(set(ids) - {EVERYONE_ID})
    return found | {EVERYONE_ID: EVERYONE} if EVERYONE_ID in ids else found


def audit_memory(public_id: str, *, by: Caller, now: datetime) -> Audited:
    """Return who can see one memory and through what; 404 unless owner, subject, custodian or staff."""
    memory = memory_of(public_id)
    if memory is None or standing(memory, by, now) == NONE:
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
    mine = speaks_for(by.acting_id, now) if by.behalf_id is None else set()
    some = inside if by.oversees else {one: tuple(who) for one, who in within_told(inside, mine).items()}
    return [
        _one(
            memory,
            labels[memory.label_id],
            states[memory.label_id],
            inside if _concerns_others(labels[memory.label_id], mine) else some,
            names,
        )
        for memory in memories
    ]


def _concerns_others(label: Label, mine: Collection[int]) -> bool:
    """Tell whether it is somebody else's memory about one: then who sees it is one's own matter."""
    return bool(label.subjects & set(mine)) and label.owner not in mine


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
