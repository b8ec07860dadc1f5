"""How a call is tried, tried again and given up: steps to take, whoever takes them and however it waits."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeVar
from uuid import uuid4

import httpx

from memory_admin_client.address import Terms
from memory_admin_client.call import Call, Effect
from memory_admin_client.errors import NotReachedError, ProblemError, UnexpectedAnswerError

T = TypeVar("T")
BUSY: Final = frozenset({429, 503})
PROBLEM: Final = "application/problem+json"
_SECONDS: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: httpx.Headers = field(repr=False)
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing came back; `sent` when the site may have read the request."""

    why: str
    sent: bool


Step = httpx.Request | Pause | Call[Any]
Steps = Generator[Step, Any, T]


def attempts(call: Call[T], terms: Terms) -> Steps[T]:
    """Return the steps of one call: a write is always sent again with the key it was sent with first."""
    key = call.idempotency_key or (uuid4().hex if call.effect is Effect.ONCE else None)
    request = terms.request(call, key)
    for left in reversed(range(terms.retries + 1)):
        outcome: Answer | Lost = yield request
        wait = _wait(call, outcome, terms.retries - left)
        if wait is None or not left or wait > terms.longest_wait:
            said: T = _read(outcome)
            return said
        yield Pause(wait)
    raise AssertionError("retries is 0 or more")


def _wait(call: Call[Any], outcome: Answer | Lost, tried: int) -> float | None:
    """Return how many seconds to wait before trying again, or None where that would not be right."""
    if isinstance(outcome, Lost):
        again = call.effect is not Effect.EACH or not outcome.sent
        return _backoff(tried) if again else None
    if outcome.status not in BUSY or call.effect is Effect.EACH:
        return None
    asked = retry_after(outcome.headers.get("Retry-After"))
    return _backoff(tried) if asked is None else asked


def _backoff(tried: int) -> float:
    spread = random.uniform(0.5, 1)  # noqa: S311  (it spreads callers out and guards nothing)
    return float(0.2 * 2**tried * spread)


def retry_after(header: str | None) -> float | None:
    """Return the seconds of a Retry-After, given as such or as a date (RFC 9110)."""
    if header is None:
        return None
    if _SECONDS.fullmatch(header.strip()):
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _read(outcome: Answer | Lost) -> Any:
    """Return what an answer says; raises what it says instead."""
    if isinstance(outcome, Lost):
        raise NotReachedError(outcome.why, maybe_done=outcome.sent)
    problem = outcome.headers.get("Content-Type", "").startswith(PROBLEM)
    if not problem and not 200 <= outcome.status < 300:
        raise _unexpected(outcome)
    if outcome.status == 204:
        return None
    try:
        said = json.loads(outcome.content)
    except (ValueError, RecursionError):
        raise _unexpected(outcome) from None
    if not isinstance(said, dict) or (problem and not isinstance(said.get("errors") or {}, dict)):
        raise _unexpected(outcome)
    if problem:
        raise ProblemError(outcome.status, said, retry_after(outcome.headers.get("Retry-After")))
    return said


def _unexpected(answer: Answer) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(answer.status, answer.headers.get("X-Request-ID", ""))
