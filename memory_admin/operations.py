"""For whoever runs it: is it up, can it answer, what has it done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import prometheus_client
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from audit.queries.health import seal_state
from memory_admin.http.handler import on_record
from memory_admin.http.middleware import answer
from memory_admin.http.problem import Problem, scope_missing
from memory_admin.http.request import request_id_of
from memory_admin.metrics import lines as figures_of
from memory_admin.refusals import Tried, put
from profiles.authentication import caller_of


def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether every part answers, and which does not."""
    checks = {"database": _database, "migrations": _migrations, "cache": _cache, "seals": _seals}
    found = {name: _tried(check) for name, check in checks.items()}
    ready = all(reason == "ok" for reason in found.values())
    return JsonResponse({"ready": ready, "checks": found}, status=200 if ready else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return counters for Prometheus to a token with the scope audit."""
    try:
        _require_audit(request)
    except Problem as trouble:
        tried = Tried("GET metrics", request_id_of(request), "rest")
        return answer(request, on_record(trouble, partial(put, tried, trouble)))
    said = prometheus_client.generate_latest() + figures_of(timezone.now())
    return HttpResponse(said, content_type=prometheus_client.CONTENT_TYPE_LATEST)


def _require_audit(request: HttpRequest) -> None:
    if "audit" not in caller_of(request, door="rest").scopes:
        raise scope_missing("audit")


def _tried(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as error:
        return type(error).__name__


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    loader = MigrationLoader(connection)
    # By name, not by plan: a plan trusts that what came before the newest was run.
    waiting = loader.disk_migrations.keys() - loader.applied_migrations.keys()
    return (
        "ok"
        if not waiting
        else f"{len(waiting)} to run: start `memory-admin up`, or migrate as the owner role"
    )


def _cache() -> str:
    cache.set("readyz", 1, 5)
    return "ok" if cache.get("readyz") == 1 else "does not keep what it is given"


def _seals() -> str:
    state = seal_state(timezone.now())
    return "ok" if state in {"never", "off"} else state
