"""The serializer every body is read with: unknown fields are refused, errors are named by path."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple, Self

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import empty

from memory_admin.http import codes, wellformed
from memory_admin.http.problem import Errors, Problem, bad_request

_MISSING = object()
_MOST_ERRORS = 100
_SHOWN_OF_A_NAME = 100


class _Slot(NamedTuple):
    name: str
    take: Callable[[Any], Any]
    nullable: bool
    required: bool
    default: Any


class StrictSerializer(serializers.Serializer[Any]):
    """Takes an object with the declared fields and no others. Override `validate` to compare fields.

    Instances hold no state of a request, so one per class serves every thread: use `check`.
    """

    # The field that a plain string in the place of the object stands for, where there is one.
    alone: ClassVar[str] = ""

    @classmethod
    @functools.cache
    def shared(cls) -> Self:
        """Return the one instance of this class."""
        return cls()

    @classmethod
    def check(cls, value: object) -> dict[str, Any]:
        """Return the validated fields; raises Problem 400 with every error under its path."""
        try:
            return cls.shared().take(value)
        except serializers.ValidationError as error:
            raise as_problem(error) from None

    def take(self, value: Any) -> dict[str, Any]:
        if self.alone and type(value) is str:
            value = {self.alone: value}
        if type(value) is not dict:
            raise serializers.ValidationError("Must be an object.")
        errors: dict[str, Any] = self._unknown(value)
        taken: dict[str, Any] = {}
        for slot in self._slots:
            try:
                _fill(taken, slot, value.get(slot.name, _MISSING))
            except serializers.ValidationError as error:
                errors[slot.name] = error.detail
        if errors:
            raise serializers.ValidationError(errors)
        result: dict[str, Any] = self.validate(taken)
        return result

    def run_validation(self, data: Any = empty) -> Any:
        is_empty, value = self.validate_empty_values(data)
        return value if is_empty else self.take(value)

    def _unknown(self, value: dict[str, Any]) -> dict[str, Any]:
        if value.keys() <= self._names:
            return {}
        return {name: [self._strange(name)] for name in value if name not in self._names}

    def _strange(self, name: str) -> ErrorDetail:
        if wellformed.is_bad_text(name):
            return ErrorDetail("Must not hold a NUL or a lone surrogate.", "bad_text")
        return ErrorDetail("Not known here.", "unknown_field")

    @functools.cached_property
    def _slots(self) -> tuple[_Slot, ...]:
        return tuple(_slot(name, field) for name, field in self.fields.items() if not field.read_only)

    @functools.cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(slot.name for slot in self._slots)


class NoBody(StrictSerializer):
    """The body of a request that takes none: nothing, or an empty object."""


def _slot(name: str, field: Any) -> _Slot:
    take = getattr(field, "take", field.run_validation)
    default = _MISSING if field.default is empty else field.default
    return _Slot(name, take, field.allow_null, field.required, default)


def _fill(taken: dict[str, Any], slot: _Slot, value: Any) -> None:
    if value is None:
        if not slot.nullable:
            raise serializers.ValidationError("Must not be null.")
        taken[slot.name] = None
    elif value is not _MISSING:
        taken[slot.name] = slot.take(value)
    elif slot.required:
        raise serializers.ValidationError("Must be there.")
    elif slot.default is not _MISSING:
        taken[slot.name] = slot.default() if callable(slot.default) else copy.copy(slot.default)


def as_problem(error: serializers.ValidationError) -> Problem:
    """Return the 400 for DRF's nested errors: paths joined by dots, the code they agree on."""
    found = list(_flat(error.detail, ""))[:_MOST_ERRORS]
    errors: Errors = {}
    for path, detail in found:
        errors.setdefault(path or "body", []).append(str(detail))
    return bad_request(_common_code([detail.code or "invalid" for _, detail in found]), errors=errors)


def _common_code(found: list[str]) -> str:
    for code in ("unknown_field", "bad_text"):
        if code in found:
            return code
    only = set(found)
    return found[0] if len(only) == 1 and found[0] in codes.CODES else "invalid"


def _flat(detail: Any, path: str) -> Iterator[tuple[str, ErrorDetail]]:
    if isinstance(detail, dict):
        for key, inner in detail.items():
            name = str(key)[:_SHOWN_OF_A_NAME]
            own = "" if name == "non_field_errors" else name
            yield from _flat(inner, ".".join(filter(None, (path, own))))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flat(inner, path)
    else:
        yield path, detail if isinstance(detail, ErrorDetail) else ErrorDetail(str(detail), "invalid")
