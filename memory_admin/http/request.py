"""The typed request an endpoint works with."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest
from rest_framework.request import Request

from memory_admin.http import idempotency, problem

if TYPE_CHECKING:
    from profiles.types import Caller

_KEY = "memory_admin.request_id"


def request_id_of(request: HttpRequest) -> str:
    """Return the id of a request, `req_` and 32 hexadecimal digits; always ours, never the client's."""
    found: str = request.META.setdefault(_KEY, "")
    if not found:
        found = request.META[_KEY] = f"req_{uuid.uuid4().hex}"
    return found


class ApiRequest(Request):
    """A request that has been authenticated, checked and read; see endpoint.py for the order."""

    taken: dict[str, Any]
    """The body's fields, as `takes` gives them."""
    query: dict[str, Any]
    """The query parameters, as `takes_query` gives them."""

    @property
    def request_id(self) -> str:
        """Return the id every record and answer of this request carries."""
        return request_id_of(self._request)

    @property
    def caller(self) -> Caller:
        """Return who asks, as the authenticator's second value says; raises Problem 401 for nobody."""
        if self.auth is None:
            raise problem.unauthenticated(presented="HTTP_AUTHORIZATION" in self.META)
        return cast("Caller", self.auth)

    def require(self, scope: str) -> None:
        """Raise Problem 403 unless the credential has one more scope, like `recall:self`."""
        if scope not in self.caller.scopes:
            raise problem.scope_missing(scope)

    @property
    def idempotency_key(self) -> str | None:
        """Return the checked Idempotency-Key, if one was sent; raises Problem 400."""
        return idempotency.key(self.META.get("HTTP_IDEMPOTENCY_KEY"))

    @property
    def fingerprint(self) -> str:
        """Return the digest by which a repeated request is recognised as the same one."""
        return idempotency.body_fingerprint(self.method or "", self.path, self.data)

    @property
    def expected_version(self) -> int | None:
        """Return the version the caller means to change, from If-Match or `version` in the body."""
        return idempotency.expected_version(self.META.get("HTTP_IF_MATCH"), self.taken.get("version"))
