"""From names to ids and back: what a caller states about a consent, and what may be looked up of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from consent.models import Memory
from consent.queries.visibility import Sees, spoken_of
from consent.rules.consenting import Statement, Wish, may_rule
from consent.services.naming import entities_named
from memory_admin.http.problem import Problem, bad_request, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.models import Principal
from profiles.queries.principals import by_entity, entity_ids
from profiles.queries.reach import custodians
from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from profiles.types import EVERYONE_ID, Caller


def canonical(statement: Statement) -> Statement:
    """Return the statement with every name in canonical form; raises Problem 400 by field."""
    errors: dict[str, list[str]] = {}
    readers = {
        "grantor": lambda text: str(parse_entity(text)),
        "grantee": lambda text: str(parse_grantee(text)),
        "scope": canonical_scope,
    }
    read = {}
    for field, reader in readers.items():
        try:
            read[field] = reader(getattr(statement, field))
        except EntityError as error:
            errors[field] = [error.reason]
    if errors:
        raise bad_request("invalid", errors=errors)
    return replace(statement, grantor=read["grantor"], grantee=read["grantee"], scope=read["scope"])


def canonical_scope(text: str) -> str:
    """Return a scope in canonical form: `all`, `memory:mem_…`, `subject:<entity>` or `ctx:<name>`."""
    kind, _, rest = text.strip(" ").partition(":")
    if text.strip(" ") == "all":
        return "all"
    if kind == "memory" and public_uuid(rest, "mem") is not None:
        return f"memory:{rest}"
    if kind == "subject":
        return f"subject:{parse_entity(rest)}"
    if kind == "ctx":
        return str(parse_entity(text))
    raise EntityError("bad_scope", "A scope is all, memory:mem_…, subject:dog:bella or ctx:bella_health.")


def resolve(line: Statement, *, by: Caller, now: datetime, sees: Sees) -> Wish | None:
    """Return the wish in ids; None where what is named is unknown or hidden and the caller can only ask.

    A caller whose word could count is told plainly what is wrong with what it names."""
    grantor = by_entity(line.grantor)
    speaks = _speaks(grantor, line, by, now)
    if not speaks and grantor is None:
        return None
    try:
        with transaction.atomic():
            return _wish(line, by=by, now=now, sees=sees)
    except Problem:
        if speaks:
            raise
        return None


def _speaks(grantor: Principal | None, line: Statement, by: Caller, now: datetime) -> bool:
    """Tell whether the caller is the grantor, its custodian or an administrator with a reason."""
    if may_rule(by, line.reason):
        return True
    if grantor is None or not by.own_act:
        return False
    return by.acting_id in {grantor.pk, *custodians([grantor.pk], now)[grantor.pk]}


def _wish(line: Statement, *, by: Caller, now: datetime, sees: Sees) -> Wish:
    names = {line.grantor, line.grantee, _scope_entity(line.scope)} - {"*", ""}
    found = entities_named(names, by=by, now=now)
    grantor = found[line.grantor]
    if may_rule(by, line.reason) and grantor.is_collective:
        raise unprocessable("refused", "A collective consents through its custodians; name one of them.")
    kind, _, rest = line.scope.partition(":")
    scope_id = found[entity].pk if (entity := _scope_entity(line.scope)) else None
    if kind == "memory":
        scope_id = _memory(rest, by=by, now=now, sees=sees)
    grantee = EVERYONE_ID if line.grantee == "*" else found[line.grantee].pk
    return Wish(grantor.pk, grantee, kind, scope_id, line.purpose, line.expires_at, line.reason)


def _scope_entity(scope: str) -> str:
    kind, _, rest = scope.partition(":")
    return rest if kind == "subject" else scope if kind == "ctx" else ""


def _memory(public: str, *, by: Caller, now: datetime, sees: Sees) -> int:
    memory = spoken_of(public, by=by, now=now, sees=sees)
    if memory is None:
        raise not_found()
    return memory.pk


def line_of(wish: Wish) -> Statement:
    """Return a wish in names."""
    ids = [wish.grantor, wish.grantee, *([wish.scope_id] if wish.scope in {"subject", "ctx"} else [])]
    names = entity_ids([one for one in ids if one is not None])
    scope = scope_text(wish.scope, wish.scope_id, names)
    grantor, grantee = names[wish.grantor], names[wish.grantee]
    return Statement(grantor, grantee, scope, wish.purpose, wish.expires_at, wish.reason)


def scope_text(kind: str, scope_id: int | None, names: Mapping[int, str]) -> str:
    """Return a stored scope as its owner would write it."""
    if kind == "all" or scope_id is None:
        return kind
    if kind == "memory":
        return f"memory:mem_{Memory.objects.values_list('public_id', flat=True).get(pk=scope_id).hex}"
    return f"subject:{names[scope_id]}" if kind == "subject" else names[scope_id]
