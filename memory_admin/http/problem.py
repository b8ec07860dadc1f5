"""The one error every layer raises and every door answers: RFC 9457 `application/problem+json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from memory_admin.http import codes

Errors = dict[str, list[str]]
MEDIA_TYPE: Final = "application/problem+json"


class Problem(Exception):
    """A refusal or failure with a stable code; its text holds status and code only, so logs may keep it."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str = "",
        errors: Errors | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code
        self.detail = detail or spelled(errors or {}) or codes.title(status, code)
        self.errors: Errors = errors or {}
        self.headers: dict[str, str] = dict(headers or {})
        self.members: dict[str, object] = {}

    def having(self, **members: object) -> Problem:
        """Add members of this problem's own to the answer, e.g. `findings`; never the standard ones."""
        self.members.update(members)
        return self


def spelled(errors: Errors) -> str:
    """Return the first error with its path, and how many more there are: `limit: Must be from 1 to 200.`"""
    lines = [f"{_seen(path)}: {line}" for path, found in errors.items() for line in found]
    more = f" And {len(lines) - 1} more: see errors." if len(lines) > 1 else ""
    return lines[0] + more if lines else ""


def _seen(path: str) -> str:
    """Return a path as it is, or escaped where a name in it cannot be seen."""
    return path if path.isprintable() and path.strip() else ascii(path)


def body(problem: Problem, request_id: str) -> dict[str, object]:
    """Return the problem as RFC 9457 describes it, with our code, errors by field and request id."""
    return {
        **problem.members,
        "type": f"/problems/{problem.code}",
        "title": codes.title(problem.status, problem.code),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        "errors": problem.errors,
        "request_id": request_id,
    }


def bad_request(code: str = "bad_request", detail: str = "", errors: Errors | None = None) -> Problem:
    """Return a 400: malformed or unknown."""
    return Problem(400, code, detail, errors)


def unauthenticated(*, presented: bool = False) -> Problem:
    """Return a 401 with the RFC 6750 challenge; `presented` when a token was sent and is no good."""
    challenge = 'Bearer realm="memory-admin"' + (', error="invalid_token"' if presented else "")
    return Problem(401, "unauthenticated", headers={"WWW-Authenticate": challenge})


def scope_missing(scope: str) -> Problem:
    """Return a 403 that names the scope this endpoint needs."""
    challenge = f'Bearer realm="memory-admin", error="insufficient_scope", scope="{scope}"'
    return Problem(
        403, "scope_missing", f"This needs the scope {scope}.", headers={"WWW-Authenticate": challenge}
    )


def not_found() -> Problem:
    """Return the one 404 there is: the same for what is absent and for what the caller may not see."""
    return Problem(404, "not_found")


def conflict(code: str = "conflict", detail: str = "", errors: Errors | None = None) -> Problem:
    """Return a 409: at odds with what is there."""
    return Problem(409, code, detail, errors)


def unprocessable(code: str = "refused", detail: str = "", errors: Errors | None = None) -> Problem:
    """Return a 422: well-formed and refused."""
    return Problem(422, code, detail, errors)


def too_large(limit: int) -> Problem:
    """Return a 413 that names the limit in bytes."""
    return Problem(413, "too_large", f"At most {limit} bytes ({limit / 2**20:.4g} MB) are taken here.")


def too_many(retry_after: int) -> Problem:
    """Return a 429; `retry_after` in seconds."""
    return Problem(429, "too_many", headers={"Retry-After": str(max(1, retry_after))})


def unavailable(retry_after: int = 5) -> Problem:
    """Return a 503 for a part that is away; `retry_after` in seconds."""
    return Problem(503, "unavailable", headers={"Retry-After": str(retry_after)})


def not_recorded() -> Problem:
    """Return the 503 of "no record, no answer": raise it when an audit row could not be written."""
    return Problem(503, "not_recorded", headers={"Retry-After": "5"})
