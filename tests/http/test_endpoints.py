"""Who may call, what an address takes, and in which order it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest

from memory_admin.http.endpoint import Endpoint
from tests.http.conftest import Agent

MEMORIES = "/api/v1/memories"
GOOD = {"content": "Bella has a heart murmur"}


def is_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response["Content-Type"] == "application/problem+json"
    content: dict[str, Any] = response.json()
    assert (response.status_code, content["status"], content["code"]) == (status, status, code)
    assert content["request_id"] == response["X-Request-ID"]
    assert content["type"] == f"/problems/{code}"
    assert content["title"]
    assert content["detail"]
    return content


def test_a_good_request_is_answered(owner: Agent) -> None:
    response = owner.post(MEMORIES, GOOD)
    assert response.status_code == 201
    assert response["ETag"] == '"1"'
    assert response.json() == {"id": 8, "content": GOOD["content"]}


def test_no_token_and_a_bad_token_are_401_with_a_challenge(nobody: Agent) -> None:
    absent, bad = nobody.get(MEMORIES), Agent("max").get(MEMORIES)
    is_problem(absent, 401, "unauthenticated")
    is_problem(bad, 401, "unauthenticated")
    assert absent["WWW-Authenticate"].startswith("Bearer")
    assert "error" not in absent["WWW-Authenticate"]
    assert 'error="invalid_token"' in bad["WWW-Authenticate"]


def test_a_missing_scope_is_403_and_named(outsider: Agent, grantee: Agent) -> None:
    content = is_problem(outsider.get(MEMORIES), 403, "scope_missing")
    assert "memory" in content["detail"]
    assert grantee.get(MEMORIES).status_code == 200


def test_any_credential_reaches_an_address_without_scope(outsider: Agent, nobody: Agent) -> None:
    assert outsider.get(f"{MEMORIES}/1").status_code == 200
    is_problem(nobody.get(f"{MEMORIES}/1"), 401, "unauthenticated")
    is_problem(outsider.send("PATCH", f"{MEMORIES}/1", GOOD), 403, "scope_missing")


def test_only_an_address_that_says_public_needs_no_token(nobody: Agent) -> None:
    assert nobody.get("/api/v1/health").status_code == 204


def test_refusing_for_rights_comes_before_reading_the_body(nobody: Agent, outsider: Agent) -> None:
    is_problem(nobody.post(MEMORIES, b"{"), 401, "unauthenticated")
    is_problem(outsider.post(MEMORIES, b"{"), 403, "scope_missing")


@pytest.mark.parametrize("missing", ["scope", "returns"])
def test_an_endpoint_that_leaves_out_a_declaration_is_not_defined(missing: str) -> None:
    body: dict[str, Any] = {"scope": None, "returns": None, "get": lambda self, request: None}
    type("Whole", (Endpoint,), dict(body))
    del body[missing]
    with pytest.raises(TypeError, match=missing):
        type("Half", (Endpoint,), body)


def test_scopes_by_method_must_cover_every_method() -> None:
    body = {"scope": {"GET": None}, "returns": None, "get": print, "post": print}
    with pytest.raises(TypeError, match="scope"):
        type("Half", (Endpoint,), body)


@pytest.mark.parametrize("method", ["DELETE", "OPTIONS", "TRACE", "BREW"])
def test_another_method_is_405_with_allow(owner: Agent, method: str) -> None:
    response = owner.send(method, MEMORIES, b"")
    is_problem(response, 405, "method_not_allowed")
    assert response["Allow"] == "HEAD, GET, POST"


def test_head_is_answered_like_get(owner: Agent) -> None:
    response = owner.client.head(MEMORIES, headers=owner.headers)
    assert response.status_code == 200
    assert response.content == b""


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/json; charset=utf-16", "*/*", "", "multipart/form-data"]
)
def test_another_content_type_is_415(owner: Agent, kind: str) -> None:
    is_problem(owner.post(MEMORIES, GOOD, content_type=kind), 415, "unsupported_media_type")


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=UTF-8"])
def test_json_in_utf8_is_taken(owner: Agent, kind: str) -> None:
    assert owner.post(MEMORIES, GOOD, content_type=kind).status_code == 201


def test_an_answer_is_json_whatever_the_address_says(owner: Agent) -> None:
    is_problem(owner.get(MEMORIES, accept="text/html"), 406, "not_acceptable")
    is_problem(owner.get(f"{MEMORIES}?format=xml"), 400, "unknown_field")
    for accept in ("*/*", "application/json", "application/*;q=0.5", "application/problem+json"):
        assert owner.get(MEMORIES, accept=accept).status_code == 200


def test_a_body_over_the_limit_is_413(owner: Agent, settings: Any) -> None:
    settings.MEMORY_ADMIN_BODY_LIMIT = 300
    assert owner.post(MEMORIES, GOOD | {"title": "x"}).status_code == 201
    is_problem(owner.post(MEMORIES, b" " * 301), 413, "too_large")
    item = {"items": [{"content": "x" * 100}] * 4}
    assert owner.post(f"{MEMORIES}/batch", item).status_code == 200, "its own limit is larger"


def test_ten_megabytes_are_413_before_anything_is_read(owner: Agent, settings: Any) -> None:
    settings.MEMORY_ADMIN_BODY_MOST = 1000
    is_problem(owner.post("/api/v1/nowhere", b" " * 1001), 413, "too_large")


def test_a_body_without_a_length_is_411(owner: Agent) -> None:
    response = owner.client.generic(
        "POST", MEMORIES, b"", "application/json", headers=owner.headers, HTTP_TRANSFER_ENCODING="chunked"
    )
    is_problem(response, 411, "length_required")


def test_one_bad_row_does_not_poison_the_batch(owner: Agent) -> None:
    raw = b'{"items":[{"content":"one"},{"content":"\\u0000"},{"content":"three","x":1},{"content":"four"}]}'
    response = owner.post(f"{MEMORIES}/batch", raw)
    assert response.json() == {"codes": ["ok", "bad_text", "unknown_field", "ok"]}


def test_errors_name_the_path_inside_the_body(owner: Agent) -> None:
    content = is_problem(owner.post(MEMORIES, GOOD | {"subject_ids": ["a", 1]}), 400, "invalid")
    assert list(content["errors"]) == ["subject_ids.1"]


def test_a_get_with_a_body_is_refused(owner: Agent) -> None:
    is_problem(owner.send("GET", MEMORIES, b"{}"), 400, "unexpected_body")


def test_a_post_that_takes_nothing_takes_an_empty_object(owner: Agent) -> None:
    assert owner.post("/api/v1/recall", b"").status_code == 204
    assert owner.post("/api/v1/recall", {}).status_code == 204
    is_problem(owner.post("/api/v1/recall", {"query": "x"}), 400, "unknown_field")


def test_an_idempotency_key_belongs_on_writes_only(owner: Agent) -> None:
    key = {"Idempotency-Key": "once"}
    assert owner.post(MEMORIES, GOOD, **key).status_code == 201
    is_problem(owner.get(MEMORIES, **key), 400, "idempotency_key_on_read")
    is_problem(owner.post("/api/v1/recall", {}, **key), 400, "idempotency_key_on_read")
    is_problem(owner.post(MEMORIES, GOOD, **{"Idempotency-Key": "a b"}), 400, "bad_idempotency_key")


def test_an_update_of_an_older_version_is_409(owner: Agent) -> None:
    one = f"{MEMORIES}/1"
    assert owner.send("PATCH", one, GOOD, **{"If-Match": '"1"'}).status_code == 204
    is_problem(owner.send("PATCH", one, GOOD, **{"If-Match": '"2"'}), 409, "version_conflict")
    is_problem(owner.send("PATCH", one, GOOD | {"version": 2}), 409, "version_conflict")
    is_problem(owner.send("PATCH", one, GOOD, **{"If-Match": 'W/"1"'}), 400, "bad_if_match")
    is_problem(
        owner.send("PATCH", one, GOOD | {"version": 2}, **{"If-Match": '"1"'}), 400, "version_mismatch"
    )


def test_a_nul_in_the_path_is_400(owner: Agent) -> None:
    is_problem(owner.get(f"{MEMORIES}/%00"), 400, "bad_text")


def test_absent_and_forbidden_are_the_same_answer(owner: Agent) -> None:
    first, second = (owner.get(f"{MEMORIES}/{key}").json() for key in ("2", "human:sean"))
    assert first.pop("request_id") != second.pop("request_id")
    assert first == second


def test_every_answer_of_the_api_is_marked(owner: Agent, nobody: Agent) -> None:
    for response in (owner.get(MEMORIES), nobody.get(MEMORIES), nobody.get("/api/nowhere")):
        assert re.fullmatch("req_[0-9a-f]{32}", response["X-Request-ID"])
        assert response["Cache-Control"] == "no-store"
        assert response["X-Content-Type-Options"] == "nosniff"


def test_a_request_id_of_the_client_is_not_taken_over(owner: Agent) -> None:
    response = owner.get(MEMORIES, **{"X-Request-ID": "req_" + "0" * 32})
    assert response["X-Request-ID"] != "req_" + "0" * 32


def test_an_answer_that_is_not_what_was_declared_fails_the_test_run(owner: Agent) -> None:
    owner.client.raise_request_exception = True
    with pytest.raises(TypeError, match="owner_email"):
        owner.get("/api/v1/wrong")


def test_more_requests_than_allowed_are_429_per_credential(
    owner: Agent, grantee: Agent, settings: Any
) -> None:
    settings.MEMORY_ADMIN_RATE_LIMIT = "2/3600"
    assert [owner.get(MEMORIES).status_code for _ in range(2)] == [200, 200]
    response = owner.get(MEMORIES)
    is_problem(response, 429, "too_many")
    assert 1 <= int(response["Retry-After"]) <= 3601
    assert grantee.get(MEMORIES).status_code == 200
