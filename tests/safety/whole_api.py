"""Every address of the API with a request that works there: beside it a refusal is for what was broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, resolve

from audit.services import report_violation
from audit.types import ViolationReport
from consent.models import TrustSuggestion
from consent.services.memories import create
from jobs import services as jobs
from jobs.models import Job
from jobs.types import as_kept
from memory_admin.http import declared
from profiles.queries.proposals import public
from profiles.services.proposals import propose
from profiles.types import SCOPES
from tests.cast import ADMIN, CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal
from tests.conftest import Database
from tests.safety.outside import client, token_of

API = "/api/v1"
ORDINARY = tuple(scope for scope in SCOPES if scope not in {"admin", "audit", "gateway", "principals"})
NARROW = ("recall:self", "trust:raise")
CAST = {
    "owner": (OWNER, (*ORDINARY, *NARROW)),
    "grantee": (GRANTEE, ORDINARY),
    "custodian": (CUSTODIAN, (*ORDINARY, "principals", *NARROW)),
    "outsider": (OUTSIDER, (*ORDINARY, "principals", "audit")),
    "admin": (ADMIN, (*SCOPES, *NARROW)),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One method at one address, who asks it and what with; `{names}` are the stage's."""

    method: str
    path: str
    who: str = "owner"
    body: dict[str, Any] | None = None
    query: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """The cast's tokens, the ids of what stands on stage, and the database that it is."""

    database: Database
    tokens: dict[str, str]
    names: dict[str, str]

    def as_(self, who: str) -> Any:
        """Return a client that takes bytes as they are, which its declared types do not say."""
        return client(self.tokens[who])

    def filled(self, value: Any) -> Any:
        """Return a path or body with the stage's names in place of `{names}`."""
        if isinstance(value, str):
            return value.format_map(self.names) if "{" in value else value
        if isinstance(value, dict):
            return {key: self.filled(inner) for key, inner in value.items()}
        return [self.filled(inner) for inner in value] if isinstance(value, list) else value

    def play(self, row: Row, **headers: str) -> Any:
        """Ask a row as it stands."""
        path = API + self.filled(row.path) + row.query
        sent = b"" if row.body is None else json.dumps(self.filled(row.body)).encode()
        return self.send(row, path, sent, **headers)

    def send(self, row: Row, path: str, sent: bytes, **headers: str) -> Any:
        """Ask a row's method as its asker, at any path and with any bytes."""
        kind = headers.pop("content_type", "application/json")
        return self.as_(row.who).generic(row.method, path, sent, kind, headers=headers)

    def of(self, row: Row) -> Any:
        """Return the endpoint behind a row."""
        return resolve(API + self.filled(row.path)).func.view_class  # type: ignore[attr-defined]


def setting(database: Database) -> Stage:
    """Put on stage one of each thing the API speaks of."""
    custodian("dog:bella", CUSTODIAN)
    tokens = {who: token_of(entity, *scopes) for who, (entity, scopes) in CAST.items()}
    principal("dog:rex")
    principal("group:care_team")
    for number in range(3):
        create(draft(f"plain note number {number}", access_grants=("*",)), by=caller(OWNER), now=NOW)
    stage = Stage(database, tokens, {})
    for name, row, key in _MAKING:
        made = stage.play(row)
        assert made.status_code in {200, 201, 202}, (name, made.content)
        stage.names[name] = str(made.json()[key])
    jobs.run(Job.objects.get(public_id=stage.names["exported"].removeprefix("job_")).pk)
    stage.names.update({f"proposal{number}": _proposed(f"tone {number}") for number in (1, 2)})
    stage.names.update(
        {f"suggestion{number}": _suggested(one) for number, one in enumerate(("si:luna", ADMIN))}
    )
    stage.names["job"] = _job()
    stage.names.update({name: _violation(name) for name in ("violation", "other_violation")})
    return stage


def _proposed(tone: str) -> str:
    """Have the grantee suggest something for the custodian's profile; returns the proposal's id."""
    person = principal(CUSTODIAN)
    by = caller(GRANTEE, behalf_id=person.pk, behalf=person.entity_id)
    return public(propose({"tone": tone}, by=by, now=NOW))


def _suggested(accessor: str) -> str:
    """Have the record of an accessor speak for less trust; returns the suggestion's id."""
    pair = {"owner": principal(OWNER), "accessor": principal(accessor)}
    one = TrustSuggestion.objects.create(**pair, base_trust=1.0, suggested=0.75, at=NOW)
    return f"tsg_{one.public_id.hex}"


def _violation(about: str) -> str:
    """Report a violation and return its id."""
    report = ViolationReport(kind="query_injection", severity="low", dedupe_key=about)
    return f"vio_{report_violation(report, now=NOW).hex}"


