"""Who is behind a request over HTTP: its token and nothing besides."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers

from memory_admin import refusals
from memory_admin.http.problem import Problem, bad_request
from memory_admin.mcp.calling import DOOR, refused
from profiles.authentication import bearer, caller_by_token
from profiles.types import Caller

ROUTE: Final = "POST mcp"
_OF_REST_ONLY: Final = ("x-act-as", "x-on-behalf-of")


def identify(headers: Headers, request_id: str) -> Caller | Problem:
    """Return the caller of a request, or the problem it is answered with, on record."""
    try:
        return _caller(headers, request_id)
    except Exception as error:
        return refused(error, refusals.Tried(ROUTE, request_id, DOOR))


def _caller(headers: Headers, request_id: str) -> Caller:
    token = bearer(headers.get("authorization"))
    caller = caller_by_token(token, act_as=None, behalf=None, request_id=request_id, door=DOOR)
    if any(name in headers for name in _OF_REST_ONLY):
        raise bad_request(detail="Over MCP nobody acts for another: leave out X-Act-As and X-On-Behalf-Of.")
    return caller
