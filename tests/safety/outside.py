"""An outsider's script over HTTP, and answers with everything random in them replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from rest_framework.test import APIClient

from profiles.rules.credentials import CredentialSpec
from profiles.services.credentials import issue
from profiles.types import SCOPES
from tests.cast import NOW, admin, principal

_RANDOM = re.compile(r"(?:rec|req)_[0-9a-f]{32}|recalled-memory-[0-9a-f]{32}")
_CLOCK = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
# A score falls a little with every second that passes between two scripts.
_SCORE = re.compile(r'("score":\d+\.\d{3})\d*')
_OWN_NEW = re.compile(r"(?:mem|con|ctxs)_[0-9a-f]{32}")


def token_of(entity: str, *scopes: str) -> str:
    """Issue a token with the scopes, all ordinary ones when none is named."""
    ordinary = tuple(scope for scope in SCOPES if scope not in {"admin", "audit", "gateway", "principals"})
    spec = CredentialSpec(label="test", scopes=scopes or ordinary)
    _, token = issue(principal=principal(entity), spec=spec, by=admin(), now=NOW)
    return token


def client(token: str) -> APIClient:
    return APIClient(HTTP_AUTHORIZATION=f"Bearer {token}", raise_request_exception=False)


def plain(response: Any, known: frozenset[str] = frozenset()) -> str:
    """Return status, headers and body with random ids, nonces and clock times replaced; known ids stay."""
    body = _SCORE.sub(r"\1", _RANDOM.sub("RANDOM", response.content.decode()))
    body = _OWN_NEW.sub(lambda found: found[0] if found[0] in known else "NEW", _CLOCK.sub("TIME", body))
    headers = {key: value for key, value in response.headers.items() if key != "X-Request-ID"}
    headers.pop("Content-Length", None)
    return json.dumps([response.status_code, sorted(headers.items()), body])


Step = tuple[str, str, dict[str, Any] | None]


def script(ids: list[str], words: list[str], names: list[str]) -> Iterator[Step]:
    """Return everything an outsider may try: the hidden words, the hidden ids, the hidden names."""
    for word in words:
        yield "POST", "/api/v1/recall", {"query": word, "explain": True, "limit": 50}
        yield "GET", f"/api/v1/memories?q={word}", None
    for scope in ({}, {"kind": "raw"}, {"tag": "health"}):
        yield "GET", "/api/v1/memories?limit=2&" + "&".join(f"{k}={v}" for k, v in scope.items()), None
    for name in names:
        yield "GET", f"/api/v1/memories?subject={name}", None
        yield "GET", f"/api/v1/memories?owner={name}", None
        yield "GET", f"/api/v1/memories?source={name}", None
        yield "GET", f"/api/v1/privacy/audit?subject={name}", None
        yield "POST", "/api/v1/recall", {"query": "heart", "owners": [name]}
        yield (
            "POST",
            "/api/v1/consents",
            {"grantor": name, "grantee": "si:max_agent", "scope": f"subject:{name}", "purpose": "care"},
        )
        yield (
            "POST",
            "/api/v1/memories",
            {"content": f"a note on {name}", "subject_ids": [name], "access_grants": [name]},
        )
    for memory in ids:
        yield "GET", f"/api/v1/memories/{memory}", None
        yield "GET", f"/api/v1/memories/{memory}/versions", None
        yield "PATCH", f"/api/v1/memories/{memory}", {"title": "mine", "version": 1}
        yield "DELETE", f"/api/v1/memories/{memory}", None
        yield "POST", f"/api/v1/memories/{memory}/grants", {"grantee": "si:max_agent"}
        yield "DELETE", f"/api/v1/memories/{memory}/grants/si:max_agent", None
        yield "POST", "/api/v1/access/check", {"memory": memory, "principal": "si:max_agent"}
        yield "POST", "/api/v1/access/check", {"checks": [{"memory": memory, "principal": "si:max_agent"}]}
        yield "POST", "/api/v1/access/explain", {"memory": memory, "principal": "si:max_agent"}
        yield "GET", f"/api/v1/privacy/audit?memory={memory}", None
        yield (
            "POST",
            "/api/v1/consents",
            {"grantor": "human:sean", "grantee": "si:max_agent", "scope": f"memory:{memory}"},
        )
    yield "POST", "/api/v1/memories", {"content": "Bella has a heart murmur", "kind": "raw"}
    yield "GET", "/api/v1/memories", None
    yield "GET", "/api/v1/whoami", None


def play(token: str, steps: Iterable[Step], known: frozenset[str]) -> list[str]:
    """Ask every step and return each with its plain answer, following lists to their end."""
    asker, answers = client(token), []
    for method, path, body in steps:
        response = asker.generic(
            method, path, json.dumps(body) if body is not None else "", "application/json"
        )
        answers.append(f"{method} {path} {json.dumps(body)} -> {plain(response, known)}")
        answers.extend(_rest(asker, path, response, known))
    return answers


def _rest(asker: APIClient, path: str, response: Any, known: frozenset[str]) -> Iterator[str]:
    while method_next(response):
        sign = "&" if "?" in path else "?"
        response = asker.get(f"{path}{sign}cursor={method_next(response)}")
        yield f"next of {path} -> {plain(response, known)}"


def method_next(response: Any) -> str | None:
    if response.status_code != 200:
        return None
    found: str | None = json.loads(response.content).get("next")
    return found
