"""Values as the interface writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from urllib.parse import urlencode


def encoded(body: Mapping[str, object]) -> bytes:
    """Return a body; raises ValueError for a time without an offset and for numbers that JSON has not."""
    return json.dumps(body, default=_written, allow_nan=False, separators=(",", ":")).encode()


def in_query(fields: Mapping[str, object]) -> str:
    """Return fields as a query with its question mark, each item of a list by itself; None is left out."""
    pairs = [(name, _spelled(one)) for name, value in fields.items() for one in _each(value)]
    return "?" + urlencode(pairs) if pairs else ""


def _each(value: object) -> Iterable[object]:
    if isinstance(value, list | tuple):
        return value
    return () if value is None else (value,)


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _written(value) if isinstance(value, datetime) else str(value)


def _written(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{type(value).__name__} is nothing that JSON can say.")
    if value.tzinfo is None:
        raise ValueError("A time needs an offset, like datetime.now(UTC).")
    return value.isoformat()
