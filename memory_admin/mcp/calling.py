"""Answering a call: scope, rate, arguments, then one call inward; a refusal is on record before it leaves."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Final

import structlog
from django.utils import timezone

from memory_admin import refusals
from memory_admin.http import problem, throttle
from memory_admin.http.handler import of_any, on_record
from memory_admin.http.json import parse, render
from memory_admin.http.problem import Problem
from memory_admin.mcp.call import Call, Fields
from memory_admin.mcp.tools import TOOLS
from profiles.types import Caller

DOOR: Final = "mcp"
_FENCED: Final = frozenset({"memory_recall", "prompt_build"})
log = structlog.get_logger("memory_admin.mcp")


@dataclass(frozen=True, slots=True)
class Answered:
    """What goes back: fields as JSON has them, the text a model reads, whether it failed."""

    fields: Fields
    text: str
    failed: bool = False


def answer(name: str, arguments: Fields, *, by: Caller) -> Answered:
    """Carry out a call of a tool that exists; what goes wrong becomes a failed answer with its problem."""
    started = time.perf_counter()
    try:
        found = _succeeded(name, run(name, arguments, by=by))
    except Exception as error:
        tried = refusals.Tried(f"CALL {name}", by.request_id, DOOR, by)
        found = failed(refused(error, tried), by.request_id)
    said = str(found.fields["code"]) if found.failed else "ok"
    ms = round((time.perf_counter() - started) * 1000, 1)
    log.info("tool", door=DOOR, route=name, code=said, request_id=by.request_id, ms=ms)
    return found


def run(name: str, arguments: Fields, *, by: Caller) -> Fields:
    """Return what a tool answers; raises Problem, in the order REST has: scope, rate, arguments."""
    tool = TOOLS[name]
    if tool.scope not in by.scopes:
        raise problem.scope_missing(tool.scope)
    throttle.check(by.credential_id)
    # Through the parser of REST, so that numbers, nesting and text have the same bounds and codes.
    given = parse(json.dumps(arguments).encode())
    return tool.run(Call(name, given, tool.takes.check(given), by, timezone.now()))


def refused(error: Exception, tried: refusals.Tried) -> Problem:
    """Return the problem of an exception, on record where it is a refusal; no record, no answer (503)."""
    trouble = of_any(error)
    return on_record(trouble, lambda: refusals.put(tried, trouble))


def failed(trouble: Problem, request_id: str) -> Answered:
    """Return a problem as the answer of a call."""
    text = render(problem.body(trouble, request_id)).decode()
    return Answered(json.loads(text), text, failed=True)


def _succeeded(name: str, fields: Fields) -> Answered:
    text = render(fields).decode()
    fenced = "\n\n".join(message["content"] for message in fields["messages"]) if "messages" in fields else ""
    return Answered(json.loads(text), fenced if name in _FENCED and fenced else text)
