"""What every refusal owes its reader: one form, a stable code, a sentence, the request's id and no echo."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from memory_admin.http.codes import CODES

MEMBERS = {"type", "title", "status", "code", "detail", "errors", "request_id"}
ECHO = "zebrafinch"
"""A word that only refused values hold, so that it may be in no answer."""
_ID = re.compile(r"req_[0-9a-f]{32}")
_SENTENCE = re.compile(r"[\w'\"*{].*[.!]", re.DOTALL)


def wrong_with(response: Any, statuses: Collection[int], codes: Collection[str] = ()) -> list[str]:
    """Return what is wrong with a refusal that had to have one of the statuses, and of the codes if any."""
    if response.status_code not in statuses:
        return [f"status {response.status_code}: {response.content[:200]!r}"]
    if response.status_code < 400:
        return []
    if response["Content-Type"] != "application/problem+json":
        return [f"is {response['Content-Type']}"]
    body = json.loads(response.content)
    found = [] if body.keys() >= MEMBERS else [f"lacks {MEMBERS - body.keys()}"]
    return [*found, *_wrong_in(body, response), *_wrong_code(body, codes)]


def _wrong_code(body: dict[str, Any], codes: Collection[str]) -> list[str]:
    code = body["code"]
    if code not in CODES:
        return [f"code {code} is in no list"]
    found = [] if CODES[code][0] == body["status"] else [f"{code} comes with {body['status']}"]
    return found if not codes or code in codes else [*found, f"code {code}, not {sorted(codes)}"]


def _wrong_in(body: dict[str, Any], response: Any) -> list[str]:
    found = []
    if not (_ID.fullmatch(body["request_id"]) and body["request_id"] == response["X-Request-ID"]):
        found.append("the request id is not the header's")
    if body["status"] != response.status_code:
        found.append(f"says {body['status']}")
    sentences = [body["detail"], *(line for lines in body["errors"].values() for line in lines)]
    found += [f"no sentence: {one!r}" for one in sentences if not _SENTENCE.fullmatch(one)]
    if ECHO in response.content.decode():
        found.append("repeats what it refuses")
    return found
