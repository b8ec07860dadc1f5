"""Field types that take exactly one JSON type each and say in a sentence what is wrong.

Every field has `take(value)`, the fast path the serializer calls for a value that is there and is
not null. They subclass DRF's fields so that drf-spectacular describes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

from rest_framework import serializers
from rest_framework.fields import empty

from memory_admin.http import wellformed
from memory_admin.http.problem import Problem

Rule = Callable[[str], str]
_RFC3339: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"(?:\.([0-9]+))?([Zz]|[+-][0-9]{2}:[0-9]{2})?"
)
# What the description says of text; the check itself is exact (wellformed.py).
_NO_NUL: Final = r"^[^\x00]*$"
_VISIBLE: Final = r"^[^\x00]*[^\s\x00-\x1f\x7f-\xa0][^\x00]*$"
_EARLIEST, _LATEST = datetime(1000, 1, 1, tzinfo=UTC), datetime(9998, 1, 1, tzinfo=UTC)


def refuse(message: str, code: str = "invalid", *, path: str = "") -> NoReturn:
    """Raise the error of a field, outside of one by its path: a sentence, and a code for the whole answer."""
    raise serializers.ValidationError({path: message} if path else message, code=code)


class _Strict(serializers.Field[Any, Any, Any, Any]):
    def take(self, value: Any) -> Any:
        """Return the value this field accepts; raises ValidationError otherwise."""
        raise NotImplementedError

    def run_validation(self, data: Any = empty) -> Any:
        is_empty, value = self.validate_empty_values(data)
        return value if is_empty else self.take(value)


class TextField(_Strict, serializers.CharField):
    """Text up to `max_length` characters, seen as it was sent; blank only where `blank` says so.

    `rule` may make the text canonical; a ValueError it raises becomes the field's error.
    """

    def __init__(
        self, *, max_length: int, blank: bool = False, rule: Rule | None = None, **kwargs: Any
    ) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(max_length=max_length, allow_blank=blank, **kwargs)
        self.most, self.blank, self.rule = max_length, blank, rule
        self.pattern = _NO_NUL if blank else _VISIBLE

    def take(self, value: Any) -> str:
        if type(value) is not str:
            refuse("Must be text.")
        if len(value) > self.most:
            refuse(f"Must be at most {self.most} characters long.")
        if wellformed.is_bad_text(value):
            refuse("Must not hold a NUL or a lone surrogate.", "bad_text")
        if not self.blank and not value[:1].isalnum() and wellformed.is_blank(value):
            refuse("Must not be blank.")
        return value if self.rule is None else _ruled(self.rule, value)


def _ruled(rule: Rule, value: str) -> str:
    try:
        return rule(value)
    except ValueError as error:
        refuse(str(error))


class PublicIdField(TextField):
    """A public id: the prefix, an underscore and 32 hexadecimal digits."""

    def __init__(self, prefix: str, **kwargs: Any) -> None:
        self.prefix, self.shape = prefix, re.compile(rf"{prefix}_[0-9a-f]{{32}}")
        super().__init__(max_length=len(prefix) + 33, rule=self._shaped, **kwargs)
        self.pattern = f"^{self.shape.pattern}$"

    def _shaped(self, value: str) -> str:
        if not self.shape.fullmatch(value):
            raise ValueError(f"Must be an id that starts with {self.prefix}_.")
        return value


class ChoiceOf(_Strict, serializers.ChoiceField):
    """One word of a closed list."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        super().__init__(choices=list(choices), **kwargs)
        self.words = frozenset(self.choices)

    def take(self, value: Any) -> str:
        if type(value) is not str or value not in self.words:
            refuse("Must be one of: " + ", ".join(map(str, self.choices)) + ".")
        return value


class TimeField(_Strict, serializers.DateTimeField):
    """An RFC 3339 time with an offset, kept in UTC to the microsecond; a naive one is `naive_time`."""

    def take(self, value: Any) -> datetime:
        found = _RFC3339.fullmatch(value) if type(value) is str else None
        if not found:
            refuse("Must be an RFC 3339 time, like 2026-03-01T09:00:00+00:00.")
        day, clock, fraction, offset = found.groups()
        if offset is None:
            refuse("Must have an offset, like Z or +01:00.", "naive_time")
        try:
            moment = datetime.fromisoformat(f"{day}T{clock}.{(fraction or '0')[:6]:0<6}{offset.upper()}")
            return _kept(moment.astimezone(UTC))
        except (ValueError, OverflowError):
            refuse("Must be a time that exists, between the years 1000 and 9997.")


