"""Finding the entities a write names, and making those nobody named before."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction

from audit import actions
from memory_admin.http.problem import Problem, unprocessable
from profiles.models import Credential, Principal
from profiles.queries.prepared import ask
from profiles.queries.principals import by_entities
from profiles.rules.entity import EntityError, EntityId, entity_skeleton, parse_entity
from profiles.services.recording import note
from profiles.types import Caller

_QUOTA: Final = 1000
_SKELETON_LENGTH: Final = 600
_MOST_TH: Final = "SELECT 1 FROM profiles_principal WHERE registered_by = %s OFFSET %s LIMIT 1"
# One lock per skeleton, in one order: of two look-alikes registered at once the second sees the first.
_LOCK = """
SELECT pg_advisory_xact_lock(key) FROM
    (SELECT DISTINCT hashtextextended(skeleton, 7) AS key FROM unnest(%s::text[]) AS skeleton
     ORDER BY key) AS keys
"""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An entity about to be made: verified by an admin, or merely named; `reason` overrides a look-alike."""

    entity: EntityId
    verified: bool = False
    display_name: str = ""
    reason: str = ""

    @property
    def skeleton(self) -> str:
        """Return what it looks like."""
        return entity_skeleton(self.entity)[:_SKELETON_LENGTH]


class Made(NamedTuple):
    """The principals asked for, by canonical id, and which of them are new."""

    rows: dict[str, Principal]
    new: frozenset[str]


@transaction.atomic
def register(texts: Collection[str], *, by: Caller, now: datetime, reason: str = "") -> dict[str, Principal]:
    """Return the principals of entity ids, by canonical id; those nobody named before are made, unverified.

    Call it in the transaction of the write that names them. Raises Problem 422 for a text that is no entity
    id or when the credential's quota is used up; 409 `lookalike` to an administrator, whom a `reason` lets
    pass. An agent's look-alike is made and held: the answer must not tell of ids the agent may not know."""
    entities = {str(entity): entity for entity in map(_parsed, texts)}
    found = by_entities(entities)
    missing = [Newcomer(entities[one], reason=reason) for one in entities if one not in found]
    if missing:
        _within_quota(by, len(missing))
        found |= make(missing, by=by, now=now).rows
    return found


def make(newcomers: Collection[Newcomer], *, by: Caller, now: datetime) -> Made:
    """Make the newcomers within the caller's transaction; one that exists meanwhile is returned as it is."""
    _lock([one.skeleton for one in newcomers])
    found = by_entities([str(one.entity) for one in newcomers])
    new = [one for one in newcomers if str(one.entity) not in found]
    twins = _twins(new)
    if by.is_admin:
        _refuse_twins(new, twins)
    rows = [_row(one, held=not by.is_admin and str(one.entity) in twins, by=by, now=now) for one in new]
    for row, one in zip(Principal.objects.bulk_create(rows), new, strict=True):
        _note(row, one, by, now)
    made = {row.entity_id: row for row in rows}
    return Made(found | made, frozenset(made))


def _parsed(text: str) -> EntityId:
    try:
        return parse_entity(text)
    except EntityError as error:
        raise unprocessable("bad_entity", error.reason) from None


def _within_quota(by: Caller, count: int) -> None:
    """Refuse what exceeds the number of entities one credential, rotations included, may ever bring in."""
    if not _is_bounded(by):
        return
    Credential.objects.select_for_update().filter(pk=by.lineage_id or 0).first()
    if Principal.objects.filter(registered_by=by.lineage_id).count() + count > _most():
        raise used_up()


def is_used_up(by: Caller) -> bool:
    """Tell whether a caller may bring in nobody more."""
    return _is_bounded(by) and bool(ask(_MOST_TH, [by.lineage_id, _most() - 1]))


def used_up() -> Problem:
    """Return the one Problem of a credential that may bring in nobody more."""
    detail = f"This token may bring in at most {_most()} unknown entities; ask an administrator."
    return unprocessable("registration_quota", detail)


def _is_bounded(by: Caller) -> bool:
    return by.lineage_id is not None and not by.is_admin


def _most() -> int:
    return int(getattr(settings, "MEMORY_ADMIN_REGISTRATION_QUOTA", _QUOTA))


def _lock(skeletons: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [skeletons])


def _twins(new: Iterable[Newcomer]) -> dict[str, str]:
    """Return for each newcomer that looks like another entity, there already or in this write, that other."""
    newcomers = list(new)
    skeletons = [one.skeleton for one in newcomers]
    rows = Principal.objects.filter(skeleton__in=skeletons).order_by("-pk")
    seen = {row.skeleton: row.entity_id for row in rows}
    twins: dict[str, str] = {}
    for one in newcomers:
        first = seen.setdefault(one.skeleton, str(one.entity))
        if first != str(one.entity):
            twins[str(one.entity)] = first
    return twins


def _refuse_twins(new: Iterable[Newcomer], twins: dict[str, str]) -> None:
    for one in new:
        twin = twins.get(str(one.entity))
        if twin and not one.reason.strip():
            detail = f"{one.entity} looks like {twin}, which exists. Give a reason if both are meant."
            raise Problem(409, "lookalike", detail).having(lookalike=twin)


def _row(one: Newcomer, *, held: bool, by: Caller, now: datetime) -> Principal:
    verified = now if one.verified else None
    return Principal(
        entity_id=str(one.entity),
        namespace=one.entity.namespace,
        name=one.entity.name,
        skeleton=one.skeleton,
        display_name=one.display_name,
        verified_at=verified,
        last_verified_at=verified,
        held=held,
        registered_by=by.lineage_id,
        created_at=now,
    )


def _note(row: Principal, one: Newcomer, by: Caller, now: datetime) -> None:
    action = actions.PRINCIPAL_CREATE if one.verified else actions.PRINCIPAL_REGISTER
    note(by, action, ("principal", row.pk), now=now, reason=one.reason, namespace=row.namespace)
    if row.held:
        note(by, actions.PRINCIPAL_HOLD, ("principal", row.pk), now=now)