def _job() -> str:
    """Queue long work of the owner's that nobody carries out; returns its id."""
    owner = principal(OWNER).pk
    as_itself = as_kept(caller(OWNER))
    one = Job.objects.create(kind="count", caller=as_itself, started_by=owner, created_at=NOW, params={})
    return f"job_{one.public_id.hex}"


_BELLA = {
    "content": "Bella has a heart murmur", "subject_ids": ["dog:bella"], "source_entity": "vet:dr_smith",
    "access_grants": [CUSTODIAN, GRANTEE], "tags": ["health"],
}  # fmt: skip
_REQUEST = {"grantor": CUSTODIAN, "grantee": OUTSIDER, "scope": "all", "purpose": "care"}
_WRONG = {"memory": "{tablet}", "statement": "She takes none"}
_MAKING: tuple[tuple[str, Row, str], ...] = (
    ("memory", Row("POST", "/memories", body=_BELLA), "id"),
    ("tablet", Row("POST", "/memories", body={**_BELLA, "content": "Bella takes a tablet"}), "id"),
    ("note", Row("POST", "/memories", body={"content": "A note of one's own"}), "id"),
    ("belief", Row("POST", "/memories/{note}/generalize", body={"statement": "tea calms"}), "generalization"),
    ("consent", Row("POST", "/consents", "custodian", _REQUEST), "id"),
    ("other_consent", Row("POST", "/consents", "custodian", {**_REQUEST, "grantee": "si:luna"}), "id"),
    ("context", Row("POST", "/contexts", body={"id": "ctx:bella_health"}), "id"),
    ("other_context", Row("POST", "/contexts", body={"id": "ctx:school"}), "id"),
    ("session", Row("POST", "/contexts/ctx:bella_health/enter", body={}), "context_session"),
    ("alias", Row("POST", "/principals/dog:rex/aliases", "admin", {"text": "Rexington"}), "id"),
    ("identity", Row("POST", "/principals/dog:rex/identities", "admin",
                     {"provider": "telegram", "external_id": "42"}), "id"),
    ("joined", Row("POST", "/principals/group:care_team/memberships", "admin", {"member": "dog:rex"}),
     "member"),
    ("note_about_nobody", Row("POST", "/knowledge", body={"text": "tea is served warm"}), "id"),
    ("recall", Row("POST", "/recall", body={"query": "heart"}), "recall_id"),
    ("trust", Row("PUT", f"/trust/{OWNER}/{GRANTEE}", body={"base_trust": 0.5}), "id"),
    ("asked", Row("POST", "/subjects/dog:bella/erase", "custodian", {"confirm": True}), "id"),
    ("disputed", Row("POST", "/subjects/dog:bella/rectify", "custodian", _WRONG), "id"),
    ("exported", Row("POST", f"/subjects/{OUTSIDER}/export", "outsider", {}), "job"),
)  # fmt: skip

