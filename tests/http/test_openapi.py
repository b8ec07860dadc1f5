"""The description says what the endpoints do."""

from __future__ import annotations

from typing import Any

import pytest

from memory_admin.http import openapi
from tests.http.conftest import Agent

STATUSES = {str(status) for status in openapi.ALWAYS}


@pytest.fixture
def schema(nobody: Agent, settings: Any) -> dict[str, Any]:
    from drf_spectacular.settings import patched_settings

    shaping = {name: value for name, value in openapi.SETTINGS.items() if not name.startswith("SERVE_")}
    with patched_settings(shaping):
        response = nobody.get("/api/schema?format=json", accept="application/vnd.oai.openapi+json")
        found: dict[str, Any] = response.json()
    return found


def test_every_operation_names_its_problems_and_its_token(schema: dict[str, Any]) -> None:
    own = {path: methods for path, methods in schema["paths"].items() if path.startswith("/api/v1/")}
    operations = [operation for methods in own.values() for operation in methods.values()]
    assert len(operations) == 9
    for operation in operations:
        assert set(operation["responses"]) >= STATUSES
        problem = operation["responses"]["404"]["content"]["application/problem+json"]["schema"]
        assert problem == {"$ref": "#/components/schemas/Problem"}
    assert schema["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"


def test_only_a_public_address_has_no_token(schema: dict[str, Any]) -> None:
    assert schema["paths"]["/api/v1/memories"]["get"]["security"] == [{"bearer": []}]
    assert not schema["paths"]["/api/v1/health"]["get"].get("security")


def test_bodies_are_closed_and_bounded(schema: dict[str, Any]) -> None:
    new = schema["components"]["schemas"]["NewMemoryRequest"]
    assert new["additionalProperties"] is False
    assert new["required"] == ["content"]
    content = new["properties"]["content"]
    assert (content["type"], content["minLength"], content["maxLength"]) == ("string", 1, 200)
    assert new["properties"]["subject_ids"]["maxItems"] == 3
    assert (new["properties"]["trust"]["minimum"], new["properties"]["trust"]["maximum"]) == (0, 1)
    assert "additionalProperties" not in schema["components"]["schemas"]["Memory"]


def test_parameters_come_from_the_query_that_checks_them(schema: dict[str, Any]) -> None:
    listed = schema["paths"]["/api/v1/memories"]["get"]["parameters"]
    assert {p["name"] for p in listed} == {"owner", "sealed", "tag", "id", "limit", "cursor"}
    limit = next(p for p in listed if p["name"] == "limit")["schema"]
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 200, 50)


def test_keys_and_versions_are_described_where_they_are_taken(schema: dict[str, Any]) -> None:
    def headers(path: str, method: str) -> set[str]:
        parameters = schema["paths"][path][method].get("parameters", [])
        return {p["name"] for p in parameters if p["in"] == "header"}

    assert headers("/api/v1/memories", "post") == {"Idempotency-Key"}
    assert headers("/api/v1/memories/{key}", "patch") == {"Idempotency-Key", "If-Match"}
    assert headers("/api/v1/memories", "get") == headers("/api/v1/recall", "post") == set()


def test_answers_are_described_by_status(schema: dict[str, Any]) -> None:
    memories = schema["paths"]["/api/v1/memories"]
    assert "201" in memories["post"]["responses"]
    assert "200" not in memories["post"]["responses"]
    page = memories["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert page == {"$ref": "#/components/schemas/MemoryPage"}
    assert "204" in schema["paths"]["/api/v1/recall"]["post"]["responses"]
