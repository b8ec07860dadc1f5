"""What is asked of the site, before anybody sends it: one description serves every transport."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Generic, TypedDict, TypeVar

T = TypeVar("T")
Fields = Mapping[str, object]
_PLACE: Final = re.compile(r"\{(\w+)\}")
_KEY: Final = "idempotency_key"


class Effect(Enum):
    """What a second sending of the same call would do."""

    NONE = "asks, and may be asked again"
    ONCE = "changes something, once for each Idempotency-Key"
    EACH = "counts each time, so it is never sent again by itself"


class Once(TypedDict, total=False):
    """What every write takes besides; without a key of your own each call gets a new one."""

    idempotency_key: str


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request whose answer is a T; its text shows no value of it, so logs may keep it."""

    method: str
    path: str
    effect: Effect
    places: Fields = field(default_factory=dict, repr=False)
    query: Fields = field(default_factory=dict, repr=False)
    body: Fields | None = field(default=None, repr=False)
    idempotency_key: str | None = field(default=None, repr=False)


class Pages(Call[T]):
    """A list in pages, each item a T."""

    __slots__ = ()

    def at(self, cursor: str) -> Pages[T]:
        """Return the call for the page that a cursor leads to."""
        return replace(self, query={**self.query, "cursor": cursor})


def read(path: str, fields: Fields | None = None) -> Call[Any]:
    """Describe a GET; fields that are not in the path are the query."""
    places, query = _parted(path, fields or {})
    return Call("GET", path, Effect.NONE, places, query)


def pages(path: str, fields: Fields) -> Pages[Any]:
    """Describe a list."""
    places, query = _parted(path, fields)
    return Pages("GET", path, Effect.NONE, places, query)


def ask(path: str, fields: Fields, *, effect: Effect = Effect.NONE) -> Call[Any]:
    """Describe a POST that takes no key."""
    places, body = _parted(path, fields)
    return Call("POST", path, effect, places, body=body)


def write(method: str, path: str, fields: Fields, *, in_query: tuple[str, ...] = ()) -> Call[Any]:
    """Describe a change; fields that are neither in the path nor named for the query are the body."""
    places, rest = _parted(path, fields)
    key = rest.pop(_KEY, None)
    query = {name: rest.pop(name) for name in in_query if name in rest}
    body = rest if method != "DELETE" else None
    return Call(method, path, Effect.ONCE, places, query, body, None if key is None else str(key))


def _parted(path: str, fields: Fields) -> tuple[dict[str, object], dict[str, object]]:
    named = set(_PLACE.findall(path))
    places = {name: value for name, value in fields.items() if name in named}
    return places, {name: value for name, value in fields.items() if name not in named}
