"""Texts to vectors, by a model behind an OpenAI-compatible address (…/v1/embeddings); off unless it is set.

A question never waits long for it and never fails by it: after a failure nobody asks again for a while, and
the search goes by words alone and says so.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import httpx
import structlog
from django.conf import settings

from consent.queries.nearest import Asked

log = structlog.get_logger(__name__)
MOST_DIMENSIONS: Final = 4000  # an index of halfvec takes no more
_MOST_TEXT: Final = 8000
_MOST_ANSWER: Final = 64_000_000
_REST_SECONDS: Final = 15.0
_BATCH_SECONDS: Final = 60.0


class NoVectors(Exception):
    """The model gave no usable answer; the text is a code and quotes nothing."""


class Breaker:
    """Remembers that the model did not answer, so that one question waits for it and not each of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._until, self._lock = clock, 0.0, threading.Lock()

    def is_open(self) -> bool:
        """Tell whether to leave the model alone; the first to ask after the rest tries for everyone."""
        with self._lock:
            now = self._clock()
            if not self._until:
                return False
            if now < self._until:
                return True
            self._until = now + _REST_SECONDS
            return False

    def failed(self) -> None:
        """Leave the model alone for a while."""
        with self._lock:
            self._until = self._clock() + _REST_SECONDS

    def worked(self) -> None:
        """Ask it as usual from now on."""
        with self._lock:
            self._until = 0.0


BREAKER: Final = Breaker()
_client: list[httpx.Client] = []


def understood(query: str) -> tuple[Asked | None, str]:
    """Return a question's vector, or None and why not (empty where no model is set); raises nothing."""
    if not settings.EMBEDDINGS_URL:
        return None, ""
    if BREAKER.is_open():
        return None, "embedding_unavailable"
    try:
        (vector,) = embed([query], seconds=settings.EMBEDDINGS_TIMEOUT / 1000)
    except NoVectors as error:
        BREAKER.failed()
        log.warning("embedding_failed", kind=str(error))
        return None, "embedding_unavailable"
    BREAKER.worked()
    return Asked(settings.EMBEDDINGS_MODEL, vector), ""


def embed(texts: Sequence[str], *, seconds: float = _BATCH_SECONDS) -> list[tuple[float, ...]]:
    """Return a unit vector for each text, all of one dimension, within so many seconds; raises NoVectors."""
    try:
        vectors = _vectors(json.loads(_answer(texts, time.monotonic() + seconds, seconds)), len(texts))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise NoVectors(type(error).__name__) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NoVectors("unreadable") from error
    if len({len(vector) for vector in vectors}) > 1:
        raise NoVectors("dimensions_differ")
    return vectors


def _answer(texts: Sequence[str], deadline: float, seconds: float) -> bytes:
    body = {"model": settings.EMBEDDINGS_MODEL, "input": [text[:_MOST_TEXT] or " " for text in texts]}
    headers = {"Authorization": f"Bearer {settings.EMBEDDINGS_KEY}"} if settings.EMBEDDINGS_KEY else {}
    address = settings.EMBEDDINGS_URL.rstrip("/") + "/embeddings"
    limits = httpx.Timeout(seconds, connect=min(seconds, 2.0))
    with _line().stream("POST", address, json=body, headers=headers, timeout=limits) as answer:
        if answer.status_code != httpx.codes.OK:
            raise NoVectors(f"status_{answer.status_code}")
        text = bytearray()
        for piece in answer.iter_bytes():
            text += piece
            if len(text) > _MOST_ANSWER or time.monotonic() > deadline:
                raise NoVectors("too_long")
    return bytes(text)


def _line() -> httpx.Client:
    """Return this process's client: making one takes longer than a question may."""
    if not _client:
        _client.append(httpx.Client(follow_redirects=False, trust_env=False))
    return _client[0]


def _vectors(answer: Any, count: int) -> list[tuple[float, ...]]:
    rows = sorted(answer["data"], key=lambda row: row["index"])
    if [row["index"] for row in rows] != list(range(count)):
        raise NoVectors("wrong_count")
    return [_unit(row["embedding"]) for row in rows]


def _unit(values: Any) -> tuple[float, ...]:
    """Return a vector of length one; raises NoVectors for one without length, too long or not of numbers."""
    if not isinstance(values, list) or not 0 < len(values) <= MOST_DIMENSIONS:
        raise NoVectors("dimension")
    numbers = [float(value) for value in values]
    length = math.sqrt(math.fsum(number * number for number in numbers))
    if not math.isfinite(length) or not length:
        raise NoVectors("no_length")
    return tuple(number / length for number in numbers)
