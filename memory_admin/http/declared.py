"""What an endpoint declares about itself, per method: the same words serve requests and OpenAPI."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, ClassVar, Final, Protocol

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.response import Response

from memory_admin.http.fields import ListOf, TextField
from memory_admin.http.json import render
from memory_admin.http.query import NoQuery, StrictQuery
from memory_admin.http.serializer import NoBody, StrictSerializer

Shape = type[StrictSerializer]
Query = type[StrictQuery]
Scope = str | None
Returns = dict[int, Shape | None]
WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
HANDLED: Final = ["head", *map(str.lower, METHODS)]
PUBLIC: Final = "public: no credential needed"
"""The scope of an endpoint that anyone may call; `None` asks for any credential."""


class Declares(Protocol):
    """An endpoint, as far as its declarations go; a dict is read by method."""

    scope: ClassVar[Any]
    takes: ClassVar[Any]
    takes_query: ClassVar[Any]
    returns: ClassVar[Any]
    reads: ClassVar[bool]


def scope(endpoint: Declares, method: str) -> Scope:
    """Return the scope a method needs; raises KeyError when a dict leaves the method out."""
    found: Scope = endpoint.scope[method] if isinstance(endpoint.scope, dict) else endpoint.scope
    return found


def takes(endpoint: Declares, method: str) -> Shape:
    """Return the body's shape; a plain `takes` is for POST, PUT and PATCH."""
    found: Shape | None
    if isinstance(endpoint.takes, dict):
        found = endpoint.takes.get(method)
    else:
        found = endpoint.takes if method != "DELETE" else None
    return found or NoBody


def takes_query(endpoint: Declares, method: str) -> Query:
    """Return the query's shape; a plain `takes_query` is for GET."""
    found: Query | None
    if isinstance(endpoint.takes_query, dict):
        found = endpoint.takes_query.get(method)
    else:
        found = endpoint.takes_query if method == "GET" else None
    return found or NoQuery


def returns(endpoint: Declares, method: str) -> Returns:
    """Return the answers by status; a plain `returns` is 200, and none at all is 204."""
    found: Any = endpoint.returns
    if isinstance(found, dict) and any(isinstance(key, str) for key in found):
        found = found[method]
    if isinstance(found, dict):
        return found
    return {204: None} if found is None else {200: found}


def is_write(endpoint: Declares, method: str) -> bool:
    """Tell whether a method changes something; a POST that only reads says `reads = True`."""
    return method in WITH_BODY and not endpoint.reads


def check(endpoint: type[Any]) -> None:
    """Raise TypeError unless an endpoint class says all it has to; called when it is defined."""
    for name in ("scope", "returns"):
        if not any(name in vars(base) for base in endpoint.__mro__):
            raise TypeError(f"{endpoint.__qualname__} must declare `{name}`: nothing is open by omission.")
    methods = {method for method in METHODS if hasattr(endpoint, method.lower())}
    if not methods:
        raise TypeError(f"{endpoint.__qualname__} has no get, post, put, patch or delete.")
    if isinstance(endpoint.scope, dict) and set(endpoint.scope) != methods:
        raise TypeError(f"{endpoint.__qualname__}.scope must name exactly {sorted(methods)}.")


def check_answer(endpoint: Declares, method: str, response: HttpResponseBase) -> None:
    """Raise TypeError when an answer is not what the endpoint says it returns (on in tests)."""
    if not isinstance(response, Response) or response.status_code >= 400:
        return
    promised = returns(endpoint, method)
    if response.status_code not in promised:
        raise TypeError(f"status {response.status_code} is not declared in `returns`")
    shape = promised[response.status_code]
    if shape is None:
        return
    try:
        shape.shared().take(json.loads(render(response.data)))
    except serializers.ValidationError as error:
        raise TypeError(f"the answer is not a {shape.__name__}: {error.detail}") from None


@cache
def page_of(shape: Shape, most: int = 200) -> Shape:
    """Return the shape of a page of `shape`, as cursor.Paging.page builds it."""
    fields = {
        "items": ListOf(shape(), max_items=most),
        "next": TextField(max_length=2000, allow_null=True),
        "previous": TextField(max_length=2000, allow_null=True),
    }
    return type(f"{shape.__name__}Page", (StrictSerializer,), fields)
