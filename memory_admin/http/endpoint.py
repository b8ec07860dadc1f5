"""The base of every endpoint: who may, what it takes and what it returns are declared, not coded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import MethodNotAllowed, NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.response import Response
from rest_framework.views import APIView

from memory_admin.http import declared, idempotency, problem, throttle, wellformed
from memory_admin.http.handler import handle
from memory_admin.http.json import JSONRenderer, StrictJSONParser
from memory_admin.http.openapi import EndpointSchema
from memory_admin.http.request import ApiRequest


class JsonOnly(BaseContentNegotiation):
    """Answers JSON to whoever takes JSON; the address has no say in it."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        accepted = ("application/json", problem.MEDIA_TYPE)
        if not any(request._request.accepts(media_type) for media_type in accepted):
            raise NotAcceptable
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """One address. Declare `scope`, `returns` and what it takes; define get, post, put, patch, delete.

    Order: Accept, credential (401), method (405), scope (403), rate (429), path, query, key, body (400).
    `scope`, `takes`, `takes_query` and `returns` may each be a dict by method. `from_version` names the
    methods that change what was read from its version, by If-Match.
    """

    scope: ClassVar[Any]
    takes: ClassVar[Any] = None
    takes_query: ClassVar[Any] = None
    returns: ClassVar[Any]
    reads: ClassVar[bool] = False
    from_version: ClassVar[tuple[str, ...]] = ("PUT", "PATCH")
    body_limit: ClassVar[int] = 0
    judged_apart: ClassVar[str] = ""

    request: ApiRequest
    schema = EndpointSchema()
    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = JsonOnly
    permission_classes = ()
    http_method_names = declared.HANDLED

    def __init_subclass__(cls, *, abstract: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not abstract:
            declared.check(cls)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> ApiRequest:
        return ApiRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        self.format_kwarg = None
        renderer, media_type = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = renderer, media_type
        method = "GET" if request.method == "HEAD" else request.method or ""
        self._admit(request, method)
        self._read(request, method)

    def _admit(self, request: ApiRequest, method: str) -> None:
        public = self._is_public(method)
        caller = None if public else request.caller
        if not hasattr(self, method.lower()) or method.lower() not in self.http_method_names:
            raise MethodNotAllowed(method)
        scope = declared.scope(self, method)
        if caller is not None and scope is not None and scope not in caller.scopes:
            raise problem.scope_missing(scope)
        throttle.check(getattr(caller, "credential_id", None))

    def _is_public(self, method: str) -> bool:
        scope = self.scope.get(method) if isinstance(self.scope, dict) else self.scope
        return bool(scope == declared.PUBLIC)

    def _read(self, request: ApiRequest, method: str) -> None:
        if any(isinstance(part, str) and wellformed.is_bad_text(part) for part in self.kwargs.values()):
            raise problem.bad_request("bad_text")
        raw = request.META.get("QUERY_STRING", "")
        request.query = declared.takes_query(self, method).check_query(raw)
        if request.idempotency_key is not None and not declared.is_write(self, method):
            raise problem.bad_request("idempotency_key_on_read")
        request.taken = self._body(request, method)
        idempotency.expected_version(request.META.get("HTTP_IF_MATCH"), request.taken.get("version"))

    def _body(self, request: ApiRequest, method: str) -> dict[str, Any]:
        if method in declared.WITH_BODY:
            return declared.takes(self, method).check({} if request.stream is None else request.data)
        if request.META.get("CONTENT_LENGTH") not in {None, "", "0"}:
            raise problem.bad_request("unexpected_body")
        return {}

    def get_exception_handler(self) -> Any:
        return handle

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        found = Response(response) if isinstance(response, dict) else response
        if getattr(settings, "MEMORY_ADMIN_CHECK_ANSWERS", False):
            declared.check_answer(self, "GET" if request.method == "HEAD" else request.method, found)
        return super().finalize_response(request, found, *args, **kwargs)


def answer(fields: Mapping[str, object] | None, *, status: int = 200, version: int | None = None) -> Response:
    """Return an answer with its status, and with the ETag of `version` where there is one."""
    response = Response(fields, status=status)
    if version is not None:
        response["ETag"] = idempotency.etag(version)
    return response
