"""Check a line about a memory, whoever wrote it, for details that its tier withholds (domain.md 9).

Pure and deterministic: it finds what is repeated, not what is said in other words. A line that fails is not
used; the generic line stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from consent.rules.dates import MONTHS, show_date
from consent.rules.fields import MemoryFields
from consent.rules.hiding import Veil
from consent.rules.tiers import PLACE_PARTS, Tier, shown_location
from text.names import NameMatcher
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
    if veil.tells(line) or _names_place(line, tier, fields) or _numbers(line) & _withheld(tier, fields, veil):
        return True
    if _quotes(line, fields.content):
        return True
    return tier is Tier.HINT and (_dates(line, fields) or bool(_pairs(line) & _told_pairs(fields)))


def _names_place(line: str, tier: Tier, fields: MemoryFields) -> bool:
    """Tell whether a part of the place beyond the tier is named; "US" and "TX" only as they are written."""
    shown = shown_location(fields.location, tier)
    withheld = [part for name in PLACE_PARTS if (part := fields.location.get(name)) and name not in shown]
    long = [part for part in withheld if len(part) >= _FEWEST_LETTERS]
    short = [part for part in withheld if len(part) < _FEWEST_LETTERS]
    return bool(NameMatcher(dict.fromkeys(long, (0,))).find(line)) or any(
        re.search(rf"\b{re.escape(part)}\b", line) for part in short
    )


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(normalize(text)))


def _withheld(tier: Tier, fields: MemoryFields, veil: Veil) -> set[str]:
    """Return the numbers of the memory that its rendering does not print by itself."""
    shown = show_date(fields.when, tier).text
    if tier >= Tier.METADATA:
        shown += " " + veil.redact("title", fields.title or "")
    return _numbers(f"{fields.title or ''} {fields.content}") - _numbers(shown)


def _quotes(line: str, content: str) -> bool:
    told, said = words(content), words(line)
    length = min(_RUN, len(told))
    return length > 0 and not set(_runs(told, length)).isdisjoint(_runs(said, length))


def _runs(found: Collection[str], length: int) -> Iterator[tuple[str, ...]]:
    listed = list(found)
    return (tuple(listed[at : at + length]) for at in range(len(listed) - length + 1))


def _told_pairs(fields: MemoryFields) -> set[tuple[str, ...]]:
    return _pairs(fields.title or "") | _pairs(fields.content)


def _pairs(text: str) -> set[tuple[str, ...]]:
    """Return the neighbouring words that mean something by themselves."""
    return {pair for pair in _runs(words(text), 2) if all(map(_meaning, pair))}


def _meaning(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and word not in _PLAIN


def _dates(line: str, fields: MemoryFields) -> bool:
    """Tell whether a hint's line says more of the date than its third of a year; "may" is mostly a verb."""
    month = MONTHS[fields.when.month - 1]
    said = words(line)
    return month in said and (month != "may" or re.search(r"\bMay\b", line) is not None)
