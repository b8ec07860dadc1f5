"""A file as an answer: saved and never shown, kept by nobody on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

Answer = TypeVar("Answer", bound=HttpResponseBase)


def download(name: str, media_type: str, content: bytes) -> HttpResponse:
    """Return bytes as a file of a name that is ours: letters, digits, dots and underscores."""
    return _named(name, HttpResponse(content, content_type=media_type))


def download_in_parts(name: str, media_type: str, size: int, parts: Iterable[bytes]) -> StreamingHttpResponse:
    """Return a file that may be large, sent part by part: no process holds it as a whole."""
    answer = StreamingHttpResponse(parts, content_type=media_type)
    answer["Content-Length"] = str(size)
    return _named(name, answer)


def _named(name: str, answer: Answer) -> Answer:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
