"""Structured logs: one JSON line each, with one processor that keeps text of people out of them."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

# What a line may carry: ids, codes, counts, times. Anything else is named but not shown.
ALLOWED = frozenset(
    [
        "event",
        "level",
        "timestamp",
        "logger",
        "request_id",
        "method",
        "route",
        "status",
        "ms",
        "duration_ms",
        "door",
        "code",
        "error",
        "sqlstate",
        "task",
        "job",
        "count",
        "attempt",
        "pid",
        "port",
        "part",
        "state",
        "seconds",
        "place",
        "exception_type",
        "credential_id",
        "principal_id",
        "bytes",
        "recall",
        "items",
    ]
)


def redact(logger: Any, name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace every value that is not on the list; exceptions keep their type only."""
    for key in list(line):
        if key not in ALLOWED:
            line[key] = "[withheld]"
    return line


def configure(least: int = logging.NOTSET) -> None:
    """Set up structlog, from a level on, and the standard library's root logger on standard error."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(least),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            redact,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s")
    # Its tracebacks and lines quote requests; ours say the same without text.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    logging.getLogger("django.security").setLevel(logging.CRITICAL)
