"""Pages for what goes wrong: a form that is too old, and Django's error views kept out of every cache."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from memory_admin.http import errors
from memory_admin.http.pages import beside, is_fragment, private
from memory_admin.http.problem import Problem

_STALE = (
    "Nothing was changed. This page was open for so long, or since before you signed in, that its form has "
    "expired; or this browser keeps no cookies. Go back, reload the page and send it again."
)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Say what to do about a form whose secret is missing or old (CSRF_FAILURE_VIEW)."""
    template = "parts/problem.html" if is_fragment(request) else "problem.html"
    trouble = Problem(403, "form_expired", _STALE)
    return private(beside(render(request, template, {"trouble": trouble}, status=403)))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 400 (handler400)."""
    return private(errors.bad_request(request, exception))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 403 (handler403)."""
    return private(errors.permission_denied(request, exception))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer 404 (handler404)."""
    return private(errors.page_not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer 500 (handler500)."""
    return private(errors.server_error(request))
