"""Detector rules that an application adds: patterns of a linear-time engine, kept in the policy.

Pure. A rule is `{"id", "pattern", "effect", "note"}`. Its findings carry the id with `app.` before it, so
that no added rule can pass for one of ours. A pattern is met on the text as written (NFKC) and on the
detector's folded form, in which case, accents, look-alikes and invisible characters are gone.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import re2

from consent.rules.detector.folding import folded
from consent.rules.policy.kinds import NotTaken, is_word

PREFIX: Final = "app."
EFFECTS: Final = ("flag", "exclude")
MOST: Final = 100
_LONGEST: Final = 500
_NOTE: Final = 200
_KEYS: Final = ("id", "pattern", "effect", "note")
# Memory of one compiled pattern: what needs more is refused, so that a policy cannot eat the process.
_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class RuleList:
    """A list of added rules."""

    bounds: str = f"at most {MOST} rules: id, pattern (RE2), effect (flag or exclude), note"

    def take(self, value: object, was: Any) -> list[dict[str, str]]:
        """Return the rules as stored; refuses a broken pattern with the engine's reason."""
        if not isinstance(value, list) or len(value) > MOST:
            raise NotTaken.whole(f"Must be a list of at most {MOST} rules.")
        errors: dict[str, str] = {}
        taken = []
        for at, one in enumerate(value):
            try:
                taken.append(_rule(one))
            except NotTaken as error:
                errors |= {f"{at}.{path}".rstrip("."): said for path, said in error.errors.items()}
        ids = [one["id"] for one in taken]
        if len(set(ids)) < len(ids):
            errors[""] = "Each rule needs an id of its own."
        if errors:
            raise NotTaken(errors)
        return taken

    def read(self, text: str) -> object:
        """Return the rules typed as JSON, or a line each: id, effect, pattern."""
        if text.strip().startswith("["):
            try:
                return json.loads(text)
            except ValueError:
                return text
        return [_typed(line) for line in text.splitlines() if line.strip()]

    def text(self, value: Any) -> str:
        """Return a rule a line."""
        return "\n".join(_line(one) for one in value)


def _typed(line: str) -> dict[str, str]:
    name, effect, pattern = [*line.strip().split(None, 2), "", ""][:3]
    pattern, _, note = pattern.partition("  # ")
    return {"id": name, "effect": effect, "pattern": pattern, **({"note": note} if note else {})}


def _line(rule: Mapping[str, str]) -> str:
    note = f"  # {rule['note']}" if rule.get("note") else ""
    return f"{rule['id']} {rule['effect']} {rule['pattern']}{note}"


def _rule(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise NotTaken.whole("Must be an object with id and pattern.")
    errors = {str(key): "Not known here." for key in value if key not in _KEYS}
    rule = {"effect": "flag", "note": "", **{key: value[key] for key in _KEYS if key in value}}
    errors |= {key: said for key in _KEYS if key not in errors and (said := _wrong(key, rule.get(key)))}
    if errors:
        raise NotTaken(errors)
    return {key: str(rule[key]) for key in _KEYS}


def _wrong(key: str, value: object) -> str:
    if key == "id":
        return "" if is_word(value) else "Must be 1 to 40 small letters, digits, - or _, letter first."
    if not isinstance(value, str):
        return "Must be text."
    if key == "effect":
        return "" if value in EFFECTS else "Must be one of: " + ", ".join(EFFECTS) + "."
    if key == "note":
        return "" if len(value) <= _NOTE and value.isprintable() else f"Must be a line of at most {_NOTE}."
    return broken(value)


def broken(pattern: str) -> str:
    """Say why a pattern is not taken, empty where it is."""
    if not pattern.strip() or len(pattern) > _LONGEST or not pattern.isprintable():
        return f"Must be 1 to {_LONGEST} characters in one line."
    try:
        compiled = _compiled(pattern)
    except re2.error as error:
        said = error.args[0] if error.args else "it cannot be read"
        reason = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        return f"Must be a regular expression as RE2 reads it: {reason[:200]}."
    return "Must not match every text: it is met by an empty one." if compiled.search("") else ""


@lru_cache(maxsize=4 * MOST)
def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors, options.max_mem, options.case_sensitive = False, _BYTES, False
    return re2.compile(pattern, options=options)


@dataclass(frozen=True, slots=True)
class Met:
    """Which added rules a text meets, with their prefix, and whether one of them leaves it out."""

    rule_ids: tuple[str, ...] = ()
    excluded: bool = False


def met(text: str, rules: Sequence[Mapping[str, str]]) -> Met:
    """Return the added rules that a text meets; a stored pattern that cannot be read is met by every text."""
    if not rules:
        return Met()
    forms = (unicodedata.normalize("NFKC", text), folded(unicodedata.normalize("NFKC", text)))
    found = [rule for rule in rules if _meets(rule["pattern"], forms)]
    ids = tuple(sorted(PREFIX + rule["id"] for rule in found))
    return Met(ids, any(rule.get("effect") == "exclude" for rule in found))


def _meets(pattern: str, forms: tuple[str, ...]) -> bool:
    try:
        compiled = _compiled(pattern)
    except re2.error:
        return True
    return any(compiled.search(form.encode("utf-8", "replace").decode()) for form in forms)
