"""Making and editing contexts: who sits there, as what, and what is written there hands down to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Context, Participant
from consent.queries import contexts as queries
from consent.rules.consenting import Wish
from consent.rules.contexts import Outline, Seat, with_founder
from consent.services import consents, context_seats
from consent.services.context_naming import canonical
from consent.services.naming import entities_named
from memory_admin.http.problem import Problem, conflict, not_found
from profiles.models import Principal
from profiles.queries.principals import by_entity
from profiles.services.recording import note
from profiles.types import EVERYONE, EVERYONE_ID, Caller


@dataclass(frozen=True, slots=True)
class Made:
    """A context made or changed: for whom consent is recorded or asked, and who must renew theirs."""

    context: Context
    consents: Mapping[str, str] = field(default_factory=dict)
    renew_from: frozenset[int] = frozenset()


@transaction.atomic
def create(outline: Outline, *, by: Caller, now: datetime) -> Made:
    """Make a context of the caller's own, with the caller among its participants.

    Raises 400 and 422 for what cannot be listed, 404 where the id is taken, 409 to those who know that."""
    outline = canonical(outline)
    context_seats.lock_name(outline.id)
    _require_free(outline.id, by, now)
    if not (by.staff_role and by.own_act):
        outline = _seated(outline, by)
    ids = resolve(outline.names(), by=by, now=now)
    context = Context.objects.create(
        principal_id=ids[outline.id],
        owner_id=by.acting_id,
        default_grants=context_seats.grant_ids(outline.default_access_grants, ids),
        created_at=now,
    )
    context_seats.fill(context, outline.seats, ids, by=by, now=now)
    note(by, actions.CONTEXT_CREATE, ("context", context.pk), now=now, reason=outline.reason)
    agreed = {
        name: _agree(ids[name], context, outline.reason, by=by, now=now) for name in outline.consent_for
    }
    return Made(context, agreed)


def _seated(outline: Outline, by: Caller) -> Outline:
    seats = with_founder(outline.seats, Seat(by.acting))
    return Outline(outline.id, seats, outline.default_access_grants, outline.consent_for, outline.reason)


def _require_free(entity: str, by: Caller, now: datetime) -> None:
    """Raise unless nobody refers to the id yet, or the caller has a say in what does."""
    principal = by_entity(entity)
    if principal is None:
        return
    if Context.objects.filter(pk=principal.pk).exists():
        known = queries.known_to(by).filter(pk=principal.pk).exists()
        raise conflict("context_exists", "This context exists; enter or edit it.") if known else not_found()
    rules = by.is_admin and not by.is_agent
    if not (rules or (by.own_act and queries.has_say(principal.pk, by.acting_id, now))):
        raise not_found()


def resolve(names: set[str], *, by: Caller, now: datetime) -> dict[str, int]:
    """Return the ids of entities, those unknown registered, and of `*`."""
    found = entities_named(names, by=by, now=now)
    return {name: row.pk for name, row in found.items()} | {EVERYONE: EVERYONE_ID}


def _agree(subject: int, context: Context, reason: str, *, by: Caller, now: datetime) -> str:
    """Record the caller's consent for a subject to what is written here, or ask; returns the status."""
    wish = Wish(subject, context.pk, "ctx", context.pk, reason=reason)
    if consents.give(wish, by=by, now=now) is not None:
        return "active"
    consents.request(wish, by=by, now=now)
    return "requested"


@dataclass(frozen=True, slots=True)
class Changes:
    """What an edit replaces: the seats, the default grants (None inside: back to the usual), or both."""

    seats: tuple[Seat, ...] | None = None
    default_access_grants: tuple[str, ...] | None = None
    grants_change: bool = False
    reason: str = ""


@transaction.atomic
def edit(text: str, changes: Changes, *, version: int | None, by: Caller, now: datetime) -> Made:
    """Change a context of the caller's own from the version it read; says whose consent must be renewed.

    Raises 404 where the caller may not know it, 403 to a participant, 400 and 409 for the version."""
    context = Context.objects.select_for_update().get(pk=queries.find(text, by).pk)
    if context.owner_id != by.acting_id:
        raise Problem(403, "forbidden", "Only its owner edits a context.")
    _require_version(context, version)
    entity = Principal.objects.values_list("entity_id", flat=True).get(pk=context.pk)
    outline = canonical(
        Outline(entity, changes.seats or (), changes.default_access_grants, (), changes.reason)
    )
    ids = resolve(outline.names(), by=by, now=now)
    if changes.seats is not None:
        context_seats.replace(context, outline.seats, ids, by=by, now=now)
    if changes.grants_change:
        context.default_grants = context_seats.grant_ids(outline.default_access_grants, ids)
    context.version += 1
    context.save()
    seated = Participant.objects.filter(context=context).count()
    details = {"version": context.version, "participants": seated}
    note(by, actions.CONTEXT_EDIT, ("context", context.pk), now=now, reason=changes.reason, **details)
    return Made(context, renew_from=queries.renewals(context.pk, now))


def _require_version(context: Context, version: int | None) -> None:
    if version is None:
        raise Problem(400, "version_missing", "Name the version you read, in `version` or If-Match.")
    if version != context.version:
        raise conflict("version_conflict")
