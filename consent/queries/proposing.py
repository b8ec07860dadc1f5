"""From a change in names to one in ids: what a what-if question speaks of, and whether the caller may ask it.

Staff may ask anything. An owner asks about grants on its memory and its trust, a person about its own yes or
no and that of whoever it answers for; to anyone else what is named is as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db.models import QuerySet

from consent.models import Consent as ConsentRow
from consent.models import Label, Memory
from consent.queries.access import memory_of
from consent.queries.consent_parties import participants, relation, wards
from consent.queries.policies import policy_with
from consent.queries.visibility import may_see, spoken_of
from consent.queries.whatif import membership_change, record_of
from consent.rules.whatif import Change, ConsentChange, GrantChange, PolicyChange, TrustChange
from consent.types import Consent, Relationship
from memory_admin.http.problem import Problem, bad_request, not_found
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import ids_of
from profiles.queries.reach import custodians
from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from profiles.types import Caller

NOBODY_YET: Final = -1
_STANDING: Final = ("requested", "active", "denied")
Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change in ids; `subjects` and `owner` are whose memories the asker is told about, None for all."""

    change: Change
    owner: int | None = None
    subjects: frozenset[int] | None = None
    names: dict[int, str] = field(default_factory=dict)
    also: tuple[int, ...] = ()


def proposal(kind: str, given: Given, *, by: Caller, now: datetime) -> Proposal:
    """Return what a question of one kind proposes; raises 400 for what cannot be read, 403 and 404."""
    return _READERS[kind](given, by, now)


def entity_of(given: Given, field_name: str, *, grantee: bool = False) -> tuple[str, int | None]:
    """Return an entity that a field names, with its id if somebody has it; raises Problem 400."""
    try:
        known = str((parse_grantee if grantee else parse_entity)(given[field_name]))
    except EntityError as error:
        raise bad_request("invalid", errors={field_name: [error.reason]}) from None
    return known, ids_of([known]).get(known)


def _known(given: Given, field_name: str) -> int:
    number = entity_of(given, field_name)[1]
    if number is None:
        raise not_found()
    return number


def _perhaps(given: Given, field_name: str, *, grantee: bool = False) -> int:
    """Return an entity's id, or that of nobody yet: whether it is known is not told by asking about it."""
    number = entity_of(given, field_name, grantee=grantee)[1]
    return NOBODY_YET if number is None else number


def _own_memory(given: Given, by: Caller) -> tuple[Memory, bool]:
    """Return a memory and whether the caller asks as its owner; 404 unless owner or staff."""
    memory = memory_of(given["memory"])
    if memory is None:
        raise not_found()
    own = by.behalf_id is None and memory.owner_id == by.acting_id
    if not own and not by.oversees:
        raise not_found()
    return memory, own


def _grant(given: Given, by: Caller, now: datetime) -> Proposal:
    memory, own = _own_memory(given, by)
    grantee = _perhaps(given, "grantee", grantee=True)
    own_act = by.own_act if own else bool(given.get("own_act", True))
    tried, owner = GrantChange(memory.pk, grantee, given["give"], own_act), by.acting_id
    return Proposal(tried, owner=None if by.oversees else owner, **_besides(given, "grantee", grantee))


def _besides(given: Given, field_name: str, number: int) -> dict[str, Any]:
    """Return whose eyes are looked through besides: an individual's who is named, though nobody knew it."""
    name = entity_of(given, field_name, grantee=True)[0]
    alone = name != "*" and not parse_entity(name).is_collective
    return {"names": {NOBODY_YET: name} if number == NOBODY_YET else {}, "also": (number,) if alone else ()}


def _consent(given: Given, by: Caller, now: datetime) -> Proposal:
    if given.get("consent"):
        return _withdrawn(given, by, now)
    grantor = _known(given, "grantor")
    _require_voice(grantor, by, now)
    scope, scope_id = _scope(given["scope"], by, now)
    speaker = grantor
    if by.own_act and by.acting_id != grantor and by.acting_id in custodians([grantor], now)[grantor]:
        speaker = by.acting_id
        scope, scope_id = ("subject", grantor) if scope == "all" else (scope, scope_id)
    grantee = _perhaps(given, "grantee", grantee=True)
    denied = given["status"] == "denied"
    wish = (speaker, grantee, scope, scope_id)
    record = Consent("con_tried", *wish, denied, _seated(wish, denied=denied))
    memory = scope_id if scope == "memory" else None
    tried, subjects = ConsentChange(record, wish, memory), _spoken_for(grantor, by, now)
    return Proposal(tried, subjects=subjects, **_besides(given, "grantee", grantee))


