"""How endpoints describe themselves in OpenAPI: from the same declarations that check requests."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final

from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import OpenApiParameter

from memory_admin.http import codes, declared
from memory_admin.http.problem import MEDIA_TYPE
from memory_admin.http.serializer import StrictSerializer

ALWAYS: Final = (400, 401, 403, 404, 406, 409, 413, 422, 429, 500, 503)
WITH_BODY: Final = (411, 415)
PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "RFC 9457. `code` is stable; `errors` holds sentences by field path, like items.3.title.",
    "required": ["type", "title", "status", "code", "detail", "errors", "request_id"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        "request_id": {"type": "string", "pattern": "^req_[0-9a-f]{32}$"},
    },
}
COMPONENTS: Final[dict[str, Any]] = {
    "schemas": {"Problem": PROBLEM},
    "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
}
SETTINGS: Final[dict[str, Any]] = {
    "APPEND_COMPONENTS": COMPONENTS,
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
}
"""Merge into SPECTACULAR_SETTINGS."""
_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,200}$"},
    OpenApiParameter.HEADER,
    description="The same key and body have one effect; another body is 409.",
)
_IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^"[0-9]{1,18}"$'},
    OpenApiParameter.HEADER,
    description="The version this changes, as ETag gave it.",
)


def problem_response(status: int) -> dict[str, Any]:
    """Return the OpenAPI response of a status, with the codes that usually come with it."""
    lines = [f"- `{code}`: {codes.CODES[code][1]}" for code in codes.with_status(status)]
    return {
        "description": "\n".join([HTTPStatus(status).phrase, "", *lines]),
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


# A shape without a sentence of its own has that of all shapes, which is for whoever writes one.
_OF_ALL = get_doc(StrictSerializer)


class EndpointSchema(AutoSchema):
    """Reads `scope`, `takes`, `takes_query` and `returns` of an Endpoint."""

    view: Any

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation: dict[str, Any] = super().get_operation(*args, **kwargs) or {"responses": {}}
        statuses = ALWAYS + (WITH_BODY if self.method in declared.WITH_BODY else ())
        for status in sorted(statuses):
            operation["responses"].setdefault(str(status), problem_response(status))
        return operation

    def get_operation_id(self) -> str:
        words = re.sub(r"[{}]", "", self.path.removeprefix("/api/v1/")).replace("-", "_").split("/")
        return "_".join([self.method.lower(), *filter(None, words)])

    def get_auth(self) -> list[Any]:
        return [] if declared.scope(self.view, self.method) == declared.PUBLIC else [{"bearer": []}]

    def get_description(self) -> str:  # type: ignore[override]
        scope = declared.scope(self.view, self.method)
        needs = {None: "Needs any valid token.", declared.PUBLIC: "Needs no token."}
        text: str = super().get_description()
        return f"{text}\n\n{needs.get(scope, f'Needs the scope `{scope}`.')}".strip()

    def get_request_serializer(self) -> Any:
        shape = declared.takes(self.view, self.method)
        return shape if self.method in declared.WITH_BODY and shape.shared().fields else None

    def get_response_serializers(self) -> Any:
        return declared.returns(self.view, self.method)

    def get_override_parameters(self) -> list[Any]:
        found: list[Any] = []
        query = declared.takes_query(self.view, self.method)
        if query.shared().fields:
            found.append(query)
        if declared.is_write(self.view, self.method):
            found.append(_KEY)
        if self.method in self.view.from_version:
            found.append(_IF_MATCH)
        return found


class StrictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of every body that it takes no other fields."""

    target_class = "memory_admin.http.serializer.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Any:
        plain: Any = auto_schema._map_serializer
        schema = plain(self.target, direction, bypass_extensions=True)
        if direction == "request":
            schema["additionalProperties"] = False
        if schema.get("description") == _OF_ALL:
            del schema["description"]
        if self.target.alone and direction == "request":
            return {"oneOf": [schema, schema["properties"][self.target.alone]]}
        return schema


class OneOrListExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Says that the only item may stand by itself."""

    target_class = "memory_admin.http.fields.OneOrList"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Any:
        plain: Any = auto_schema._map_serializer_field
        schema = plain(self.target, direction, bypass_extensions=True)
        # Whoever called this adds that it may be null, and would match it twice.
        return {"oneOf": [{**schema, "type": "array"}, schema["items"]]}


class TextExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Says of text what it must look like."""

    target_class = "memory_admin.http.fields.TextField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Any:
        plain: Any = auto_schema._map_serializer_field
        # Plain text again: who called this adds that it may be null, and would add it twice.
        schema = {**plain(self.target, direction, bypass_extensions=True), "type": "string"}
        # A pattern would make blank text one of two alternatives, both of which it is: described as refused.
        described = direction == "request" and not self.target.blank
        return schema | ({"pattern": self.target.pattern} if described else {})
