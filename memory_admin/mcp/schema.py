"""What a shape takes, as a flat JSON schema: every object written out in its place, no references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.fields import empty

from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer

Schema = dict[str, Any]


def schema_of(shape: StrictSerializer, words: Mapping[str, str]) -> Schema:
    """Return the schema of an object; `words` describe its fields by name."""
    fields = shape.fields
    properties = {name: _described(field, words.get(name), words) for name, field in fields.items()}
    required = [name for name, field in fields.items() if field.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _described(field: Any, text: str | None, words: Mapping[str, str]) -> Schema:
    found = _schema(field, words)
    if text:
        found["description"] = text
    if not (field.default is empty or field.default is None or callable(field.default)):
        found["default"] = field.default
    return found


def _schema(field: Any, words: Mapping[str, str]) -> Schema:
    match field:
        case StrictSerializer():
            return schema_of(field, words)
        case ListOf():
            return {"type": "array", "items": _schema(field.child, words), "maxItems": field.most}
        case ObjectField():
            return {"type": "object"}
        case FlagField():
            return {"type": "boolean"}
        case NumberField() | WholeField():
            kind = "integer" if isinstance(field, WholeField) else "number"
            return {"type": kind, "minimum": field.low, "maximum": field.high}
    return _text(field)


def _text(field: Any) -> Schema:
    match field:
        case ChoiceOf():
            return {"type": "string", "enum": list(field.choices)}
        case TimeField():
            return {"type": "string", "format": "date-time"}
        case TextField():
            return {"type": "string", "maxLength": field.most, **({} if field.blank else {"minLength": 1})}
    raise TypeError(f"no schema for {type(field).__name__}")
