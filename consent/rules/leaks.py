"""Check a line about a memory, whoever wrote it, for details that its tier withholds.

Pure and deterministic: it finds what is repeated, not what is said in other words. A line that fails is not
used; the generic line stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from consent.rules.dates import MONTHS, show_date
from consent.rules.fields import MemoryFields
from consent.rules.hiding import Veil
from consent.rules.tiers import Tier
from text.normalize import normalize
from text.tokens import words

_NUMBER = re.compile(r"\d{2,}")
_FEWEST_LETTERS: Final = 3
# So many words in a row are a quotation; at hint two that mean something already say what happened.
_RUN: Final = 6
_PLAIN_WORDS: Final = """
    about after again also and any are because been before being but can could did does doing down during each
    for from further had has have having her here him his how into its just more most not now off once only
    other our out over own same she should some such than that the their them then there these they this those
    through too under until very was were what when where which while who whom why will with would you your
"""
_PLAIN: Final = frozenset(_PLAIN_WORDS.split())


def leaks(line: str, tier: Tier, fields: MemoryFields, veil: Veil) -> bool:
    """Tell whether a line to be shown at `tier` repeats what that tier withholds of the memory."""
    if veil.tells(line, tier):
        return True
    numbers = _numbers(line)
    if numbers and numbers & _withheld(tier, fields, veil):
        return True
    if _repeats(line, veil, min(_RUN, len(veil.told))):
        return True
    return tier is Tier.HINT and (_dates(line, fields) or _says_what(line, fields, veil))


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(normalize(text)))


def _withheld(tier: Tier, fields: MemoryFields, veil: Veil) -> set[str]:
    """Return the numbers of the memory that its rendering does not print by itself."""
    shown = show_date(fields.when, tier).text
    if tier >= Tier.METADATA:
        shown += " " + veil.redact("title", fields.title or "", tier)
    return _numbers(f"{fields.title or ''} {fields.content}") - _numbers(shown)


def _says_what(line: str, fields: MemoryFields, veil: Veil) -> bool:
    """Tell whether two neighbouring words that mean something are those of the title or the content."""
    said = [pair for pair in _runs(words(line), 2) if all(map(_meaning, pair))]
    title = words(fields.title or "")
    return _stand_in(said, veil.told, veil.told_words) or _stand_in(said, title, frozenset(title))


def _repeats(line: str, veil: Veil, length: int) -> bool:
    return length > 0 and _stand_in(list(_runs(words(line), length)), veil.told, veil.told_words)


def _stand_in(said: list[tuple[str, ...]], told: tuple[str, ...], known: frozenset[str]) -> bool:
    """Tell whether any run of words stands in what was told; most share too few words to be looked for."""
    shared = {run for run in said if known.issuperset(run)}
    return bool(shared) and not shared.isdisjoint(_runs(told, len(said[0])))


def _runs(found: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(found[at:] for at in range(length)), strict=False)


def _meaning(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and word not in _PLAIN


def _dates(line: str, fields: MemoryFields) -> bool:
    """Tell whether a hint's line says more of the date than its third of a year; "may" is mostly a verb."""
    month = MONTHS[fields.when.month - 1]
    said = words(line)
    return month in said and (month != "may" or re.search(r"\bMay\b", line) is not None)
