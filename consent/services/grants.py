"""Sharing and unsharing one memory: only its owner does, and a grant without consent waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Label as LabelRow
from consent.models import Memory
from consent.rules.drafts import entity_errors
from consent.rules.grants import GrantState
from consent.services import agreements, labels, renderings
from consent.services.naming import entities_named
from consent.services.owning import owned
from consent.services.placing import owners_own_act
from consent.services.under_review import review_of_sources
from consent.types import Grant
from memory_admin.http.problem import Problem, bad_request
from profiles.queries.principals import ids_of
from profiles.rules.entity import parse_grantee
from profiles.services.recording import note
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Sharing:
    """A wish to share: with whom, who is said to agree, why; `require` refuses what would have to wait."""

    grantee: str
    consent: tuple[str, ...] = ()
    reason: str = ""
    require: bool = False


@transaction.atomic
def grant(public_id: str, wish: Sharing, *, by: Caller, now: datetime) -> GrantState:
    """Share a memory of the caller's own; raises 404, 400 for unreadable ids, 409 `consent_required`."""
    errors = entity_errors({"access_grants": (wish.grantee,), "consent": wish.consent})
    if errors:
        named = {key.replace("access_grants.0", "grantee"): value for key, value in errors.items()}
        raise bad_request("invalid", "Some entity ids cannot be read.", named)
    memory = owned(public_id, by)
    names = {str(parse_grantee(name)) for name in (wish.grantee, *wish.consent)} - {"*"}
    ids = {name: row.pk for name, row in entities_named(names, by=by, now=now).items()} | {"*": 0}
    grantee = ids[str(parse_grantee(wish.grantee))]
    consenters = tuple(ids[str(parse_grantee(name))] for name in wish.consent)
    spec = _share(memory, grantee, own=owners_own_act(by), solo=bool(consenters))
    agreements.record(memory, replace(spec, grants=spec.grants[-1:]), consenters, by=by, now=now)
    state = next(s for s in agreements.states_of([_fresh(memory)], now)[memory.pk] if s.grantee == grantee)
    if wish.require and not state.effective:
        raise Problem(409, "consent_required", "Somebody who must agree has not; nothing was shared.")
    note(
        by, actions.GRANT_ADD, ("memory", public_id), now=now, reason=wish.reason,
        grantee=grantee, effective=state.effective, missing=sorted(state.missing),
    )  # fmt: skip
    return state


def _share(memory: Memory, grantee: int, *, own: bool, solo: bool) -> labels.LabelSpec:
    old = labels.spec_of(LabelRow.objects.get(pk=memory.label_id))
    spec = old.with_grant(Grant(grantee, True, own))
    spec = replace(spec, solo=memory.pk) if solo else spec
    labels.relabel(memory, spec)
    renderings.share(memory, spec)
    return spec


def _fresh(memory: Memory) -> Memory:
    return Memory.objects.only("pk", "label_id", "owner_id").get(pk=memory.pk)


@transaction.atomic
def standing(public_id: str, grantee: int, *, by: Caller, now: datetime) -> GrantState:
    """Return what has become of a grant on a memory of the caller's own, one taken back too; raises 404."""
    memory = owned(public_id, by)
    states = agreements.states_of([memory], now)[memory.pk]
    gone = GrantState(grantee, named=True, effective=False, missing=frozenset(), consents=())
    return next((state for state in states if state.grantee == grantee), gone)


@transaction.atomic
def revoke(public_id: str, grantee: str, *, by: Caller, now: datetime, reason: str = "") -> None:
    """Take back a grant of the caller's own memory, effective or pending; raises 404 where there is none."""
    memory = owned(public_id, by)
    spec = labels.spec_of(LabelRow.objects.get(pk=memory.label_id))
    known = _known(grantee, [g.grantee for g in spec.grants])
    if known is None:
        raise Problem(404, "not_found")
    labels.relabel(memory, spec.without(known))
    review_of_sources([memory.pk], now)
    note(by, actions.GRANT_REVOKE, ("memory", public_id), now=now, reason=reason, grantee=known)


def _known(grantee: str, among: Sequence[int]) -> int | None:

    if entity_errors({"access_grants": (grantee,)}):
        raise bad_request(
            "invalid", "The grantee's id cannot be read.", {"grantee": ["Not an entity id or *."]}
        )
    found = ids_of([str(parse_grantee(grantee))])
    return next((one for one in found.values() if one in among), None)
