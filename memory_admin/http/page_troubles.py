"""What a page says of a refusal: the words, when to try again, where to go on, and how it is found later."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from memory_admin.http.problem import Problem

# Words written for programs, as a person reads them.
_PLAINLY: Final = {
    "method_not_allowed": "This address only takes what a form sends. Nothing was changed. Go to the page "
    "with the form, and send it from there.",
    "too_many": "Too much was asked in a short time.",
    "bad_cursor": "The place in the list that this address names is no longer there; start again without it.",
}


def told(trouble: Problem, *, reference: str = "", request: HttpRequest | None = None) -> dict[str, Any]:
    """Return what the pages of refusals say; `reference` is the id by which the log knows a failure."""
    words = _PLAINLY.get(trouble.code, trouble.detail)
    return {
        "trouble": trouble,
        "in_words": f"{words} Go back, and send less at once." if trouble.status == 413 else words,
        "again": trouble.headers.get("Retry-After", ""),
        "anew": _without_cursor(request) if request and trouble.code == "bad_cursor" else "",
        "reference": reference if trouble.status >= 500 else "",
    }


def _without_cursor(request: HttpRequest) -> str:
    """Return the address of the same list at its beginning."""
    asked = request.GET.copy()
    asked.pop("cursor", None)
    return f"{request.path}?{asked.urlencode()}" if asked else request.path
