"""Candidates for a query, ranked by rarity among what the asker may see.

The one file that searches as the app role (row security cannot use this index): its predicate is the coded
audience and then `consent_judge()` over the labels it met, before anything is ranked, counted or limited. A
question that is asked in several ways has its labels judged once (opened.py) and brings the verdicts along.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from consent.queries.asking import Snapshot
from consent.queries.opened import Opened
from consent.rules.audience import keys
from consent.rules.tiers import Tier
from consent.types import Asking, Candidate, Match
from profiles.queries.prepared import ask
from text.tokens import query_words


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a search or a list; None means not asked for, an empty collection matches nothing."""

    owners: Collection[int] | None = None
    kinds: Collection[str] | None = None
    tags: Collection[str] | None = None
    states: Collection[str] = ("active",)
    subject: int | None = None
    source: int | None = None
    context: int | None = None
    provenance: str | None = None
    application: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    as_of: datetime | None = None


def search(query: str, filters: Filters, taken: Snapshot, *, limit: int) -> list[Candidate]:
    """Return the best `limit` candidates the asking may see, best first; words only, never query syntax."""
    return [found.candidate for found in search_words(query, filters, taken, limit=limit)]


def search_words(
    query: str, filters: Filters, taken: Snapshot, *, limit: int, opened: Opened | None = None
) -> list[Match]:
    """Return what `search` does, with what the words and the rest each had in the score."""
    words = query_words(query)
    if not words:
        return []
    return [
        Match(Candidate(*row[:6]), words=row[6], weight=row[5] / row[6], shown_at=row[7], public_id=row[8])
        for row in ask(*statement(words, filters, taken, limit, opened))
    ]


def statement(
    words: Sequence[str], filters: Filters, taken: Snapshot, limit: int, opened: Opened | None = None
) -> tuple[str, dict[str, Any]]:
    """Return the candidate query and its values; benches run the same text bare."""
    clauses, values = narrowing(filters, taken)
    values |= {} if opened is None else opened.values
    values |= {"limit": limit, "keys": audience_keys(taken.asking), "now": taken.now}
    values |= {"half_life": float(taken.policy.settings["recency_half_life_days"])}
    values |= {f"w{i}": word for i, word in enumerate(words)}
    numbers = range(len(words))
    return _SQL.format(
        queries=", ".join(_query_of(i, word) for i, word in enumerate(words)),
        any_of=" || ".join(f"q{i}" for i in numbers),
        each=", ".join(f"q{i}" for i in numbers),
        hits=", ".join(f"ts_rank('{{1,1,1,1}}', r.tsv, q.q{i}) AS f{i}" for i in numbers),
        clauses="".join(f" AND {clause}" for clause in clauses),
        rarities=", ".join(_rarity(i) for i in numbers),
        words=" + ".join(f"s.w{i} * v.f{i} / (v.f{i} + damp)" for i in numbers),
        weighted=WEIGHTED.format(score="words"),
        outdated=OUTDATED.format(labels=MET.format(rows="hits")),
        visible=VISIBLE.format(rows="hits", judged=JUDGED.format(rows="hits") if opened is None else GIVEN),
    ), values


def _query_of(number: int, word: str) -> str:
    return f"plainto_tsquery(c.name::regconfig, %(w{number})s) AS q{number}"


def _rarity(number: int) -> str:
    """One word's weight: how rare it is among the visible matches, as BM25 has it."""
    having = f"count(*) FILTER (WHERE f{number} > 0)"
    return f"ln((1 + (count(*) - {having} + 0.5) / ({having} + 0.5))::float8) AS w{number}"


# The parts that a search by words and one by nearness share: the verdicts on labels, what waits to be made
# anew, what the decision lets through of some rows, and how a score is weighted.
MET = "ARRAY(SELECT DISTINCT label_id FROM {rows})"
JUDGED = f"consent_judge({MET})"
GIVEN = "unnest(%(labels)s::bigint[], %(reaches)s::smallint[])"
OUTDATED = """
    SELECT l.id AS label, max(w.id) AS since FROM consent_remaking w JOIN consent_label l
        ON w.principal_id IS NULL OR l.source_id = w.principal_id OR w.principal_id = ANY (l.subjects)
    WHERE w.done_at IS NULL AND EXISTS (SELECT 1 FROM consent_remaking WHERE done_at IS NULL)
      AND l.id = ANY ({labels}) GROUP BY l.id
"""
VISIBLE = """
    SELECT {rows}.* FROM (
        SELECT j.label, j.reach, o.since
        FROM {judged} AS j(label, reach) LEFT JOIN outdated o ON o.label = j.label OFFSET 0
    ) AS judged JOIN {rows} ON {rows}.label_id = judged.label
    WHERE {rows}.tier = CASE judged.reach WHEN -1 THEN -1 WHEN 5 THEN 4
                        ELSE least(judged.reach, {rows}.ceiling_tier) END
      AND ({rows}.tier = 4 OR judged.since IS NULL OR judged.since <= {rows}.made_under)
"""
# Verified before inferred, then the recent and the important a little before the rest.
WEIGHTED = """{score}
        * CASE v.epistemic_status WHEN 'verified' THEN 1.1 WHEN 'observed' THEN 1.0 ELSE 0.9 END
        * (0.9 + 0.1 * power(0.5, greatest(extract(epoch FROM %(now)s - v.shown_at), 0)::float8
                                  / 86400 / %(half_life)s))
        * (0.75 + 0.5 * v.importance)"""
