"""Plain BM25 in memory, as the yardstick for ranking: nothing of the product in it."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping

K1, B = 1.2, 0.75
_WORD = re.compile(r"\w+")


class Bm25:
    """Texts by id, searchable."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        counts = {key: Counter(_WORD.findall(text.lower())) for key, text in texts.items()}
        self._lengths = {key: sum(found.values()) for key, found in counts.items()}
        self._average = sum(self._lengths.values()) / max(1, len(self._lengths))
        self._found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for key, found in counts.items():
            for word, count in found.items():
                self._found[word].append((key, count))

    def best(self, query: str, limit: int) -> list[int]:
        """Return the ids of the best texts, best first."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(_WORD.findall(query.lower())):
            matches = self._found.get(word, [])
            rarity = math.log(1 + (len(self._lengths) - len(matches) + 0.5) / (len(matches) + 0.5))
            for key, count in matches:
                damp = K1 * (1 - B + B * self._lengths[key] / self._average)
                scores[key] += rarity * count * (K1 + 1) / (count + damp)
        return sorted(scores, key=lambda key: (-scores[key], key))[:limit]