def _kept(moment: datetime) -> datetime:
    if not _EARLIEST <= moment < _LATEST:
        raise ValueError
    return moment


class NumberField(_Strict, serializers.FloatField):
    """A finite number from `low` to `high`, both included; kept as a float."""

    def __init__(self, *, low: float, high: float, **kwargs: Any) -> None:
        super().__init__(min_value=low, max_value=high, **kwargs)
        self.low, self.high = low, high

    def take(self, value: Any) -> float:
        if type(value) is not float and type(value) is not int:
            refuse("Must be a number.")
        if not self.low <= value <= self.high:  # also refuses NaN and both infinities
            refuse(f"Must be from {self.low:g} to {self.high:g}.")
        return float(value)


class WholeField(_Strict, serializers.IntegerField):
    """A whole number from `low` to `high`, both included."""

    def __init__(self, *, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(min_value=low, max_value=high, **kwargs)
        self.low, self.high = low, high

    def take(self, value: Any) -> int:
        if type(value) is not int:
            refuse("Must be a whole number.")
        if not self.low <= value <= self.high:
            refuse(f"Must be from {self.low} to {self.high}.")
        return value


class FlagField(_Strict, serializers.BooleanField):
    """True or false, not the words for them."""

    def take(self, value: Any) -> bool:
        if type(value) is not bool:
            refuse("Must be true or false.")
        return value


class ObjectField(_Strict, serializers.DictField):
    """Any JSON object within bounds: bytes as compact JSON, and levels of nesting."""

    def __init__(self, *, max_bytes: int = 16_384, max_depth: int = 8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_bytes, self.max_depth = max_bytes, max_depth

    def take(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            refuse("Must be an object.")
        if value:
            self._check_bounds(value)
        return value

    def _check_bounds(self, value: dict[str, Any]) -> None:
        if wellformed.is_deeper_than(value, self.max_depth):
            refuse(f"Must not nest more than {self.max_depth} levels.")
        if wellformed.holds_bad_text(value):
            refuse("Must not hold a NUL or a lone surrogate.", "bad_text")
        if len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()) > self.max_bytes:
            refuse(f"Must be at most {self.max_bytes} bytes as JSON.")


class ListOf(_Strict, serializers.ListField):
    """A list of at most `max_items`, each taken by `child`; errors are named by index."""

    def __init__(self, child: Any, *, max_items: int, min_items: int = 0, **kwargs: Any) -> None:
        super().__init__(child=child, max_length=max_items, min_length=min_items or None, **kwargs)
        self.most, self.least = max_items, min_items

    def take(self, value: Any) -> list[Any]:
        self._check_size(value)
        child = self.child
        take = getattr(child, "take", child.run_validation)
        taken, errors = [], {}
        for index, item in enumerate(value):
            try:
                taken.append(child.run_validation(item) if item is None else take(item))
            except serializers.ValidationError as error:
                errors[str(index)] = error.detail
        if errors:
            raise serializers.ValidationError(errors)
        return taken

    def _check_size(self, value: Any) -> None:
        if type(value) is not list:
            refuse("Must be a list.")
        if len(value) > self.most:
            refuse(f"Must have at most {self.most} items.")
        if len(value) < self.least:
            refuse(f"Must have at least {self.least} item{'s' if self.least > 1 else ''}.")


class OneOrList(ListOf):
    """A list, or what would be all of it, by itself."""

    def take(self, value: Any) -> list[Any]:
        return super().take(value if type(value) is list else [value])


class EachOf(ListOf):
    """A list judged item by item: a bad item becomes its own Problem in its place, the rest stand.

    The view says `judged_apart = "<this field>"` so that the parser leaves the items' text to us.
    """

    def take(self, value: Any) -> list[Any]:
        self._check_size(value)
        return [self._judged(item) for item in value]

    def _judged(self, item: Any) -> Any:
        try:
            return type(self.child).check(item)  # type: ignore[attr-defined]
        except Problem as problem:
            return problem
