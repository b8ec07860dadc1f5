"""The policy in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from consent.queries.policies import Saved
from consent.rules.policy.changing import Difference
from consent.rules.policy.settings import BY_KEY, SETTINGS


def version_line(one: Saved) -> str:
    """Return a version in one line."""
    if one.at is None:
        return "version 0, as shipped"
    return f"version {one.version}, {one.at:%Y-%m-%d %H:%M} UTC, {one.author or 'nobody'}: {one.reason}"


def setting_lines(settings: Mapping[str, Any]) -> Iterator[str]:
    """Return every setting with its value, by group."""
    for group, found in groupby(SETTINGS, key=lambda one: one.group):
        yield f"{group}:"
        for one in found:
            value = settings[one.key]
            mark = "" if value == one.shipped else "  (changed)"
            yield f"  {one.key} = {_short(one.key, value)}{mark}"


def changed_lines(changed: Iterable[Difference]) -> list[str]:
    """Return each difference in one line."""
    return [f"  {one.key}: {_short(one.key, one.before)} -> {_short(one.key, one.after)}" for one in changed]


def _short(key: str, value: Any) -> str:
    text = BY_KEY[key].kind.text(value).replace("\n", ", ")
    return text or "none"
