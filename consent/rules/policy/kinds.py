"""The types a setting may have: each takes a value of JSON, reads one that a person typed, and writes it out.

Pure. A value that is not taken says why in a sentence, under the path of what is wrong in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class NotTaken(ValueError):
    """What is wrong with a value: a sentence by path, the empty path being the value itself."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors = dict(errors)

    @classmethod
    def whole(cls, sentence: str) -> NotTaken:
        """Return the error of a value as a whole."""
        return cls({"": sentence})


class Kind(Protocol):
    """What every type of setting can do."""

    @property
    def bounds(self) -> str:
        """Say in a few words what it takes."""
        ...

    def take(self, value: object, was: Any) -> Any:
        """Return the value as stored; `was` is what stands now. Raises NotTaken."""
        ...

    def read(self, text: str) -> object:
        """Return the value of JSON that a typed text means, not yet taken."""
        ...

    def text(self, value: Any) -> str:
        """Return the value as a person types it."""
        ...


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    bounds: str = "true or false"

    def take(self, value: object, was: Any) -> bool:
        """Return it; only true and false are taken, not the words for them."""
        if type(value) is not bool:
            raise NotTaken.whole("Must be true or false.")
        return value

    def read(self, text: str) -> object:
        """Return what was meant by true, yes, on and their opposites."""
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        return words.get(text.strip().lower(), text)

    def text(self, value: Any) -> str:
        """Return true or false."""
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a closed list."""

    words: tuple[str, ...]

    @property
    def bounds(self) -> str:
        """List the words."""
        return "one of " + ", ".join(self.words)

    def take(self, value: object, was: Any) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.words:
            raise NotTaken.whole("Must be one of: " + ", ".join(self.words) + ".")
        return value

    def read(self, text: str) -> object:
        """Return the word typed."""
        return text.strip()

    def text(self, value: Any) -> str:
        """Return the word."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `low` to `high`, both included; whole where `whole` says so."""

    low: float
    high: float
    whole: bool = False
    unit: str = ""

    @property
    def bounds(self) -> str:
        """Say the range and the unit."""
        return (
            f"{'whole number ' if self.whole else ''}from {self.low:g} to {self.high:g} {self.unit}".strip()
        )

    def take(self, value: object, was: Any) -> float:
        """Return the number; NaN and the infinities are out of every range."""
        taken = (int,) if self.whole else (int, float)
        if type(value) not in taken or not isinstance(value, int | float):
            raise NotTaken.whole("Must be a whole number." if self.whole else "Must be a number.")
        if not self.low <= value <= self.high:
            raise NotTaken.whole(f"Must be from {self.low:g} to {self.high:g}.")
        return value if self.whole else float(value)

    def read(self, text: str) -> object:
        """Return the number typed."""
        try:
            return json.loads(text, parse_constant=lambda word: word)
        except ValueError:
            return text

    def text(self, value: Any) -> str:
        """Return the number."""
        return f"{value:g}" if isinstance(value, int | float) else str(value)


@dataclass(frozen=True, slots=True)
class Words:
    """A list of short codes, each once; the `always` are never left out."""

    most: int
    always: tuple[str, ...] = ()

    @property
    def bounds(self) -> str:
        """Say how many."""
        return f"1 to {self.most} words of letters, digits, - and _, separated by commas"

    def take(self, value: object, was: Any) -> list[str]:
        """Return the words in the order given."""
        if not isinstance(value, list) or not 1 <= len(value) <= self.most:
            raise NotTaken.whole(f"Must be a list of 1 to {self.most} words.")
        wrong = {str(at): _WORD for at, one in enumerate(value) if not is_word(one)}
        if wrong:
            raise NotTaken(wrong)
        lacking = [one for one in self.always if one not in value]
        if len(set(value)) < len(value) or lacking:
            raise NotTaken.whole(f"Must hold {lacking[0]}." if lacking else "Must hold each word once.")
        return list(value)

    def read(self, text: str) -> object:
        """Return the words between commas."""
        return [word.strip() for word in text.split(",") if word.strip()]

    def text(self, value: Any) -> str:
        """Return the words with commas."""
        return ", ".join(map(str, value))


_WORD = "Must be 1 to 40 small letters, digits, - or _, beginning with a letter."


def is_word(value: object) -> bool:
    """Tell whether a value is a short code, fit for a record without content."""
    if not isinstance(value, str) or not 1 <= len(value) <= 40 or not value.isascii():
        return False
    return value[0].isalpha() and value == value.lower() and value.replace("-", "").replace("_", "").isalnum()


@dataclass(frozen=True, slots=True)
class Table:
    """A value of one kind for each name of a closed list; names left out keep theirs, or have none."""

    names: Sequence[str]
    kind: Kind
    partial: bool = False

    @property
    def bounds(self) -> str:
        """Say the names and what each takes."""
        whose = "any of " if self.partial else ""
        return f"for {whose}{', '.join(self.names)}: {self.kind.bounds}"

    def take(self, value: object, was: Any) -> dict[str, Any]:
        """Return the table; a partial one replaces what stands, a whole one fills up from it."""
        if not isinstance(value, dict):
            raise NotTaken.whole("Must be an object.")
        before = {} if self.partial else dict(was)
        errors = {str(name): "Not known here." for name in value if name not in self.names}
        taken: dict[str, Any] = {}
        for name in (one for one in self.names if one in value):
            try:
                taken[name] = self.kind.take(value[name], before.get(name))
            except NotTaken as error:
                errors |= {f"{name}.{path}".rstrip("."): said for path, said in error.errors.items()}
        if errors:
            raise NotTaken(errors)
        return before | taken

    def read(self, text: str) -> object:
        """Return the pairs typed as `name=value`, separated by commas or lines; JSON is read as JSON."""
        if text.strip().startswith("{"):
            return _json(text)
        pairs = [pair.partition("=") for pair in text.replace("\n", ",").split(",") if pair.strip()]
        return {name.strip(): self.kind.read(value) for name, _, value in pairs}

    def text(self, value: Any) -> str:
        """Return a pair a line."""
        return "\n".join(f"{name}={self.kind.text(value[name])}" for name in self.names if name in value)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text
