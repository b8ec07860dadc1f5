"""Tell a scenario (tests/scenarios/README.md) through the services, as the people in it would act."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from consent.models import Consent, Context, ContextSession, Memory, Participant, Policy
from consent.rules.consenting import Wish
from consent.rules.contexts import Outline, Seat
from consent.rules.trusting import Pair, Terms
from consent.services import consent_answers, consents, context_sessions, contexts, grants, trust
from consent.services.consent_records import public
from consent.services.contexts import Changes
from consent.services.memories import create
from consent.types import Draft
from profiles.models import Principal
from profiles.queries.principals import entity_ids
from profiles.rules.terms import Term
from profiles.services import custody, memberships, principals
from profiles.types import EVERYONE, EVERYONE_ID, Caller
from tests.doors.stage import Plain, Stage
from tests.reference.stories import role

IMPORTER = "human:importer"
ENTITY = re.compile(r"([a-z]+):[^ :]+")


def tell(stage: Stage, facts: Plain) -> None:
    """Set up the facts, in the order the README gives."""
    stage.recorders = facts.get("recorders", {})
    if "policy" in facts:
        set_policy(stage, facts["policy"])
    for entity in sorted(_named(facts)):
        principals.create(entity, by=stage.admin(), now=stage.clock())
    for pair in facts.get("custodians", []):
        _appoint(stage, *pair)
    for pair in facts.get("memberships", []):
        join_collective(stage, *pair)
    for row in facts.get("contexts", []):
        _context(stage, row)
    for row in facts.get("consents", []):
        consent(stage, **row)
    for row in facts.get("memories", []):
        write(stage, row)
    for row in facts.get("trust", []):
        set_trust(stage, **row)


def _named(value: Any) -> set[str]:
    """Return every individual, group and organization mentioned; contexts are made by entering them."""
    if isinstance(value, dict):
        return {one for pair in value.items() for part in pair for one in _named(part)}
    if isinstance(value, list):
        return {one for part in value for one in _named(part)}
    head = ENTITY.fullmatch(str(value))
    return {str(value)} if head and head[1] not in {"ctx", "memory", "subject"} else set()


def _id(stage: Stage, entity: str) -> int:
    return EVERYONE_ID if entity == EVERYONE else stage.principal(entity).pk


def _appoint(stage: Stage, subject: str, custodian: str) -> None:
    now = stage.clock()
    term = Term(until=now + timedelta(days=2000))
    custody.appoint(_id(stage, subject), _id(stage, custodian), by=stage.admin(), now=now, term=term)


def end_custody(stage: Stage, subject: str, custodian: str) -> None:
    custody.dismiss(_id(stage, subject), _id(stage, custodian), by=stage.admin(), now=stage.clock())


def join_collective(stage: Stage, collective: str, member: str) -> None:
    memberships.join(_id(stage, collective), _id(stage, member), by=stage.admin(), now=stage.clock())


def leave_collective(stage: Stage, collective: str, member: str) -> None:
    memberships.leave(_id(stage, collective), _id(stage, member), by=stage.admin(), now=stage.clock())


def _context(stage: Stage, row: Plain) -> None:
    seats = tuple(Seat(one, role(name)) for one, name in row["participants"].items())
    defaults = row["default_access_grants"]
    outline = Outline(row["id"], seats, None if defaults is None else tuple(defaults))
    contexts.create(outline, by=stage.caller(seats[0].entity), now=stage.clock())


def _edit(stage: Stage, context: str, change: Callable[[list[Seat]], list[Seat]]) -> None:
    row = Context.objects.get(pk=_id(stage, context))
    listed = Participant.objects.filter(context=row).values_list("principal__entity_id", "role__entity_id")
    owner = entity_ids({row.owner_id})[row.owner_id]
    seats = tuple(change([Seat(*one) for one in listed]))
    by, now = stage.caller(owner), stage.clock()
    contexts.edit(context, Changes(seats=seats), version=row.version, by=by, now=now)


def join_context(stage: Stage, context: str, participant: str, role_name: str | None = None) -> None:
    _edit(stage, context, lambda seats: [*seats, Seat(participant, role(role_name))])


def leave_context(stage: Stage, context: str, participant: str) -> None:
    _edit(stage, context, lambda seats: [one for one in seats if one.entity != participant])


def enter(stage: Stage, context: str, participant: str, session: str) -> None:
    stage.sessions[session] = opened(stage, context, participant)


def opened(stage: Stage, context: str, participant: str) -> str:
    """Open a context session and return its public id."""
    found = context_sessions.enter(context, by=stage.caller(participant), now=stage.clock())
    return f"ctxs_{found.public_id.hex}"


def close(stage: Stage, session: str) -> None:
    public_id = stage.sessions[session]
    row = ContextSession.objects.select_related("participant").get(public_id=public_id.removeprefix("ctxs_"))
    context_sessions.leave(public_id, by=stage.caller(row.participant.entity_id), now=stage.clock())


def wish_of(stage: Stage, row: Plain) -> Wish:
    """Return a row of consents as a wish in ids."""
    kind, _, target = row["scope"].partition(":")
    number: int | None = None
    if kind == "memory":
        number = _memory(stage, target).pk
    elif kind in {"subject", "ctx"}:
        number = _id(stage, target if kind == "subject" else row["scope"])
    ends = None if row["days"] is None else stage.clock() + timedelta(days=row["days"])
    grantor, grantee = _id(stage, row["grantor"]), _id(stage, row["grantee"])
    return Wish(grantor, grantee, kind, number, expires_at=ends)


def _memory(stage: Stage, name: str) -> Memory:
    return Memory.objects.get(public_id=stage.memories[name].removeprefix("mem_"))


def consent(stage: Stage, **row: Any) -> None:
    """Let the grantor agree, by its own act."""
    given = consents.give(wish_of(stage, row), by=stage.caller(row["grantor"]), now=stage.clock())
    assert given is not None and given.status == "active", row
    stage.consents[row["id"]] = public(given)


def deny(stage: Stage, **row: Any) -> None:
    """Let the grantor say no to what someone else asks; the story may end the no, which no door does."""
    wish, now = wish_of(stage, row), stage.clock()
    asked = consents.request(wish, by=stage.caller(row["grantee"]), now=now)
    assert asked.consent_id is not None
    found = Consent.objects.get(pk=asked.consent_id)
    denied = consent_answers.deny(public(found), by=stage.caller(row["grantor"]), now=now)
    Consent.objects.filter(pk=denied.pk).update(expires_at=wish.expires_at)
    stage.consents[row["id"]] = public(denied)


def revoke_consent(stage: Stage, id: str) -> None:
    record = Consent.objects.get(public_id=stage.consents[id].removeprefix("con_"))
    grantor = Principal.objects.get(pk=record.grantor_id).entity_id
    consent_answers.revoke(stage.consents[id], by=stage.caller(grantor), now=stage.clock())


def write(stage: Stage, memory: Plain) -> None:
    """Let the owner write a memory, in a session where it has a context."""
    owner, source = memory["owner"], memory.get("source_entity")
    by = stage.caller(owner)
    if memory.get("imported"):
        by = _importing(stage, by)
    if source and memory.get("told_by_caller"):
        by = stage.caller(owner, behalf_id=stage.principal(source).pk, behalf=source)
    context, stated = memory.get("context"), memory.get("access_grants")
    draft = Draft(
        kind="raw",
        content=memory["content"],
        source_entity=source,
        subject_ids=tuple(memory.get("subject_ids", ())),
        access_grants=None if stated is None and context else tuple(stated or ()),
        consent_grants=tuple(memory.get("consent_grants", ())),
        trust=memory.get("trust", 1.0),
        derived_from=tuple(stage.memories[one] for one in memory.get("derived_from", ())),
        context_session=opened(stage, context, owner) if context else None,
    )
    name = memory["id"]
    stage.memories[name] = create(draft, by=by, now=stage.clock()).public_id
    stage.owners[name], stage.contents[name] = owner, memory["content"]


def _importing(stage: Stage, owner: Caller) -> Caller:
    """Return an importer that acts as the owner: what it grants is no act of the owner's own."""
    importer = stage.caller(IMPORTER)
    return stage.caller(owner.acting, principal_id=importer.principal_id, principal=importer.principal)


