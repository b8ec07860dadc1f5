"""What every page goes through: who asks, whether the page is theirs, its headers, and refusals as pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.module_loading import import_string
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from memory_admin.http.handler import as_answer
from memory_admin.http.handler import recorded as put_on_record
from memory_admin.http.page_troubles import told
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.request import ApiRequest

if TYPE_CHECKING:
    from profiles.types import Caller

STAFF: Final = frozenset({"administrator", "reviewer", "auditor"})
READ: Final = ("GET", "HEAD")
ACT: Final = ("POST",)
# A page with a form that is sent to its own address.
FORM: Final = (*READ, *ACT)


class PageRequest(HttpRequest):
    """A request of someone who is signed in."""

    caller: Caller
    request_id: str
    htmx: HtmxDetails


View = Callable[..., HttpResponseBase]


def page(*, roles: frozenset[str] | None = None, methods: tuple[str, ...] = READ) -> Callable[[View], View]:
    """Make a view a page for whoever is signed in, or for these roles; to anyone else it is not there."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
            try:
                _admit(request, roles, methods)
                response = view(request, **kwargs)
            except Exception as error:
                response = refused(request, as_answer(error, cast(ApiRequest, request)))
            return private(response)

        guarded.page_roles = roles  # type: ignore[attr-defined]
        return guarded

    return decorate


def entrance(*methods: str) -> Callable[[View], View]:
    """Make a view a page for anyone, signed in or not: what it refuses is shown as every page shows it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            try:
                if request.method not in methods:
                    raise Problem(405, "method_not_allowed", headers={"Allow": ", ".join(methods)})
                response = view(request, **kwargs)
            except Exception as error:
                response = shown(request, as_answer(error, cast(ApiRequest, request)))
            return private(response)

        return guarded

    return decorate


def _admit(request: PageRequest, roles: frozenset[str] | None, methods: tuple[str, ...]) -> None:
    """Name the caller, or raise Problem 401 for nobody, 404 for a page of others, 405 for a wrong method."""
    request.caller = import_string(settings.MEMORY_ADMIN_SESSION_HOOK)(request)
    if roles is not None and request.caller.staff_role not in roles:
        raise not_found()
    if request.method not in methods:
        raise Problem(405, "method_not_allowed", headers={"Allow": ", ".join(methods)})


Kept = TypeVar("Kept", bound=HttpResponseBase)


def private(response: Kept) -> Kept:
    """Let nobody keep a page, and tell caches that fragments and pages share an address."""
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def refused(request: HttpRequest, trouble: Problem) -> HttpResponse:
    """Return a refusal as a page, or in place for a fragment; whoever is not signed in is sent to do so."""
    if trouble.status == 401:
        return _to_sign_in(request)
    return shown(request, recorded(request, trouble))


def shown(request: HttpRequest, trouble: Problem) -> HttpResponse:
    """Return a refusal as a page, or in place for a fragment."""
    whole = {404: "404.html", 403: "403.html", 500: "500.html"}.get(trouble.status, "problem.html")
    template = "parts/problem.html" if is_fragment(request) else whole
    # Of a failing server nothing more is asked: not even who is signed in.
    asker = request if trouble.status < 500 else None
    reference = getattr(request, "request_id", "")
    context = told(trouble, reference=reference, request=request) | {"came_from": came_from(request)}
    response = HttpResponse(render_to_string(template, context, asker), status=trouble.status)
    for name, value in trouble.headers.items():
        response[name] = value
    return beside(response) if is_fragment(request) else response


def came_from(request: HttpRequest) -> str:
    """Return the page of ours that led here, or empty: whoever was refused goes on from there."""
    parts = urlsplit(request.headers.get("Referer", ""))
    if parts.netloc != request.get_host() or parts.path == request.path:
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def beside(response: HttpResponse) -> HttpResponse:
    """Have a fragment that says what went wrong put before what is there, so that nothing typed is lost."""
    response["HX-Reswap"] = "afterbegin"
    return response


def recorded(request: HttpRequest, trouble: Problem) -> Problem:
    """Put a refusal on record before it is shown; returns a 503 instead where that failed."""
    return put_on_record(trouble, cast(ApiRequest, request))


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    if is_fragment(request):
        return HttpResponseClientRedirect(settings.LOGIN_URL)
    wanted = request.get_full_path() if request.method == "GET" else "/"
    onward = f"?{urlencode({'next': wanted})}" if wanted != "/" else ""
    return HttpResponseRedirect(settings.LOGIN_URL + onward)


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether only the part that changes is asked for."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def show(
    request: PageRequest, whole: str, context: Mapping[str, Any], *, part: str = "", status: int = 200
) -> HttpResponse:
    """Return the page, or the part of it that was asked for: the page includes that same part."""
    template = part if part and is_fragment(request) else whole
    return render(request, template, dict(context), status=status)