# A word's share is its weight times a saturating count, damped by length.
_SQL = """
WITH languages AS MATERIALIZED (
    SELECT c.name AS language, {queries} FROM consent_searchedlanguage c
), asked AS MATERIALIZED (
    SELECT *, {any_of} AS anything FROM languages
), whole AS MATERIALIZED (
    SELECT string_agg(DISTINCT q::text, ' | ')::tsquery AS anything
    FROM asked, unnest(ARRAY[{each}]) AS q WHERE numnode(q) > 0
), hits AS MATERIALIZED (
    SELECT r.memory_id, r.label_id, r.owner_id, r.tier, r.ceiling_tier, r.length, r.epistemic_status,
           r.importance, r.shown_at, r.public_id, r.made_under, {hits}
    FROM consent_rendering r JOIN asked q ON q.language = r.language
    WHERE r.audience && %(keys)s::bigint[] AND r.tsv @@ (SELECT anything FROM whole)
      AND r.tsv @@ q.anything{clauses}
), outdated AS MATERIALIZED ({outdated}), visible AS MATERIALIZED ({visible}), s AS MATERIALIZED (
    SELECT nullif(avg(length), 0)::float8 AS middle, {rarities} FROM visible
), best AS MATERIALIZED (
    SELECT v.*, words, {weighted} AS score
    FROM visible v, s,
        LATERAL (SELECT 0.125::float8 + 0.375::float8 * v.length / s.middle AS damp OFFSET 0) AS by_length,
        LATERAL (SELECT {words} AS words OFFSET 0) AS by_words
    ORDER BY score DESC, v.shown_at DESC, v.public_id LIMIT %(limit)s
)
SELECT best.memory_id, best.label_id, best.owner_id, m.ceiling, best.tier, best.score, best.words,
       extract(epoch FROM best.shown_at)::float8, best.public_id
FROM best JOIN consent_memory m ON m.id = best.memory_id
ORDER BY best.score DESC, best.shown_at DESC, best.public_id
"""


def audience_keys(asking: Asking) -> list[int]:
    """Return the coded audience of an asking: itself, what it answers to, its session's context and role."""
    found = {
        key
        for asker in asking.sides
        for key in keys(asker.id, asker.everything, asking.trusted | {Tier.FULL})
    }
    return sorted(found)


# Which application wrote a memory is told to its owner alone.
_FROM_APPLICATION = (
    "r.owner_id = %(asker)s AND EXISTS (SELECT 1 FROM consent_memory m"
    " WHERE m.id = r.memory_id AND m.application = %(application)s)"
)

# What waits to be made anew is not found by what it said before.
_CURRENT = "(r.tier = 4 OR NOT consent_outdated(r.label_id, r.made_under))"


def narrowing(filters: Filters, taken: Snapshot) -> tuple[list[str], dict[str, Any]]:
    """Return clauses over a rendering `r` and their values; below full they see only what the tier shows."""
    wanted, values = wishes(filters)
    return [*standing("r"), *wanted], values | standing_values(filters, taken)


def standing(rows: str) -> list[str]:
    """Return the clauses that hold for every question, over a rendering or its vector.

    What is superseded, archived, expired or set aside is for its owner alone, who has to ask for it."""
    return [
        f"{rows}.state = ANY (%(states)s)",
        f"({rows}.state = 'active' OR {rows}.owner_id = %(asker)s)",
        f"({rows}.valid_until IS NULL OR {rows}.valid_until > %(valid_at)s)",
        f"({rows}.valid_until IS NULL OR {rows}.valid_until > %(today)s OR {rows}.owner_id = %(asker)s)",
    ]


def standing_values(filters: Filters, taken: Snapshot) -> dict[str, Any]:
    """Return the values of the standing clauses."""
    return {
        "asker": taken.asking.asker.id,
        "states": list(filters.states),
        "valid_at": filters.as_of or taken.now,
        "today": taken.now,
    }


def wishes(filters: Filters) -> tuple[list[str], dict[str, Any]]:
    """Return the clauses over a rendering `r` that a question asked for itself, and their values."""
    clauses, values = list[str](), dict[str, Any]()
    for name, (clause, value) in _wanted(filters).items():
        if value is not None:
            clauses.append(clause)
            values[name] = value if isinstance(value, str | int | datetime) else list(value)
    return clauses, values


def _wanted(filters: Filters) -> dict[str, tuple[str, Any]]:
    """Return by name the clause of each filter and its value, None where it is not asked for."""
    return {
        "owners": ("r.owner_id = ANY (%(owners)s::bigint[])", filters.owners),
        "kinds": ("r.kind = ANY (%(kinds)s::text[])", filters.kinds),
        "tags": (f"r.tags @> %(tags)s::text[] AND {_CURRENT}", filters.tags),
        "subject": ("%(subject)s = ANY (r.subjects)", filters.subject),
        "source": ("r.source_id = %(source)s", filters.source),
        "context": ("r.context_id = %(context)s", filters.context),
        "provenance": ("r.provenance = %(provenance)s", filters.provenance),
        "application": (_FROM_APPLICATION, filters.application),
        "after": ("r.shown_at >= %(after)s", filters.after),
        "before": ("r.shown_at < %(before)s", filters.before),
        "as_of": ("r.shown_at <= %(as_of)s", filters.as_of),
    }
