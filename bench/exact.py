"""The answer of an exact scan: every visible rendering scored in plain Python, without any index.

It repeats the formula of consent/queries/search.py over what an asker may see, so that a recall that misses
something the index hides, or counts something hidden, differs.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

_ROWS = """
SELECT r.memory_id, r.language, r.length, r.epistemic_status, r.importance, r.shown_at, r.public_id,
       r.title || ' ' || r.body || ' ' || array_to_string(r.tags, ' '),
       (SELECT json_object_agg(w.lexeme, coalesce(cardinality(w.positions), 1)) FROM unnest(r.tsv) AS w)
FROM consent_rendering r JOIN unnest(%s::bigint[], %s::int[]) AS seen(memory, tier)
  ON seen.memory = r.memory_id AND seen.tier = r.tier
WHERE r.state = 'active'
"""
_LEXEMES = """
SELECT l, w, plainto_tsquery(l::regconfig, w)::text FROM unnest(%s::text[]) AS l, unnest(%s::text[]) AS w
"""
_EPISTEMIC = {"verified": 1.1, "observed": 1.0, "inferred": 0.9}


@dataclass(frozen=True, slots=True)
class Row:
    """One visible rendering with its words and how often each stands in it."""

    memory: int
    language: str
    length: int
    weight: float
    shown_at: datetime
    public_id: Any
    text: str
    words: dict[str, int]


def rows(visible: Mapping[int, int]) -> list[Row]:
    """Read the renderings that may be seen, at their tiers."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [list(visible), list(visible.values())])
        return [_row(*row) for row in cursor.fetchall()]


def _row(
    memory: int, language: str, length: int, status: str, importance: float, shown: datetime, public: Any,
    text: str, words: Any,
) -> Row:  # fmt: skip
    found = words if isinstance(words, dict) else json.loads(words or "{}")
    weight = _EPISTEMIC[status] * (0.75 + 0.5 * importance)
    return Row(memory, language, length, weight, shown, public, text, found)


def best(
    words: Sequence[str], among: Sequence[Row], now: datetime, half_life: float, limit: int
) -> list[int]:
    """Return the memories an exact scan ranks highest, best first."""
    lexemes = _lexemes(words, sorted({row.language for row in among}))
    hits = [(row, counts) for row in among if any(counts := _counts(row, lexemes[row.language]))]
    if not hits:
        return []
    middle = sum(row.length for row, _ in hits) / len(hits)
    having = [sum(counts[at] > 0 for _, counts in hits) for at in range(len(words))]
    rarity = [math.log(1 + (len(hits) - d + 0.5) / (d + 0.5)) for d in having]
    scored = [
        (_score(row, counts, rarity, middle) * _recent(row, now, half_life), row) for row, counts in hits
    ]
    scored.sort(key=lambda pair: (-pair[0], -pair[1].shown_at.timestamp(), pair[1].public_id))
    return [row.memory for _, row in scored[:limit]]


def _lexemes(words: Sequence[str], languages: list[str]) -> dict[str, list[str]]:
    with connection.cursor() as cursor:
        cursor.execute(_LEXEMES, [languages, list(words)])
        known = {
            (language, word): text.strip("'").replace("''", "'") for language, word, text in cursor.fetchall()
        }
    return {language: [known[language, word] for word in words] for language in languages}


def _counts(row: Row, lexemes: Sequence[str]) -> list[float]:
    return [_saturated(row.words.get(lexeme, 0)) if lexeme else 0.0 for lexeme in lexemes]


def _saturated(count: int) -> float:
    """Return what ts_rank makes of a count, in the single precision it has."""
    value = sum(1 / (place * place) for place in range(1, count + 1)) / 1.64493406685
    return float(struct.unpack("f", struct.pack("f", value))[0])


def _score(row: Row, counts: Sequence[float], rarity: Sequence[float], middle: float) -> float:
    damp = 0.125 + 0.375 * row.length / middle
    shares = (weight * count / (count + damp) for weight, count in zip(rarity, counts, strict=True) if count)
    return row.weight * sum(shares)


def _recent(row: Row, now: datetime, half_life: float) -> float:
    days = max((now - row.shown_at).total_seconds(), 0) / 86400
    return float(0.9 + 0.1 * 0.5 ** (days / half_life))
