"""Django's error views: problems under /api/, HTML pages everywhere else."""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views import defaults

from memory_admin.http import codes, problem
from memory_admin.http.middleware import API, answer
from memory_admin.http.problem import Problem

_HOST = "This server does not go by the name in Host; an operator adds it to MEMORY_ADMIN_ALLOWED_HOSTS."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 400, or 413 for a form that is too large (handler400)."""
    host = isinstance(exception, DisallowedHost)
    if not request.path_info.startswith(API):
        return HttpResponse(render_to_string("400.html", {"host": _HOST if host else ""}), status=400)
    if isinstance(exception, RequestDataTooBig):
        return answer(request, Problem(413, "too_large"))
    return answer(request, problem.bad_request(detail=_HOST if host else ""))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 403 (handler403)."""
    if not request.path_info.startswith(API):
        return defaults.permission_denied(request, exception)
    return answer(request, Problem(403, "forbidden"))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 404 (handler404)."""
    if not request.path_info.startswith(API):
        return defaults.page_not_found(request, exception)
    return answer(request, problem.not_found())


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer 500 (handler500)."""
    if not request.path_info.startswith(API):
        named = getattr(request, "request_id", "")
        return HttpResponse(render_to_string("500.html", {"reference": named}), status=500)
    return answer(request, Problem(500, "error"))


def problem_kind(request: HttpRequest, code: str) -> HttpResponseBase:
    """Answer what a problem's `type` address means: its usual status and one sentence."""
    if code not in codes.CODES:
        raise Http404
    status, sentence = codes.CODES[code]
    text = f"{code} ({status} {HTTPStatus(status).phrase})\n\n{sentence}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
