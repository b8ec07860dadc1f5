"""Query parameters, read as strictly as bodies."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import parse_qsl

from rest_framework import serializers

from memory_admin.http import problem, wellformed
from memory_admin.http.fields import FlagField, ListOf, TextField, WholeField, refuse
from memory_admin.http.serializer import StrictSerializer, as_problem

LIMIT_DEFAULT: Final = 50
LIMIT_MOST: Final = 200
_MOST_PARAMETERS: Final = 100
_DIGITS: Final = 9
_BAD_TEXT: Final = "Must not hold a NUL or a lone surrogate."
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_FLAGS: Final = {"true": True, "false": False}


class QueryWhole(WholeField):
    """A whole number written in the address."""

    def take(self, value: Any) -> int:
        if not _WHOLE.fullmatch(value):
            refuse("Must be a whole number.")
        return super().take(int(value))


class QueryFlag(FlagField):
    """`true` or `false` written in the address."""

    def take(self, value: Any) -> bool:
        if value not in _FLAGS:
            refuse("Must be true or false.")
        return _FLAGS[value]


class Repeated(ListOf):
    """A parameter that may appear several times: `?tag=heart&tag=vet`."""


class LimitField(QueryWhole):
    """How many items to answer at most: 1 to 200, 50 when not said; more is `limit_too_large`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(low=1, high=LIMIT_MOST, default=LIMIT_DEFAULT, **kwargs)

    def take(self, value: Any) -> int:
        if value.isascii() and value.isdigit() and int(value[:_DIGITS]) > LIMIT_MOST:
            refuse(f"Must be at most {LIMIT_MOST}.", "limit_too_large")
        return super().take(value)


class CursorField(TextField):
    """An opaque cursor as a list gave it in `next` or `previous`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=2000, required=False, **kwargs)

    def take(self, value: Any) -> str:
        try:
            return super().take(value)
        except serializers.ValidationError:
            refuse("Must be a cursor this list gave.", "bad_cursor")


class StrictQuery(StrictSerializer):
    """Takes the declared parameters, each once unless it is `Repeated`, and no others."""

    @classmethod
    def check_query(cls, raw: str) -> dict[str, Any]:
        """Return the validated parameters of a raw query string; raises Problem 400."""
        given = _grouped(_pairs(raw))
        shape = cls.shared()
        twice = [name for name, values in given.items() if len(values) > 1 and not shape.repeats(name)]
        if known := [name for name in twice if name in shape.fields]:
            errors = {name: ["Must appear once."] for name in known}
            raise problem.bad_request("repeated_parameter", errors=errors)
        try:
            return shape.take({n: v if shape.repeats(n) else v[0] for n, v in given.items()})
        except serializers.ValidationError as error:
            raise as_problem(error) from None

    def repeats(self, name: str) -> bool:
        """Tell whether a parameter may appear more than once."""
        return isinstance(self.fields.get(name), Repeated)


class PageQuery(StrictQuery):
    """The parameters of every list; subclass it to add filters."""

    limit = LimitField()
    cursor = CursorField()


class ReasonQuery(StrictQuery):
    """Why something is taken away; kept in the audit."""

    reason = TextField(max_length=500, default="")


class NoQuery(StrictQuery):
    """The parameters of an endpoint that takes none."""


def _pairs(raw: str) -> list[tuple[str, str]]:
    if not raw.isascii():
        raise problem.bad_request("bad_text", "The query must be percent-encoded.")
    try:
        pairs = parse_qsl(raw, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except UnicodeDecodeError:
        raise problem.bad_request("bad_text", "The query is not UTF-8.") from None
    except ValueError:
        raise problem.bad_request("bad_request", "The query has too many parameters.") from None
    if any(wellformed.is_bad_text(part) for pair in pairs for part in pair):
        named = [name for name, value in pairs if wellformed.is_bad_text(value) and name.isidentifier()]
        raise problem.bad_request("bad_text", errors={name: [_BAD_TEXT] for name in named})
    return pairs


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    given: dict[str, list[str]] = {}
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    return given
