"""Failures: one shape, nothing of what was stored, and on record before they are answered."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.db import IntegrityError, InternalError, OperationalError, ProgrammingError
from django.http import HttpRequest
from redis.exceptions import RedisError

from memory_admin.http import codes, problem
from memory_admin.http.handler import as_answer
from memory_admin.http.request import ApiRequest
from tests.http.conftest import BROKEN, Agent
from tests.http.endpoints import SECRET
from tests.http.test_endpoints import MEMORIES, is_problem

FAILS = "/api/v1/fails?with="


@pytest.mark.parametrize(
    ("cause", "status", "code"),
    [
        ("unexpected", 500, "error"),
        ("missing", 404, "not_found"),
        ("denied", 403, "forbidden"),
        ("suspicious", 400, "bad_request"),
        ("data", 400, "bad_value"),
        ("down", 503, "unavailable"),
        ("conflict", 409, "conflict"),
        ("refused", 422, "generalization_blocked"),
        ("unrecorded", 503, "not_recorded"),
    ],
)
def test_every_exception_becomes_one_shape(owner: Agent, cause: str, status: int, code: str) -> None:
    with structlog.testing.capture_logs() as lines:
        response = owner.get(FAILS + cause)
    content = is_problem(response, status, code)
    assert SECRET not in str(content)
    assert SECRET not in str(lines)


@pytest.mark.parametrize(
    ("error", "state", "answer"),
    [
        (IntegrityError, "23505", (409, "conflict")),
        (IntegrityError, "23503", (500, "error")),
        (ProgrammingError, "42501", (503, "unavailable")),
        (ProgrammingError, "42P01", (500, "error")),
        (InternalError, "25006", (503, "unavailable")),
        (OperationalError, "40001", (503, "unavailable")),
        (RedisError, None, (503, "unavailable")),
    ],
)
def test_the_state_of_the_database_decides_what_is_answered(
    error: type[Exception], state: str | None, answer: tuple[int, str]
) -> None:
    cause = Exception(SECRET)
    cause.sqlstate = state  # type: ignore[attr-defined]
    raised = error(SECRET)
    raised.__cause__ = cause
    trouble = as_answer(raised, ApiRequest(HttpRequest()))
    assert (trouble.status, trouble.code) == answer


def test_an_unexpected_error_is_logged_by_type_and_place(owner: Agent) -> None:
    with structlog.testing.capture_logs() as lines:
        owner.get(FAILS + "unexpected")
    line = next(line for line in lines if line["event"] == "unexpected_error")
    assert line["error"] == "RuntimeError"
    assert line["where"].startswith("tests.http.endpoints:")


def test_the_access_line_holds_the_route_and_no_query(owner: Agent) -> None:
    with structlog.testing.capture_logs() as lines:
        owner.get(f"{MEMORIES}/human:sean?bella=heart")
        owner.get("/api/v1/human:sean")
    assert [line["route"] for line in lines if line["event"] == "request"] == [
        "api/v1/memories/<str:key>",
        "",
    ]
    assert "sean" not in str(lines)
    assert "heart" not in str(lines)


def test_a_problem_can_have_members_of_its_own(owner: Agent) -> None:
    assert owner.get(FAILS + "refused").json()["findings"] == [{"check": "names"}]


def test_members_cannot_replace_the_standard_ones() -> None:
    trouble = problem.not_found().having(status=200, request_id="req_none")
    assert problem.body(trouble, "req_1")["status"] == 404
    assert problem.body(trouble, "req_1")["request_id"] == "req_1"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (MEMORIES, []),
        (FAILS + "down", []),
        (MEMORIES + "?x=1", []),
        (MEMORIES + "/2", ["not_found"]),
        (FAILS + "denied", ["forbidden"]),
        (FAILS + "conflict", ["conflict"]),
        (FAILS + "refused", ["generalization_blocked"]),
    ],
)
def test_refusals_are_on_record_and_nothing_else_is(
    owner: Agent, refusals: list[Any], path: str, expected: list[str]
) -> None:
    response = owner.get(path)
    assert refusals == [(code, response["X-Request-ID"]) for code in expected]


def test_missing_rights_are_on_record(nobody: Agent, outsider: Agent, refusals: list[Any]) -> None:
    nobody.get(MEMORIES)
    outsider.get(MEMORIES)
    assert [code for code, _ in refusals] == ["unauthenticated", "scope_missing"]


def test_no_record_is_no_answer(owner: Agent, refusals: list[Any]) -> None:
    refusals.append(BROKEN)
    is_problem(owner.get(MEMORIES + "/2"), 503, "not_recorded")
    assert owner.get(MEMORIES).status_code == 200


def test_addresses_outside_the_endpoints_answer_problems_under_api_only(nobody: Agent) -> None:
    is_problem(nobody.get("/api/nowhere"), 404, "not_found")
    is_problem(nobody.get("/api/broken"), 500, "error")
    assert nobody.get("/pages/absent")["Content-Type"].startswith("text/html")
    assert nobody.get("/pages/broken")["Content-Type"].startswith("text/html")


def test_the_text_of_a_problem_is_safe_to_log() -> None:
    assert str(problem.bad_request("invalid", SECRET, {"content": [SECRET]})) == "400 invalid"


ROOT = Path(__file__).parents[2]
MAKERS = {"bad_request", "conflict", "unprocessable"}


def raised_codes(tree: ast.AST) -> list[str]:
    """Return the literal codes given to Problem(status, code) and to the constructors that take one."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        place = 1 if name == "Problem" else 0 if name in MAKERS else None
        if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
            found.append(ast.literal_eval(node.args[place]))
    return found


def test_every_code_the_product_raises_is_in_the_list() -> None:
    files = [
        f
        for package in ("memory_admin", "consent", "jobs", "profiles", "audit")
        for f in (ROOT / package).rglob("*.py")
    ]
    raised = {code for file in files for code in raised_codes(ast.parse(file.read_text(encoding="utf-8")))}
    assert "not_found" in raised
    assert raised - set(codes.CODES) == set(), "add the code and its sentence to memory_admin/http/codes.py"