def _spoken_for(grantor: int, by: Caller, now: datetime) -> frozenset[int] | None:
    """Return about whom the asker is told: the grantor, and whoever it answers for itself; None for all.

    A custodian's word is a record in the custodian's own name, and is about its wards all the same."""
    if by.oversees:
        return None
    return frozenset({grantor, *(wards(by.acting_id, now) if by.own_act else ())})


def _seated(wish: tuple[int, int, str, int | None], *, denied: bool) -> frozenset[int]:
    """Return whom a word to a context would cover: who sits there; a denial keeps whom it covered."""
    seats = frozenset(participants(wish[1]))
    if not denied:
        return seats
    rows = ConsentRow.objects.filter(
        grantor_id=wish[0], grantee_id=wish[1], scope=wish[2], status__in=_STANDING
    )
    return seats.union(*(record_of(row).participants for row in rows if record_of(row).scope_id == wish[3]))


def _withdrawn(given: Given, by: Caller, now: datetime) -> Proposal:
    known = public_uuid(given["consent"], "con")
    row = ConsentRow.objects.filter(public_id=known).first() if known else None
    if row is None or not (by.oversees or (by.own_act and relation(row, by.acting_id, now).answers)):
        raise not_found()
    old = record_of(row)
    wish = (old.grantor, old.grantee, old.scope, old.scope_id)
    return Proposal(ConsentChange(None, wish), subjects=_spoken_for(row.grantor_id, by, now))


def _require_voice(grantor: int, by: Caller, now: datetime) -> None:
    mine = by.own_act and by.acting_id in {grantor, *custodians([grantor], now)[grantor]}
    if not mine and not by.oversees:
        raise not_found()


def _scope(text: str, by: Caller, now: datetime) -> tuple[str, int | None]:
    kind, _, rest = text.strip().partition(":")
    if text.strip() == "all":
        return "all", None
    if kind == "memory":
        memory = spoken_of(rest, by=by, now=now, sees=partial(may_see, by=by, now=now))
        if memory is None:
            raise not_found()
        return "memory", memory.pk
    if kind in {"subject", "ctx"}:
        return kind, _perhaps({"scope": rest if kind == "subject" else text}, "scope")
    raise bad_request(
        "invalid", errors={"scope": ["A scope is all, memory:mem_…, subject:dog:bella or ctx:bella_health."]}
    )


def _membership(given: Given, by: Caller, now: datetime) -> Proposal:
    _require_staff(by)
    collective, member = _known(given, "collective"), _known(given, "member")
    return Proposal(membership_change(collective, member, add=given["join"], now=now))


def _trust(given: Given, by: Caller, now: datetime) -> Proposal:
    owner = _known(given, "owner")
    if not by.oversees and not (by.behalf_id is None and owner == by.acting_id):
        raise not_found()
    accessor = _perhaps(given, "accessor", grantee=True)
    context = _perhaps(given, "context") if given.get("context") else None
    relation_tried = Relationship(owner, accessor, context, given["base_trust"], given["strict_mode"])
    told = None if by.oversees else owner
    return Proposal(TrustChange(relation_tried), owner=told, **_besides(given, "accessor", accessor))


def _policy(given: Given, by: Caller, now: datetime) -> Proposal:
    _require_staff(by)
    return Proposal(PolicyChange(policy_with(given["stored"], 0).rules))


def _require_staff(by: Caller) -> None:
    if not by.oversees:
        raise Problem(403, "forbidden", "Only staff may ask what this change would do.")


def labels_told(asked: Proposal) -> QuerySet[Label] | None:
    """Return the labels of the memories that the asker may be told about, None where that is any."""
    if asked.owner is not None:
        return Label.objects.filter(owner=asked.owner)
    return None if asked.subjects is None else Label.objects.filter(subjects__overlap=sorted(asked.subjects))


_READERS: Final[dict[str, Callable[[Given, Caller, datetime], Proposal]]] = {
    "grant": _grant,
    "consent": _consent,
    "membership": _membership,
    "trust": _trust,
    "policy": _policy,
}
