"""Whatever answers in the site's place: each ends as an error of this client, and none holds the token."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from memory_admin_client import (
    MemoryAdmin,
    MemoryAdminError,
    NotReachedError,
    ProblemError,
    UnexpectedAnswerError,
)

TOKEN = "ma_kettle_onlyhere"
PROBLEM = {"Content-Type": "application/problem+json"}
ANSWERS: dict[str, tuple[type[MemoryAdminError], int, dict[str, str], bytes]] = {
    "no gzip": (NotReachedError, 200, {"Content-Encoding": "gzip"}, b"plain"),
    "very deep": (UnexpectedAnswerError, 200, {}, b"[" * 200_000),
    "a list": (UnexpectedAnswerError, 200, {}, b"[1]"),
    "a number without end": (UnexpectedAnswerError, 200, {}, b'{"a":' + b"9" * 10_000 + b"}"),
    "no UTF-8": (UnexpectedAnswerError, 200, {}, b'{"a":"\xff"}'),
    "a way elsewhere": (UnexpectedAnswerError, 302, {"Location": "https://evil.example"}, b""),
    "errors as a list": (UnexpectedAnswerError, 400, PROBLEM, b'{"errors":[1,2]}'),
    "errors as text": (UnexpectedAnswerError, 400, PROBLEM, b'{"errors":"ab"}'),
    "an odd digit to wait": (ProblemError, 429, {**PROBLEM, "Retry-After": "\u00b2"}, b"{}"),
    "very long to wait": (ProblemError, 429, {**PROBLEM, "Retry-After": "9" * 400}, b"{}"),
}


@pytest.mark.parametrize("said", ANSWERS.values(), ids=ANSWERS)
def test_what_is_no_answer_of_the_site_ends_as_an_error_of_the_client(
    said: tuple[type[MemoryAdminError], int, dict[str, str], bytes],
) -> None:
    """Seen failing for five: a text that was not packed, depth, errors of another shape, an odd digit."""
    kind, status, headers, content = said
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        plain = [(name.encode(), value.encode()) for name, value in headers.items()]
        return httpx.Response(status, headers=plain, stream=httpx.ByteStream(content))

    with (
        MemoryAdmin(
            "https://memory.example", TOKEN, transport=httpx.MockTransport(answer), retries=0
        ) as memory,
        pytest.raises(kind) as ended,
    ):
        memory.whoami()
    assert len(asked) == 1 and asked[0].url.host == "memory.example"
    assert TOKEN not in whole(ended.value)


def whole(error: BaseException | None) -> str:
    """Return all that an error and what it came from say of themselves."""
    if error is None:
        return ""
    held: dict[str, Any] = vars(error)
    return f"{error!r} {json.dumps(held, default=repr)} {whole(error.__cause__ or error.__context__)}"
