"""Runs of digits in a text, whatever is written between them and in whatever script."""

from __future__ import annotations

import re
import unicodedata

from text.characters import WHITE_CONTROLS, CharacterMap, is_invisible, translated


def _digit(char: str) -> str:
    """Give one character for each: digits of every script and dress as ASCII, `~` for what is not seen."""
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    unseen = is_invisible(char) or unicodedata.category(char) in ("Mn", "Me", "Cc")
    return "~" if unseen and char not in WHITE_CONTROLS else "." if char == "~" else char


_DIGITS = CharacterMap(_digit)
_DIGIT_RUN = re.compile(r"[0-9](?:~*+(?:[^\w~]~*+|_~*+){0,3}+[0-9])*+")
FEWEST_DIGITS = 5

DigitRun = tuple[str, list[int]]


def digits_of(text: str) -> str:
    """Return the digits of text as ASCII, in order."""
    digits = "".join(filter(str.isdecimal, text))
    return digits if digits.isascii() else "".join([str(unicodedata.decimal(digit)) for digit in digits])


def digit_runs(text: str) -> list[DigitRun]:
    """Return the runs of five digits and more of a text: their digits and where each stands."""
    seen = translated(text, _DIGITS)
    runs = (run.span() for run in _DIGIT_RUN.finditer(seen))
    long = ((start, end) for start, end in runs if end - start >= FEWEST_DIGITS)
    found = [[at for at in range(start, end) if "0" <= seen[at] <= "9"] for start, end in long]
    return [("".join([seen[at] for at in run]), run) for run in found if len(run) >= FEWEST_DIGITS]
