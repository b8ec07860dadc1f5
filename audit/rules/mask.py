"""Masking evidence: the shape of a text without a word of it."""

from __future__ import annotations

MASK = "•"


def mask(text: str, limit: int = 4000) -> str:
    """Replace every letter, digit and mark by a dot; span offsets stay right. Cut at `limit` characters."""
    return "".join(
        one if one.isascii() and not one.isalnum() and one.isprintable() else _hide(one)
        for one in text[:limit]
    )


def _hide(one: str) -> str:
    return " " if one.isspace() else MASK
