"""Every method of the client with the call it makes, its arguments being their own names."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack, get_args, get_origin, get_type_hints

from memory_admin_client.call import Call, Pages
from memory_admin_client.method import Listing, Method
from memory_admin_client.methods import Methods
from tests.client.comparing import fields_of

Fields = dict[str, tuple[Any, bool]]


@dataclass(frozen=True)
class Described:
    """One method: its call, each field with its type and whether it must be given, and its answer."""

    name: str
    call: Call[Any]
    fields: Fields
    answers: Any

    @property
    def operation(self) -> tuple[str, str]:
        return self.call.method.lower(), "/api/v1" + self.call.path


def every_method() -> Iterator[Described]:
    """Return all methods that make one call."""
    for name, method in vars(Methods).items():
        if isinstance(method, Method | Listing):
            fields = _fields(method.describe)
            call = method.describe(**{field: field for field in fields})
            answers = get_args(get_type_hints(method.describe)["return"])[0]
            yield Described(name, call, fields, answers)


def _fields(describe: Any) -> Fields:
    hints, found = get_type_hints(describe, include_extras=True), Fields()
    for parameter in inspect.signature(describe).parameters.values():
        hint = hints[parameter.name]
        if get_origin(hint) is Unpack:
            found |= fields_of(get_args(hint)[0])
        else:
            found[parameter.name] = (hint, parameter.default is inspect.Parameter.empty)
    return found


def is_list(described: Described) -> bool:
    return isinstance(described.call, Pages)
