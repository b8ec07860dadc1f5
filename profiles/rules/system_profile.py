"""The system profile as values: its sections in their order, its settings, and what changed."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SECTIONS: Final = ("safety", "governance", "behaviour", "formatting", "defaults")
LONGEST_SECTION: Final = 20_000
MOST_SETTINGS: Final = 100
LONGEST_VALUE: Final = 4000
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Setting:
    """A value for everybody; a locked one is not the principals' to choose."""

    value: Any
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """The whole system profile: texts by section, settings by key."""

    sections: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)

    @property
    def locked(self) -> frozenset[str]:
        """Return the keys that no principal's profile decides."""
        return frozenset(key for key, one in self.settings.items() if one.locked)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is said."""
        return not self.sections and not self.settings


def checked(text: Text) -> Text:
    """Return a system profile in its order, blank sections left out; raises ValueError for what is wrong."""
    if strange := sorted(set(text.sections) - set(SECTIONS)):
        raise ValueError(f"There is no section {strange[0]!r}; sections are: {', '.join(SECTIONS)}.")
    for name, said in text.sections.items():
        if len(said) > LONGEST_SECTION:
            raise ValueError(f"The section {name} has more than {LONGEST_SECTION} characters.")
    if len(text.settings) > MOST_SETTINGS:
        raise ValueError(f"There are at most {MOST_SETTINGS} settings.")
    for key, setting in text.settings.items():
        _check_setting(key, setting)
    kept = {name: text.sections[name].strip() for name in SECTIONS if text.sections.get(name, "").strip()}
    return Text(kept, dict(sorted(text.settings.items())))


def _check_setting(key: str, setting: Setting) -> None:
    if not _KEY.fullmatch(key):
        raise ValueError("A setting's key is up to 64 small letters, digits and underscores, a letter first.")
    if setting.value is None:
        raise ValueError(f"The setting {key} has no value; leave it out instead.")
    if len(shown_value(setting.value)) > LONGEST_VALUE:
        raise ValueError(f"The setting {key} is longer than {LONGEST_VALUE} characters as JSON.")


def shown_value(value: Any) -> str:
    """Return a setting's value on one line of JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def lines(text: Text) -> list[str]:
    """Return a system profile line by line, as it is shown and compared."""
    found: list[str] = []
    for name in SECTIONS:
        if name in text.sections:
            found += [f"[{name}]", *text.sections[name].splitlines(), ""]
    if text.settings:
        found.append("[settings]")
    return found + [setting_line(key, text.settings[key]) for key in sorted(text.settings)]


def setting_line(key: str, setting: Setting) -> str:
    """Return a setting as it is shown: `tone = "plain" (locked)`."""
    return f"{key} = {shown_value(setting.value)}{' (locked)' if setting.locked else ''}"


def diff(before: Text, after: Text, versions: tuple[int, int]) -> str:
    """Return what changed as a unified diff; empty where nothing did."""
    old, new = (f"version {number}" for number in versions)
    return "\n".join(difflib.unified_diff(lines(before), lines(after), old, new, lineterm="", n=1))


def as_json(text: Text) -> tuple[dict[str, str], dict[str, Any]]:
    """Return sections and settings as they are stored and sent."""
    settings = {key: {"value": one.value, "locked": one.locked} for key, one in text.settings.items()}
    return dict(text.sections), settings


def from_json(sections: Mapping[str, str], settings: Mapping[str, Mapping[str, Any]]) -> Text:
    """Return what `as_json` was given."""
    return Text(dict(sections), {key: Setting(one["value"], one["locked"]) for key, one in settings.items()})
