"""What a generalization is checked against: its source with all it was derived from, names, the stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consent.queries.naming import names_of
from consent.rules.generalizing import Source
from profiles.models import Alias, Principal
from profiles.queries.prepared import ask
from profiles.rules.entity import AGENT, COLLECTIVES
from profiles.rules.names import is_everyday
from profiles.types import EVERYONE_ID
from text.languages import CONFIGURATIONS
from text.names import NameMatcher
from text.tokens import query_words

_MOST_LOOKED_AT = 2000
_ABOVE = """
WITH RECURSIVE above(id) AS (
    SELECT %s::bigint
    UNION
    SELECT parent FROM above JOIN consent_memory m ON m.id = above.id
    JOIN consent_label l ON l.id = m.label_id, unnest(l.parents) AS parent
)
SELECT m.owner_id, o.namespace = %s, l.source_id, l.subjects,
       concat_ws(E'\\n', m.title, m.content, m.summary, m.context_summary, array_to_string(m.tags, E'\\n')),
       ARRAY(SELECT value FROM jsonb_each_text(m.location))
FROM above JOIN consent_memory m ON m.id = above.id JOIN consent_label l ON l.id = m.label_id
JOIN profiles_principal o ON o.id = m.owner_id ORDER BY m.id
"""
_FITTING = """
WITH asked AS MATERIALIZED (
    SELECT c.name AS language, word, plainto_tsquery(c.name::regconfig, word) AS query
    FROM unnest(%(configs)s::text[]) AS c(name), unnest(%(words)s::text[]) AS word
), anything AS MATERIALIZED (
    SELECT string_agg(DISTINCT query::text, ' | ')::tsquery AS query FROM asked WHERE numnode(query) > 0
), hits AS (
    SELECT r.tsv, r.language FROM consent_rendering r
    WHERE r.owner_id = %(owner)s AND r.tier = 4 AND r.state = 'active'
      AND r.tsv @@ (SELECT query FROM anything) LIMIT %(most)s
)
SELECT count(*), count(*) FILTER (WHERE 2 * (
    SELECT count(*) FROM asked WHERE asked.language = hits.language AND hits.tsv @@ asked.query
) >= %(number)s) FROM hits
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """A source with all it was derived from: whom they are about, and what a statement is held against."""

    subjects: tuple[int, ...]
    source: Source


def origin_of(memory: int) -> Origin:
    """Return what is known of a memory and everything it was derived from."""
    rows = ask(_ABOVE, [memory, AGENT])
    owners = {row[0] for row in rows if not row[1]}
    subjects = {one for row in rows for one in row[3]}
    sources = {row[2] for row in rows if row[2] is not None}
    text = "\n".join(row[4] for row in rows)
    known = names_of(owners | subjects | sources | _people_in(text))
    spelled = frozenset(one for names in known.spellings.values() for one in names)
    places = frozenset(place for row in rows for place in row[5] if place)
    return Origin(tuple(sorted(subjects)), Source(text, spelled, places))


def _people_in(text: str) -> frozenset[int]:
    """Return the individuals, agents apart, whom the text names by more than an everyday word."""
    people = Principal.objects.exclude(pk=EVERYONE_ID).exclude(namespace__in=[AGENT, *COLLECTIVES])
    aliases = Alias.objects.filter(principal__in=people, approved_at__isnull=False)
    meant: dict[str, list[int]] = {}
    for one, name in (*people.values_list("pk", "name"), *aliases.values_list("principal_id", "text")):
        if not is_everyday(name):
            meant.setdefault(name, []).append(one)
    return NameMatcher(meant).ids(text)


def fitting(statement: str, owner: int) -> tuple[int, int]:
    """Return how many memories of a stack share half a statement's words, of those that share any."""
    words: Sequence[str] = query_words(statement)
    if not words:
        return 0, 0
    values: dict[str, object] = {"configs": list(CONFIGURATIONS), "words": list(words), "owner": owner}
    ((looked_at, fit),) = ask(_FITTING, {**values, "number": len(words), "most": _MOST_LOOKED_AT})
    return fit, looked_at
