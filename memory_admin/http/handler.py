"""Turns whatever an endpoint raises into one problem, and has refusals on record before they leave."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.utils.module_loading import import_string
from redis.exceptions import RedisError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from memory_admin.http import problem
from memory_admin.http.problem import Problem
from memory_admin.http.request import ApiRequest
from memory_admin.http.serializer import as_problem

REFUSALS: Final = frozenset({401, 403, 404, 409, 422})
# PostgreSQL: insufficient privilege, read-only transaction, disk full, a unique value taken meanwhile.
_UNWRITABLE: Final = frozenset({"42501", "25006", "53100"})
_UNIQUE: Final = "23505"
log = structlog.get_logger("memory_admin.errors")


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """Return the answer to an exception (DRF's EXCEPTION_HANDLER)."""
    request: ApiRequest = context["request"]
    set_rollback()
    trouble = recorded(as_answer(error, request), request)
    content = problem.body(trouble, request.request_id)
    return Response(content, status=trouble.status, headers=trouble.headers, content_type=problem.MEDIA_TYPE)


def recorded(trouble: Problem, request: ApiRequest) -> Problem:
    """Put a refusal on record through `MEMORY_ADMIN_REFUSAL_HOOK`; no record, no answer (503)."""
    hook = getattr(settings, "MEMORY_ADMIN_REFUSAL_HOOK", "")
    return on_record(trouble, lambda: import_string(hook)(request, trouble)) if hook else trouble


def on_record(trouble: Problem, put: Callable[[], object]) -> Problem:
    """Put a problem on record where it is a refusal, and return it; a 503 where that failed."""
    if trouble.status not in REFUSALS:
        return trouble
    try:
        put()
    except Exception as error:
        _log_failure("refusal_not_recorded", error)
        return problem.not_recorded()
    return trouble


def as_answer(error: Exception, request: ApiRequest) -> Problem:
    """Return the problem for any exception of a request."""
    return _of_drf(error, request) or of_any(error)


def of_any(error: Exception) -> Problem:
    """Return the problem for any exception, at any door; the unexpected is logged by type and place only."""
    trouble = error if isinstance(error, Problem) else _of_django(error)
    if trouble is None:
        _log_failure("unexpected_error", error)
        return Problem(500, "error")
    return trouble


def _of_drf(error: Exception, request: ApiRequest) -> Problem | None:
    match error:
        case exceptions.ValidationError():
            return as_problem(error)
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return problem.unauthenticated(presented="HTTP_AUTHORIZATION" in request.META)
        case exceptions.MethodNotAllowed():
            return Problem(405, "method_not_allowed", headers={"Allow": _allowed(request)})
        case exceptions.Throttled():
            return problem.too_many(int(getattr(error, "wait", None) or 1))
        case exceptions.APIException():
            return _of_status(error.status_code)
    return None


def _of_status(status: int) -> Problem | None:
    codes = {
        400: "invalid_json",
        403: "forbidden",
        404: "not_found",
        406: "not_acceptable",
        415: "unsupported_media_type",
    }
    return Problem(status, codes[status]) if status in codes else None


def _of_django(error: Exception) -> Problem | None:
    match error:
        case Http404():
            return problem.not_found()
        case PermissionDenied():
            return Problem(403, "forbidden")
        case RequestDataTooBig():
            return Problem(413, "too_large")
        case SuspiciousOperation():
            return problem.bad_request()
        case UnreadablePostError():
            return problem.bad_request("unreadable_body")
        case DatabaseError() | InterfaceError() | RedisError():
            return _of_store(error)
    return None


def _of_store(error: Exception) -> Problem | None:
    state = getattr(error.__cause__, "sqlstate", None)
    if isinstance(error, DataError):
        return problem.bad_request("bad_value")
    if isinstance(error, IntegrityError):
        return problem.conflict() if state == _UNIQUE else None
    if isinstance(error, OperationalError | InterfaceError | RedisError) or state in _UNWRITABLE:
        _log_failure("unavailable", error)
        return problem.unavailable()
    return None


def _allowed(request: ApiRequest) -> str:
    view = (request.parser_context or {}).get("view")
    return ", ".join(view.allowed_methods) if view else ""


def _log_failure(event: str, error: Exception) -> None:
    log.error(event, error=type(error).__name__, where=_place(error.__traceback__))


def _place(trace: TracebackType | None) -> str:
    """Return module and line where it was raised: never the message, which may quote what was stored."""
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f"{trace.tb_frame.f_globals.get('__name__', '')}:{trace.tb_lineno}"