def grant(stage: Stage, memory: str, grantee: str) -> None:
    by = stage.caller(stage.owners[memory])
    grants.grant(stage.memories[memory], grants.Sharing(grantee), by=by, now=stage.clock())


def revoke_grant(stage: Stage, memory: str, grantee: str) -> None:
    by = stage.caller(stage.owners[memory])
    grants.revoke(stage.memories[memory], grantee, by=by, now=stage.clock())


def set_trust(stage: Stage, **row: Any) -> None:
    terms = Terms(row["base_trust"], row.get("context"), strict_mode=row.get("strict_mode", False))
    pair = Pair(row["owner"], row["accessor"])
    trust.set_trust(pair, terms, by=stage.caller(row["owner"]), now=stage.clock())


def set_policy(stage: Stage, policy: Plain) -> None:
    Policy.objects.create(version=Policy.objects.count() + 1, settings=policy, at=stage.clock())


def wait(stage: Stage, days: float) -> None:
    stage.clock.advance(days=days)


ACTS: dict[str, Callable[..., None]] = {
    "grant": grant,
    "revoke_grant": revoke_grant,
    "consent": consent,
    "deny": deny,
    "revoke_consent": revoke_consent,
    "join_context": join_context,
    "leave_context": leave_context,
    "join_collective": join_collective,
    "leave_collective": leave_collective,
    "end_custody": end_custody,
    "set_trust": set_trust,
    "set_policy": set_policy,
    "enter": enter,
    "close": close,
    "wait": wait,
    "write": write,
}


def play(stage: Stage, step: Plain) -> None:
    """Carry out one step, a minute after what came before."""
    stage.clock.advance(minutes=1)
    given = {name: value for name, value in step.items() if name not in {"do", "questions"}}
    if "role" in given:
        given["role_name"] = given.pop("role")
    ACTS[step["do"]](stage, **given)
