"""JSON in and out: a parser that takes nothing doubtful, a renderer that cannot crash on text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import IO, Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.functional import Promise
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from memory_admin.http import problem, wellformed

BODY_LIMIT: Final = 2 * 1024 * 1024
_KEPT_EXACTLY: Final = 2**63
_SHOWN_OF_A_KEY: Final = 100


class StrictJSONParser(BaseParser):
    """Reads one JSON object, or answers 400, 413 or 415; a view may set `body_limit` and `judged_apart`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the body; `judged_apart` names a list whose items' text is left to their own check."""
        view = (parser_context or {}).get("view")
        _check_media_type(media_type or "")
        limit = getattr(view, "body_limit", 0) or getattr(settings, "MEMORY_ADMIN_BODY_LIMIT", BODY_LIMIT)
        return parse(_read(stream, limit), judged_apart=getattr(view, "judged_apart", ""))


def parse(raw: bytes, *, judged_apart: str = "") -> dict[str, Any]:
    """Return the JSON object in `raw`; raises Problem 400 with the code that says what is wrong."""
    text = _decoded(raw)
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise problem.bad_request("too_deep") from None
    except json.JSONDecodeError as error:
        where = f"The body is not JSON (line {error.lineno}, column {error.colno})."
        raise problem.bad_request("invalid_json", where) from None
    if not isinstance(value, dict):
        raise problem.bad_request("not_an_object")
    if text.count("{") + text.count("[") > wellformed.MAX_DEPTH and wellformed.is_deeper_than(value):
        raise problem.bad_request("too_deep")
    # Raw NULs are no JSON and raw surrogates no UTF-8, so bad text can only come from an escape.
    if "\\u" in text and wellformed.holds_bad_text(_judged_here(value, judged_apart)):
        raise problem.bad_request("bad_text")
    return value


def _judged_here(value: dict[str, Any], judged_apart: str) -> dict[str, Any]:
    # An empty name names no field: a key that is "" is judged like any other.
    return {k: v for k, v in value.items() if k != judged_apart} if judged_apart else value


def _check_media_type(media_type: str) -> None:
    main, parameters = parse_header_parameters(media_type)
    if main != "application/json" or parameters.get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
        raise UnsupportedMediaType("")


def _read(stream: IO[Any], limit: int) -> bytes:
    raw: bytes = stream.read(limit + 1)
    if len(raw) > limit:
        raise problem.too_large(limit)
    return raw


def _decoded(raw: bytes) -> str:
    if raw.startswith(b"\xef\xbb\xbf"):
        raise problem.bad_request("invalid_json", "The body starts with a byte order mark; leave it out.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise problem.bad_request("bad_text", "The body is not UTF-8.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    raise problem.bad_request("duplicate_key", f"The key {twice[:_SHOWN_OF_A_KEY]!r} appears twice.")


def _constant(_: str) -> None:
    raise problem.bad_request("bad_number", "NaN and Infinity are not JSON.")


def _integer(digits: str) -> int:
    if len(digits) > 20 or not -_KEPT_EXACTLY <= int(digits) < _KEPT_EXACTLY:
        raise problem.bad_request("bad_number", "Whole numbers must fit in 64 bits.")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise problem.bad_request("bad_number", "A number is too large.")
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
)


class JSONRenderer(BaseRenderer):
    """Writes compact UTF-8 JSON, whatever the Accept header's parameters say."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the answer's bytes; nothing at all for no answer."""
        return b"" if data is None else render(data)


def render(data: object) -> bytes:
    """Return compact UTF-8 JSON; a lone surrogate becomes U+FFFD, NaN raises ValueError."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")


def rfc3339(moment: datetime) -> str:
    """Return a time as RFC 3339 in UTC; raises ValueError for a naive one."""
    if moment.tzinfo is None:
        raise ValueError("a naive time has no RFC 3339 form")
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, UUID | Promise):
        return str(value)
    raise TypeError(f"no JSON form for {type(value).__name__}")
