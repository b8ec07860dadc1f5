"""Putting refusals on record: in a transaction of their own, before the answer leaves."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from audit import actions
from audit.services import refuse
from audit.types import Event
from memory_admin.http.problem import Problem
from memory_admin.http.request import ApiRequest
from profiles.services.violating import report_of
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried: an address or a tool by its name, in which request, through which door, by whom."""

    route: str
    request_id: str
    door: str
    caller: Caller | None = None


def record(request: ApiRequest, problem: Problem) -> None:
    """Record that a request was refused, and to whom where that is known; never what it said."""
    caller = _caller(request)
    door = caller.door if caller else "rest"
    put(Tried(f"{request.method} {_route(request)}", request.request_id, door, caller), problem)


def put(tried: Tried, problem: Problem) -> None:
    """Record a refusal at any door, and the violation it is where it is one."""
    caller = tried.caller
    report_of(problem, now=timezone.now())
    refuse(
        Event(
            action=actions.REQUEST_REFUSED,
            actor_id=caller.principal_id if caller else getattr(problem, "principal_id", None),
            acting_id=caller.acting_id if caller else None,
            behalf_id=caller.behalf_id if caller else None,
            credential_id=caller.credential_id if caller else getattr(problem, "credential_id", None),
            object_type="route",
            object_id=tried.route,
            outcome="refused",
            code=problem.code,
            details={"why": why} if (why := getattr(problem, "why", "")) else {},
            request_id=tried.request_id,
            door=tried.door,
        ),
        now=timezone.now(),
    )


def _caller(request: ApiRequest) -> Caller | None:
    try:
        return request.caller
    except Problem:
        return None


def _route(request: ApiRequest) -> str:
    """Return the address as a pattern, so that no id a stranger made up is kept."""
    match = request.resolver_match
    return match.route if match else "unknown"
