"""What every request gets, whatever answers it: an id, bounds, headers and one line in the log."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from memory_admin.http import problem
from memory_admin.http.json import render
from memory_admin.http.request import request_id_of

Answer = Callable[[HttpRequest], HttpResponseBase]
API: Final = "/api/"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_API_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_BODY_MOST: Final = 12 * 1024 * 1024
log = structlog.get_logger("memory_admin.access")


class RequestIdMiddleware:
    """Outermost: names the request, guards its size, protects the answer, logs it without its content."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        request_id = request_id_of(request)
        request.request_id = request_id  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = _refused(request) or self.get_response(request)
            _mark(request, response, request_id)
            _log(request, response, started)
        return response


def answer(request: HttpRequest, trouble: problem.Problem) -> HttpResponse:
    """Return a problem as a plain Django response, for what is answered outside DRF."""
    content = render(problem.body(trouble, request_id_of(request)))
    return HttpResponse(
        content, status=trouble.status, content_type=problem.MEDIA_TYPE, headers=dict(trouble.headers)
    )


def _refused(request: HttpRequest) -> HttpResponse | None:
    if not request.path_info.startswith(API) or request.method in {"GET", "HEAD"}:
        return None
    if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
        return answer(request, problem.Problem(411, "length_required"))
    most = getattr(settings, "MEMORY_ADMIN_BODY_MOST", _BODY_MOST)
    declared = request.META.get("CONTENT_LENGTH") or "0"
    if not (declared.isascii() and declared.isdigit()):
        return answer(request, problem.bad_request())
    return answer(request, problem.too_large(most)) if int(declared[:18]) > most else None


def _mark(request: HttpRequest, response: HttpResponseBase, request_id: str) -> None:
    response["X-Request-ID"] = request_id
    if request.path_info.startswith(API):
        for name, value in _API_HEADERS.items():
            response.setdefault(name, value)


def _log(request: HttpRequest, response: HttpResponseBase, started: float) -> None:
    # The route, never the path: paths hold entity ids. Django's own line would hold the path.
    response._has_been_logged = True  # type: ignore[attr-defined]
    route = request.resolver_match.route if request.resolver_match else ""
    log.info(
        "request",
        method=request.method if request.method in _METHODS else "other",
        route=route,
        status=response.status_code,
        ms=round((time.perf_counter() - started) * 1000, 1),
    )
