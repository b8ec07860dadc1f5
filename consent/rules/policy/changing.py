"""Set settings over what is stored, and say in what two policies differ. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from consent.rules.policy.kinds import NotTaken
from consent.rules.policy.settings import BY_KEY, SHIPPED, Setting

UNKNOWN: Final = "There is no such setting."


def checked(given: Mapping[str, object], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stored once `given` is set over it; null goes back to what is shipped.

    Raises NotTaken with every error by path; the sentence of a key nobody knows is `UNKNOWN`."""
    errors: dict[str, str] = {}
    kept = {key: value for key, value in stored.items() if key in BY_KEY}
    for key, value in given.items():
        if key not in BY_KEY:
            errors[key] = UNKNOWN
        elif value is None:
            kept.pop(key, None)
        else:
            _take(BY_KEY[key], value, kept, errors)
    if errors:
        raise NotTaken(errors)
    return kept


def _take(setting: Setting, value: object, kept: dict[str, Any], errors: dict[str, str]) -> None:
    try:
        kept[setting.key] = setting.kind.take(value, kept.get(setting.key, setting.shipped))
    except NotTaken as error:
        errors |= {f"{setting.key}.{path}".rstrip("."): said for path, said in error.errors.items()}


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting that two policies disagree on."""

    key: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return the settings in which two policies differ, each in force over what is shipped."""
    old, new = SHIPPED | dict(before), SHIPPED | dict(after)
    return tuple(Difference(key, old[key], new[key]) for key in SHIPPED if old[key] != new[key])
