"""S8: with the audit unwritable every request that changes or returns something is 503, changing nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import psycopg
import pytest

from consent.models import Memory
from consent.services.memories import create
from tests.cast import CUSTODIAN, GRANTEE, NOW, OWNER, caller, custodian, draft, principal
from tests.conftest import Database
from tests.safety.outside import client, token_of

# Asked without a good token: a refusal needs its record too.
NOBODYS = "/api/v1/whoami"


def fingerprint(database: Database) -> dict[str, str]:
    """Return a digest of every table's rows."""
    with psycopg.connect(database.superuser_url) as connection:
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
        ).fetchall()
        return {
            name: str(
                connection.execute(
                    f"SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {name} t"
                ).fetchone()
            )
            for (name,) in names
        }


@pytest.fixture
def unwritable(db: Database) -> Iterator[Database]:
    """A database in which nobody may add an audit event any more."""
    custodian("dog:bella", CUSTODIAN)
    principal(GRANTEE)
    create(draft("Bella has a heart murmur", access_grants=(CUSTODIAN,)), by=caller(OWNER), now=NOW)
    yield db


def close_the_book(database: Database) -> None:
    with psycopg.connect(database.superuser_url, autocommit=True) as connection:
        connection.execute("REVOKE INSERT ON audit_event FROM memory_admin_app, memory_admin_reader")


def requests(memory: str) -> list[tuple[str, str, dict[str, object] | None]]:
    """Return one request of each kind that has an effect or returns content."""
    return [
        ("POST", "/api/v1/memories", {"content": "a new note"}),
        ("POST", "/api/v1/memories/batch", {"items": [{"content": "one"}, {"content": "two"}]}),
        ("GET", "/api/v1/memories", None),
        ("GET", "/api/v1/memories?q=heart", None),
        ("GET", f"/api/v1/memories/{memory}", None),
        ("GET", f"/api/v1/memories/{memory}/versions", None),
        ("PATCH", f"/api/v1/memories/{memory}", {"title": "new", "version": 1}),
        ("POST", f"/api/v1/memories/{memory}/grants", {"grantee": GRANTEE}),
        ("DELETE", f"/api/v1/memories/{memory}/grants/{CUSTODIAN}", None),
        ("POST", "/api/v1/recall", {"query": "heart"}),
        ("POST", "/api/v1/access/check", {"memory": memory, "principal": GRANTEE}),
        ("POST", "/api/v1/access/check", {"checks": [{"memory": memory, "principal": GRANTEE}]}),
        ("POST", "/api/v1/access/explain", {"memory": memory, "principal": GRANTEE}),
        ("GET", "/api/v1/privacy/audit?subject=dog:bella", None),
        (
            "POST",
            "/api/v1/consents",
            {"grantor": OWNER, "grantee": GRANTEE, "scope": "all", "purpose": "care"},
        ),
        ("POST", "/api/v1/contexts", {"id": "ctx:bella_health", "participants": [{"entity": CUSTODIAN}]}),
        ("PUT", f"/api/v1/trust/{OWNER}/{GRANTEE}", {"base_trust": 0.5, "reason": "less"}),
        ("DELETE", f"/api/v1/memories/{memory}", None),
        ("GET", "/api/v1/memories/mem_" + "0" * 32, None),
        ("GET", NOBODYS, None),
    ]


def test_without_a_record_nothing_is_answered_and_nothing_changes(unwritable: Database) -> None:
    token = token_of(OWNER)
    memory = f"mem_{Memory.objects.get().public_id.hex}"
    close_the_book(unwritable)
    before = fingerprint(unwritable)
    answered = []
    for method, path, body in requests(memory):
        asker = client("nonsense" if path == NOBODYS else token)
        sent = "" if body is None else json.dumps(body)
        response = asker.generic(method, path, sent, "application/json")
        if response.status_code != 503 or response.json()["code"] != "not_recorded":
            answered.append((method, path, response.status_code))
    assert answered == []
    assert fingerprint(unwritable) == before


def test_with_a_record_each_of_these_requests_is_answered(unwritable: Database) -> None:
    """The same requests, so that the test above cannot pass because they are wrong."""
    token = token_of(OWNER)
    memory = f"mem_{Memory.objects.get().public_id.hex}"
    for method, path, body in requests(memory)[:-2]:
        sent = "" if body is None else json.dumps(body)
        response = client(token).generic(method, path, sent, "application/json")
        assert response.status_code in {200, 201, 202, 204}, (method, path, response.content)
