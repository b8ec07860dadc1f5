"""The ids that things are known by outside: a prefix and 32 hexadecimal digits, and nothing else."""

from __future__ import annotations

from typing import Final
from uuid import UUID

_DIGITS: Final = frozenset("0123456789abcdef")


def public_uuid(public: str, prefix: str) -> UUID | None:
    """Return the uuid of a public id with this prefix (`mem_` + 32 lower-case hex), or None."""
    head, _, tail = public.partition("_")
    return UUID(hex=tail) if head == prefix and len(tail) == 32 and set(tail) <= _DIGITS else None
