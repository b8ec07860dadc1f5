"""What a write says others agreed to, and whom it has to ask: consent records that come with a memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from audit import actions
from audit.services import record_all
from audit.types import Event
from consent.models import Consent, Memory
from consent.queries.asking import Question, Snapshot, resolve
from consent.queries.consent_parties import participants, parties_between
from consent.queries.facts import gather
from consent.queries.policies import current_policy
from consent.queries.telling import as_told
from consent.rules.consenting import Wish, Word, is_quiet, word
from consent.rules.grants import GrantState, grant_states
from consent.services.consents import give_or_ask, request
from consent.services.labels import LabelSpec
from consent.services.placing import Placed
from profiles.models import Principal
from profiles.queries.reach import custodians
from profiles.services.recording import event_of
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Wanted:
    """One agreement about one memory: whose, to whom."""

    memory: int
    grantor: int
    grantee: int


def needs_own_label(one: Placed, by: Caller) -> bool:
    """Tell whether a write may bring consents for this memory alone."""
    return bool(one.consenters) and bool(one.label.grants)


def record_new(
    written: Sequence[tuple[Memory, Placed]], *, by: Caller, now: datetime
) -> dict[int, tuple[GrantState, ...]]:
    """Record what new memories assert that people agreed to, then ask those who have not agreed yet; return
    what became of the grants, by memory id."""
    none: dict[int, tuple[GrantState, ...]] = {memory.pk: () for memory, _ in written}
    shared = [(memory, one) for memory, one in written if one.label.grants]
    if not shared:
        return none
    asserted = [wanted for memory, one in shared for wanted in _asserted(memory, one.label, one.consenters)]
    words = _words(asserted, by, now)
    _store(asserted, words, by=by, now=now)
    asked = {wanted for wanted in asserted if wanted not in words}
    states = states_of([memory for memory, _ in shared], now)
    ask(_missing(states, now) - asked, by=by, now=now)
    return none | states


def record(memory: Memory, spec: LabelSpec, consenters: Sequence[int], *, by: Caller, now: datetime) -> None:
    """Record what a write to a memory that was there asserts, over what stands already; then ask the rest."""
    asserted = _asserted(memory, spec, consenters)
    for wanted in asserted:
        give_or_ask(_wish(wanted), by=by, now=now)
    grantees = {grant.grantee for grant in spec.grants}
    for wanted in sorted(_missing(states_of([memory], now), now) - set(asserted), key=_order):
        if wanted.grantee in grantees:
            request(_wish(wanted), by=by, now=now)


def _asserted(memory: Memory, spec: LabelSpec, consenters: Sequence[int]) -> list[Wanted]:
    return [
        Wanted(memory.pk, consenter, grant.grantee)
        for consenter in consenters
        for grant in spec.grants
        if grant.grantee != consenter
    ]


def _wish(wanted: Wanted) -> Wish:
    return Wish(wanted.grantor, wanted.grantee, "memory", wanted.memory)


def _order(wanted: Wanted) -> tuple[int, int, int]:
    return wanted.memory, wanted.grantor, wanted.grantee


def _words(wanted: Sequence[Wanted], by: Caller, now: datetime) -> dict[Wanted, Word]:
    """Return, for those that count at once, what the writer's word makes of them."""
    if not wanted:
        return {}
    grantors = Principal.objects.in_bulk({one.grantor for one in wanted})
    parties = parties_between(grantors, {(one.grantor, one.grantee) for one in wanted}, now)
    found = {}
    for one in wanted:
        said = word(_wish(one), parties[one.grantor, one.grantee], by, now)
        if said is not None:
            found[one] = said
    return found


def _store(wanted: Sequence[Wanted], words: dict[Wanted, Word], *, by: Caller, now: datetime) -> None:
    """Insert records about memories that are new, so that no other word can stand yet."""
    rows = [_row(one, words.get(one), by, now) for one in wanted]
    seats = {one: participants(one) for one in {row.grantee_id for row in rows if row.status == "active"}}
    for row in rows:
        row.participants = seats.get(row.grantee_id, [])
    Consent.objects.bulk_create(rows)
    record_all([_event(row, by) for row in rows], now=now)


def _row(one: Wanted, said: Word | None, by: Caller, now: datetime) -> Consent:
    wish = said.wish if said else _wish(one)
    row = Consent(
        grantor_id=wish.grantor, grantee_id=wish.grantee, scope="memory", scope_memory_id=one.memory,
        purpose=wish.purpose, status="requested", requested_at=now, asked_by=by.acting_id,
        asked_lineage=by.lineage_id, created_at=now,
    )  # fmt: skip
    if said is not None:
        row.status, row.evidence = "active", said.evidence
        row.granted_at, row.expires_at = now, wish.expires_at
        row.recorded_by, row.recorded_lineage = by.principal_id, by.lineage_id
    return row


def _event(row: Consent, by: Caller) -> Event:
    action = actions.CONSENT_RECORD if row.status == "active" else actions.CONSENT_REQUEST
    return event_of(
        by, action, ("consent", f"con_{row.public_id.hex}"),
        grantor=row.grantor_id, grantee=row.grantee_id, scope="memory", evidence=row.evidence or "",
    )  # fmt: skip


def states_of(memories: Sequence[Memory], now: datetime) -> dict[int, tuple[GrantState, ...]]:
    """Return what became of each memory's grants, by memory id, as its owner is told."""
    if not memories:
        return {}
    taken: Snapshot = resolve(Question(asker=memories[0].owner_id), now=now)
    scene = as_told(gather({memory.label_id for memory in memories}, taken))
    by_label = {key: grant_states(label, scene) for key, label in scene.labels.items()}
    return {memory.pk: by_label[memory.label_id] for memory in memories}


def _missing(states: Mapping[int, tuple[GrantState, ...]], now: datetime) -> set[Wanted]:
    """Return whom to ask: for each party that has not agreed its custodians, else itself if somebody."""
    parties = {party for found in states.values() for state in found for party in state.missing}
    if not parties:
        return set()
    speak = custodians(parties, now)
    people = set(
        Principal.objects.filter(pk__in=parties)
        .exclude(namespace__in=Principal.COLLECTIVES)
        .values_list("pk", flat=True)
    )
    return {
        Wanted(memory, speaker, state.grantee)
        for memory, found in states.items()
        for state in found
        for party in state.missing
        for speaker in speak.get(party) or ((party,) if party in people else ())
    }


def ask(wanted: Iterable[Wanted], *, by: Caller, now: datetime) -> None:
    """Ask for agreements, within the asker's limit of open requests and not where a denial is recent."""
    wanted = list(wanted)
    if not wanted:
        return
    settings = current_policy().settings
    open_now = Consent.objects.filter(asked_by=by.acting_id, status="requested").count()
    room = max(0, settings["consent_open_requests"] - open_now)
    fresh = sorted(_not_quiet(wanted, settings["consent_quiet_days"], now), key=_order)
    _store(fresh[:room], {}, by=by, now=now)


def _not_quiet(wanted: Collection[Wanted], days: int, now: datetime) -> list[Wanted]:
    denied = Consent.objects.filter(
        status="denied",
        grantor_id__in={one.grantor for one in wanted},
        denied_at__gt=now - timedelta(days=days),
    ).values_list("grantor_id", "grantee_id", "scope_memory_id", "denied_at")
    quiet = {(grantor, grantee, memory) for grantor, grantee, memory, at in denied if is_quiet(at, days, now)}
    return [one for one in wanted if (one.grantor, one.grantee, one.memory) not in quiet]
