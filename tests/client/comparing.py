"""Holds a type of the client against a shape of the published description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


class Description:
    """The published description, its references followed."""

    def __init__(self, document: Schema) -> None:
        self.paths = document["paths"]
        self._shapes = document["components"]["schemas"]

    def followed(self, schema: Schema) -> tuple[Schema, bool]:
        """Return a shape without its null, and whether it may be null."""
        if "$ref" in schema:
            return self.followed(self._shapes[schema["$ref"].rpartition("/")[2]])
        if "oneOf" in schema:
            real = [one for one in schema["oneOf"] if one.get("type") != "null"]
            return self.followed(real[0])[0], len(real) < len(schema["oneOf"])
        kinds = schema.get("type")
        if isinstance(kinds, list):
            left = [kind for kind in kinds if kind != "null"]
            return {**schema, "type": left[0]}, True
        return schema, False

    def differences(self, hint: Any, schema: Schema, where: str) -> Iterator[str]:
        """Yield in what a type and a shape differ, each with where."""
        hint, may_be_none = _without_none(hint)
        schema, nullable = self.followed(schema)
        if may_be_none != nullable:
            yield f"{where}: null is {'published' if nullable else 'not published'}"
        yield from self._same(hint, schema, where)

    def _same(self, hint: Any, schema: Schema, where: str) -> Iterator[str]:
        if "enum" in schema or get_origin(hint) is Literal:
            published = {word for word in schema.get("enum", ()) if word is not None}
            if set(get_args(hint)) != published:
                yield f"{where}: {get_args(hint) or hint}, published {sorted(published)}"
        elif is_typeddict(hint):
            yield from self._fields(hint, schema, where)
        elif get_origin(hint) is list:
            yield from self.differences(get_args(hint)[0], schema.get("items", {}), f"{where}[]")
        elif _said(hint) != _published(schema):
            yield f"{where}: {_said(hint)}, published {_published(schema)}"

    def _fields(self, hint: Any, schema: Schema, where: str) -> Iterator[str]:
        known, published = fields_of(hint), schema.get("properties", {})
        for name in sorted(known.keys() ^ published.keys()):
            yield f"{where}.{name}: only {'the client has it' if name in known else 'published'}"
        for name in sorted(known.keys() & published.keys()):
            field, required = known[name]
            if required != (name in schema.get("required", ())):
                yield f"{where}.{name}: {'required' if required else 'optional'} here alone"
            yield from self.differences(field, published[name], f"{where}.{name}")


def fields_of(hint: Any) -> dict[str, tuple[Any, bool]]:
    """Return each field of a TypedDict with its type and whether it is required."""
    found = get_type_hints(hint, include_extras=True)
    return {name: (_bare(field), name in hint.__required_keys__) for name, field in found.items()}


def _bare(field: Any) -> Any:
    return get_args(field)[0] if get_origin(field) in {Required, NotRequired} else field


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) not in {Union, UnionType}:
        return hint, False
    left = [one for one in get_args(hint) if one is not NoneType]
    return Union[tuple(left)], len(left) < len(get_args(hint))  # noqa: UP007  (made of what is left)


def _said(hint: Any) -> str:
    """Return what a plain type is called in a description."""
    if set(get_args(hint)) == {datetime, str}:
        return "date-time"
    if get_origin(hint) is Annotated:
        return str(hint.__metadata__[0])
    if hint is Any:
        return "anything"
    return "object" if get_origin(hint) in {dict, Mapping} else PLAIN.get(hint, str(hint))


def _published(schema: Schema) -> str:
    return str(
        schema.get("format") if schema.get("format") == "date-time" else schema.get("type", "anything")
    )
