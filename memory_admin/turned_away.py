"""What is said of a request the site never saw: a page to a browser that asked for one, a problem else."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Final

from csp.utils import build_policy
from django.template.loader import render_to_string

from memory_admin.http import problem
from memory_admin.http.json import render
from memory_admin.http.page_troubles import told
from memory_admin.http.problem import Problem

Header = tuple[bytes, bytes]
_API: Final = "/api/"
_HTML: Final = "text/html; charset=utf-8"


def refusal(trouble: Problem, scope: Mapping[str, Any]) -> tuple[list[Header], bytes]:
    """Return the headers and the body of a refusal, as whoever sent the request reads it."""
    named = f"req_{uuid.uuid4().hex}"
    headers = {**trouble.headers, "Cache-Control": "no-store", "Connection": "close", "X-Request-ID": named}
    asked = dict(scope["headers"])
    fragment = asked.get(b"hx-request") == b"true"
    if scope["path"].startswith(_API) or not (fragment or b"text/html" in asked.get(b"accept", b"")):
        return _headers(headers | {"Content-Type": problem.MEDIA_TYPE}), render(problem.body(trouble, named))
    template = "parts/problem.html" if fragment else "problem.html"
    kept = {"HX-Reswap": "afterbegin"} if fragment else {}
    safe = {"Content-Security-Policy": build_policy(), "X-Content-Type-Options": "nosniff"}
    content = render_to_string(template, told(trouble)).encode()
    return _headers(headers | kept | safe | {"Content-Type": _HTML}), content


def _headers(plain: Mapping[str, str]) -> list[Header]:
    return [(name.lower().encode(), value.encode()) for name, value in plain.items()]
