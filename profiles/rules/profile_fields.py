"""What a profile may hold: the kinds of field, and what each takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from zoneinfo import available_timezones

Value = str | bool | list[str]
KINDS: Final = ("text", "list", "flag", "language", "timezone")
LONGEST: Final = 4000
MOST_ENTRIES: Final = 50
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}")


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what it is called, what it takes, who may change it and whom it is masked to."""

    key: str
    label: str
    kind: str
    max_length: int
    editable: bool = True
    sensitive: bool = False


def check_field(field: Field) -> Field:
    """Return a field of the schema; raises ValueError that says what is wrong with it."""
    if not _KEY.fullmatch(field.key):
        raise ValueError("A key is up to 40 small letters, digits and underscores, a letter first.")
    if field.kind not in KINDS:
        raise ValueError(f"A field's type is one of: {', '.join(KINDS)}.")
    if not 1 <= field.max_length <= LONGEST:
        raise ValueError(f"A field's length is from 1 to {LONGEST} characters.")
    if not field.label.strip() or len(field.label) > 100:
        raise ValueError("A label has 1 to 100 characters.")
    return field


def check_value(field: Field, value: object) -> Value:
    """Return what a field keeps of a value; raises ValueError that says what it takes instead."""
    match field.kind:
        case "flag":
            return _flag(value)
        case "list":
            return _entries(field, value)
        case "language":
            return _language(value)
        case "timezone":
            return _timezone(value)
    return _text(field, value)


def merged(before: Mapping[str, Value], changes: Mapping[str, Value | None]) -> dict[str, Value]:
    """Return a profile with its changes; null takes a field away."""
    return {key: value for key, value in {**before, **changes}.items() if value is not None}


def changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> list[str]:
    """Return the keys by which two profiles differ, in order."""
    return sorted(key for key in {*before, *after} if before.get(key) != after.get(key))


def as_text(value: object) -> str:
    """Return a value as people read it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def from_text(field: Field, text: str) -> Value | None:
    """Return the value somebody wrote into a form; empty is none."""
    text = text.strip()
    if not text:
        return None
    if field.kind == "list":
        return [entry.strip() for entry in text.replace("\n", ",").split(",") if entry.strip()]
    if field.kind == "flag":
        return text.lower() in {"yes", "true", "on", "1"}
    return text


def _text(field: Field, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("Must be text, or null to take it away.")
    if len(value) > field.max_length:
        raise ValueError(f"Must be at most {field.max_length} characters long.")
    return value.strip()


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("Must be true or false, or null to take it away.")
    return value


def _entries(field: Field, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise ValueError("Must be a list of texts, or null to take it away.")
    _check_size(field, value)
    return [one.strip() for one in value]


def _check_size(field: Field, entries: Iterable[str]) -> None:
    found = list(entries)
    if len(found) > MOST_ENTRIES:
        raise ValueError(f"Must have at most {MOST_ENTRIES} entries.")
    if sum(map(len, found)) > field.max_length:
        raise ValueError(f"Must be at most {field.max_length} characters long in all.")


def _language(value: object) -> str:
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value.strip()):
        raise ValueError("Must be a language tag, like en or pt-BR.")
    return value.strip()


def _timezone(value: object) -> str:
    if not isinstance(value, str) or value.strip() not in _timezones():
        raise ValueError("Must be a time zone, like Europe/Lisbon.")
    return value.strip()


@cache
def _timezones() -> frozenset[str]:
    return frozenset(available_timezones())
