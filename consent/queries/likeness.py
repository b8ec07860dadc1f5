"""Memories of others that hold the words of a text, by the index that search uses, whoever may see them.

Only for what is then compared with what was delivered: what is found here is told to nobody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import SystemRandom
from typing import Any, Final

from profiles.queries.prepared import ask
from text.languages import SIMPLE, search_configuration
from text.tokens import query_words

# Words that are found together, drawn from the longest so that nobody can leave out just those: a near-copy
# holds some of the groups whole.
_TOGETHER: Final = 3
_GROUPS: Final = 6
_LONGEST: Final = 30
_DRAW: Final = SystemRandom()

_FIND = """
WITH wanted AS MATERIALIZED (
    SELECT DISTINCT w.place, w.language, plainto_tsquery(w.language::regconfig, w.words) AS words
    FROM json_to_recordset(%s::json) AS w(place int, language text, words text)
), found AS (
    SELECT w.place, one.memory_id, count(*) AS groups FROM wanted w CROSS JOIN LATERAL (
        SELECT r.memory_id FROM consent_rendering r
        WHERE r.tsv @@ w.words AND r.language = w.language AND r.owner_id <> %s LIMIT 200
    ) AS one WHERE numnode(w.words) > 0 GROUP BY w.place, one.memory_id
)
SELECT place, array_agg(memory_id ORDER BY groups DESC, memory_id DESC) FROM found GROUP BY place
"""


def alike(texts: Sequence[Sequence[str]], owner: int) -> dict[int, list[int]]:
    """Return by place the memories of others in which words of its texts stand together, the likest first;
    more than those alike."""
    groups = [
        {"place": place, **group}
        for place, some in enumerate(texts)
        for text in some
        for group in _groups(text)
    ]
    return dict(ask(_FIND, [json.dumps(groups, ensure_ascii=False), owner])) if groups else {}


def _groups(text: str) -> Iterator[dict[str, Any]]:
    known = list(query_words(text, _LONGEST))
    _DRAW.shuffle(known)
    languages = {search_configuration(text), SIMPLE, "english"}
    for at in range(0, min(len(known), _TOGETHER * _GROUPS), _TOGETHER):
        words = " ".join(known[at : at + _TOGETHER])
        yield from ({"language": language, "words": words} for language in sorted(languages))
