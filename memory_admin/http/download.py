"""A file as an answer: saved and never shown, kept by nobody on the way."""

from __future__ import annotations

from django.http import HttpResponse


def download(name: str, media_type: str, content: bytes) -> HttpResponse:
    """Return bytes as a file of a name that is ours: letters, digits, dots and underscores."""
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