_WITHOUT = {"reason": "because"}
ROWS: tuple[Row, ...] = (
    Row("GET", "/whoami"),
    # While the custodian still is one.
    Row("POST", "/memories/{memory}/verify", "custodian", _WITHOUT),
    Row("POST", "/memories/{memory}/quarantine", "custodian", _WITHOUT),
    Row("POST", "/memories/{memory}/release", "custodian", _WITHOUT),
    Row("POST", "/subjects/dog:bella/rectify", "custodian", {**_WRONG, "memory": "{memory}"}),
    Row("GET", "/rights-requests", "custodian", query="?limit=1&kind=erasure&state=open"),
    Row("GET", "/rights-requests/{asked}", "custodian"),
    Row("POST", "/rights-requests/{asked}/approve", "admin", _WITHOUT),
    Row("POST", "/rights-requests/{disputed}/decline", body=_WITHOUT),
    Row("POST", "/subjects/dog:rex/export", "admin", _WITHOUT),
    Row("POST", "/subjects/dog:rex/erase", "admin", {"confirm": True, "keep_mentions": True, **_WITHOUT}),
    Row("GET", "/jobs/{exported}/file", "outsider", query="?reason=because"),
    Row("POST", "/identities/resolve", "admin", {"principal_id": CUSTODIAN}),
    Row("GET", "/profile"),
    Row("PATCH", "/profile", body={"fields": {"tone": "plain", "interests": ["tea"]}}),
    Row("GET", "/profile/history", query="?limit=1"),
    Row("GET", "/proposals", "custodian", query="?limit=1&status=open"),
    Row("POST", "/proposals/{proposal1}/accept", "custodian", _WITHOUT),
    Row("POST", "/proposals/{proposal2}/decline", "custodian", _WITHOUT),
    Row("PUT", "/sessions/s1/facts", body={"facts": {"mood": "calm"}, "ttl_seconds": 600}),
    Row("GET", "/sessions/s1/facts"),
    Row("POST", "/sessions/s1/promote", body={"key": "mood", "field": "tone", **_WITHOUT}),
    Row("DELETE", "/sessions/s1/facts"),
    Row("GET", "/system-profile"),
    Row("GET", "/knowledge", query="?limit=1&status=draft"),
    Row("POST", "/knowledge", body={"title": "Opening", "text": "The office opens in the morning."}),
    Row("POST", "/knowledge/{note_about_nobody}/approve", "admin", {"acknowledge": ["specificity"]}),
    Row("POST", "/knowledge/{note_about_nobody}/decline", "admin", _WITHOUT),
    Row("GET", "/principals", "admin", query="?limit=1"),
    Row("POST", "/principals", "admin", {"id": "cat:luna", "display_name": "Luna"}),
    Row("GET", "/principals/dog:rex", "admin"),
    Row("PATCH", "/principals/dog:rex", "admin", {"display_name": "Rex"}),
    Row("GET", "/principals/dog:rex/aliases", "admin", query="?limit=1"),
    Row("POST", "/principals/dog:rex/aliases", "admin", {"text": "Rexford"}),
    Row("POST", "/principals/dog:rex/aliases/{alias}/approve", "admin", {}),
    Row("DELETE", "/principals/dog:rex/aliases/{alias}", "admin"),
    Row("GET", "/principals/dog:rex/identities", "admin", query="?limit=1"),
    Row("POST", "/principals/dog:rex/identities", "admin", {"provider": "matrix", "external_id": "7"}),
    Row("DELETE", "/principals/dog:rex/identities/{identity}", "admin"),
    Row("GET", "/principals/dog:rex/memberships", "admin", query="?limit=1"),
    Row("POST", "/principals/group:care_team/memberships", "admin", {"member": CUSTODIAN}),
    Row("DELETE", "/principals/group:care_team/memberships/dog:rex", "admin"),
    Row("GET", "/principals/dog:bella/custodians", "admin", query="?limit=1"),
    Row("POST", "/principals/dog:bella/custodians", "admin",
        {"custodian": "vet:dr_smith", "until": "2099-01-01T00:00:00Z", **_WITHOUT}),
    Row("DELETE", f"/principals/dog:bella/custodians/{CUSTODIAN}", "admin"),
    Row("GET", "/audit/events", "admin", query="?limit=1"),
    Row("GET", "/audit/verify", "admin"),
    Row("GET", "/memories/{memory}/deliveries", "admin", query="?limit=1"),
    Row("GET", "/figures", "admin", query="?days=7"),
    Row("GET", "/violations", "admin", query="?limit=1&status=open"),
    Row("GET", "/violations/{violation}", "admin"),
    Row("PATCH", "/violations/{violation}", "admin", {"status": "in_review", "note": "look", "version": 1}),
    Row("PATCH", "/violations", "admin",
        {"items": [{"id": "{other_violation}", "version": 1}], "status": "dismissed"}),
    Row("GET", "/memories", query="?limit=1&tag=health&kind=raw"),
    Row("POST", "/memories", body={
        "kind": "fact", "content": "Short walks only", "title": "Walks", "tags": ["health"],
        "subject_ids": ["dog:bella"], "access_grants": [GRANTEE], "consent_grants": [CUSTODIAN],
        "location": {"city": "Austin"}, "metadata": {"colour": "blue"}, "occurred_at": "2026-02-01T08:00:00Z",
        "source": {"type": "user_message"}, "redactions": [{"field": "content", "pattern": "walk"}]}),
    Row("POST", "/memories/batch", body={"items": [{"content": "one"}, {"content": "two"}], "atomic": True}),
    Row("POST", "/memories/ingest", body={
        "messages": [{"id": "m1", "role": "user", "content": "I live in Austin", "author": CUSTODIAN,
                      "uri": "chat:1", "at": "2026-02-01T08:00:00Z"}],
        "items": [{"message_id": "m1", "kind": "fact", "content": "lives in Austin"}], "atomic": True}),
    Row("GET", "/memories/{memory}"),
    Row("PATCH", "/memories/{note}", body={"title": "Mine", "location": {"city": "Austin"}, "version": 1}),
    Row("GET", "/memories/{note}/versions"),
    Row("GET", "/generalizations", query="?limit=1&status=accepted&review=due"),
    Row("POST", "/memories/{note}/generalize", body={
        "statement": "rest helps", "access_grants": ["*"], "abstraction_note": "of many",
        "acknowledge": ["specificity"]}),
    Row("POST", "/generalizations/{belief}/keep"),
    Row("POST", "/memories/{note}/grants", body={"grantee": GRANTEE, **_WITHOUT}),
    Row("DELETE", f"/memories/{{memory}}/grants/{CUSTODIAN}"),
    Row("POST", "/recall", body={
        "query": "heart", "owners": [OWNER], "tags": ["health"], "explain": True, "limit": 5,
        "budget": {"max_tokens": 500, "per_kind": {"document": 2}}}),
    Row("POST", "/responses/validate", body={"recall_id": "{recall}", "response": "She is well."}),
    Row("GET", "/jobs", query="?limit=1&state=queued"),
    Row("GET", "/jobs/{job}"),
    Row("POST", "/jobs/{job}/cancel"),
    Row("POST", "/prompt", body={
        "session_id": "s1", "platform": ["Answer in one paragraph."], "query": "heart",
        "recall": {"owners": [OWNER], "limit": 3, "explain": True},
        "budget": {"max_characters": 60_000, "layers": {"shared_knowledge": 900}}}),
    Row("POST", "/access/check", body={"memory": "{memory}", "principal": GRANTEE}),
    Row("POST", "/access/explain", body={"memory": "{memory}", "principal": GRANTEE}),
    Row("GET", "/privacy/audit", "custodian", query="?subject=dog:bella&limit=1"),
    Row("GET", "/consents", "custodian", query="?limit=1"),
    Row("POST", "/consents", "custodian",
        {"grantor": CUSTODIAN, "grantee": OWNER, "scope": "subject:dog:bella", **_WITHOUT}),
    Row("GET", "/consents/{consent}", "custodian"),
    Row("GET", "/consents/{consent}/receipt", "custodian"),
    Row("POST", "/consents/{consent}/approve", "custodian", _WITHOUT),
    Row("POST", "/consents/{consent}/revoke", "custodian", _WITHOUT),
    Row("POST", "/consents/{other_consent}/deny", "custodian", _WITHOUT),
    Row("GET", "/contexts", query="?limit=1"),
    Row("POST", "/contexts", body={
        "id": "ctx:dog_park", "participants": [{"entity": CUSTODIAN, "role": "keeper"}],
        "default_access_grants": [CUSTODIAN], "consent_for": ["dog:bella"], **_WITHOUT}),
    Row("GET", "/contexts/{context}"),
    Row("PATCH", "/contexts/{context}", body={
        "participants": [{"entity": OWNER}, {"entity": CUSTODIAN}], "version": 1, **_WITHOUT}),
    Row("POST", "/contexts/{context}/enter", body={}),
    Row("GET", "/contexts/current"),
    Row("POST", "/contexts/leave", body={"context_session": "{session}", **_WITHOUT}),
    Row("GET", f"/trust/{OWNER}/{GRANTEE}"),
    Row("PUT", f"/trust/{OWNER}/{GRANTEE}", body={"base_trust": 0.4, "version": 1, **_WITHOUT}),
    Row("GET", f"/trust/{OWNER}/{GRANTEE}/history", query="?limit=1"),
    Row("POST", f"/trust/{OWNER}/{GRANTEE}/request", "grantee", {"wanted": 0.9, **_WITHOUT}),
    Row("GET", "/policies", "admin", query="?limit=1"),
    Row("POST", "/policies/preview", "admin", {"settings": {"default_trust": 0.5}}),
    Row("POST", "/access/simulate", body={"grant": {"memory": "{memory}", "grantee": GRANTEE}}),
    Row("PUT", "/policies", "admin", {"settings": {"consent_quiet_days": 20}, "version": 0, **_WITHOUT}),
    Row("GET", "/trust/suggestions", query="?limit=1"),
    Row("POST", "/trust/suggestions/{suggestion0}/accept", body=_WITHOUT),
    Row("POST", "/trust/suggestions/{suggestion1}/decline", body=_WITHOUT),
    Row("DELETE", "/memories/{note}"),
)  # fmt: skip


def writes(stage: Stage) -> list[Row]:
    """Return the rows that change something."""
    return [row for row in ROWS if declared.is_write(stage.of(row), row.method)]


def with_bodies(stage: Stage) -> list[Row]:
    """Return the rows whose endpoint reads fields from a body."""
    return [row for row in ROWS if row.method != "GET" and shape_of(stage, row).shared().fields]


def shape_of(stage: Stage, row: Row) -> Any:
    """Return the shape a row's body is read with."""
    return declared.takes(stage.of(row), row.method)


def addresses() -> set[tuple[str, str]]:
    """Return every method at every route under the API that an endpoint answers."""
    found = set()
    for route, pattern in _patterns(get_resolver().url_patterns, ""):
        view = getattr(pattern.callback, "view_class", None)
        if route.startswith("api/v1/"):
            methods = [method for method in declared.METHODS if hasattr(view, method.lower())]
            found |= {(method, route) for method in methods}
    return found


def _patterns(patterns: Any, prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern.url_patterns, route)
        else:
            yield route, pattern
