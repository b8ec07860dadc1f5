"""A story on real parts: its people with tokens, a clock the test moves, and the names its rows got."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from io import StringIO
from typing import Any
from urllib.parse import quote, urlencode

from django.core.management import CommandError, call_command
from django.test import Client

from profiles.models import Principal
from profiles.queries.principals import by_entity
from profiles.rules.credentials import CredentialSpec
from profiles.services import credentials
from profiles.types import Caller
from tests import cast

Plain = dict[str, Any]
SCOPES = ("memory", "grant", "consent", "context", "trust", "recall", "privacy", "validate")
ADMIN = "human:admin"


class Clock:
    """Stands in for the time of day, which lies outside the machine."""

    def __init__(self) -> None:
        self.at = cast.NOW

    def __call__(self) -> datetime:
        return self.at

    def advance(self, **gap: float) -> None:
        self.at += timedelta(**gap)


@dataclass(frozen=True, slots=True)
class Got:
    """The status and the body of an answer, and the id the request is on record with."""

    status: int
    body: Any
    request_id: str = ""


@dataclass
class Stage:
    """Where a story happens; `memories`, `consents` and `sessions` keep the public ids of what it names."""

    clock: Clock
    memories: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    contents: dict[str, str] = field(default_factory=dict)
    consents: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    recorders: dict[str, list[str]] = field(default_factory=dict)
    tokens: dict[tuple[str, tuple[str, ...], bool], str] = field(default_factory=dict)
    browsers: dict[tuple[str, int], Client] = field(default_factory=dict)

    @cached_property
    def client(self) -> Client:
        return Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)

    def admin(self) -> Caller:
        return cast.admin()

    def caller(self, entity: str, **fields: Any) -> Caller:
        """Return someone as its own credential makes it."""
        records = {f"consent:record:{one}" for one in self.recorders.get(entity, [])}
        made = cast.caller(entity)
        return replace(made, **{"scopes": made.scopes | records | {"trust:raise"}, **fields})

    def principal(self, entity: str) -> Principal:
        found = by_entity(entity)
        assert found is not None, entity
        return found

    def token(self, entity: str, *more: str, context_required: bool = False) -> str:
        """Return a token of an entity with the usual scopes and more, issued once."""
        key = (entity, more, context_required)
        if key not in self.tokens:
            spec = CredentialSpec("a door", (*SCOPES, *more), context_required=context_required)
            holder, by = self.principal(entity), self.admin()
            self.tokens[key] = credentials.issue(principal=holder, spec=spec, by=by, now=self.clock())[1]
        return self.tokens[key]

    def http(self, token: str, method: str, path: str, body: Plain | None = None, **query: Any) -> Got:
        """Ask the API under /api/v1/; `behalf` in the query goes into its header."""
        headers = {"Authorization": f"Bearer {token}"}
        if behalf := query.pop("behalf", None):
            headers["X-On-Behalf-Of"] = behalf
        asked = urlencode({name: value for name, value in query.items() if value is not None}, doseq=True)
        address = f"/api/v1/{quote(path, safe='/')}{'?' if asked else ''}{asked}"
        content = "" if body is None else json.dumps(body)
        found = self.client.generic(method, address, content, "application/json", headers=headers)
        answer = json.loads(found.content) if found.content else None
        return Got(found.status_code, answer, found.headers["X-Request-ID"])

    def command(self, *words: str) -> Any | None:
        """Run a command with --json and return its lines of JSON, or None where it was refused."""
        out = StringIO()
        try:
            call_command(*words, "--json", stdout=out, stderr=StringIO())
        except CommandError:
            return None
        return [json.loads(line) for line in out.getvalue().splitlines()]
