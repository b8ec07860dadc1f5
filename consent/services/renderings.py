"""Renderings: what each tier shows of a memory, made when it is written or shared, never when asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from consent.models import Memory, Rendering
from consent.queries.naming import Names, names_of
from consent.rules.audience import coded
from consent.rules.disclosure import Rendering as Shown
from consent.rules.disclosure import render, renderings
from consent.rules.fields import Finding, MemoryFields
from consent.rules.tiers import Tier, tier_of
from consent.services.batches import as_json
from consent.services.labels import LabelSpec
from profiles.queries.prepared import ask
from text.languages import search_configuration
from text.names import NameMatcher
from text.tokens import cjk_bigrams, index_words

OWN_TIERS = (Tier.FULL,)
SHARED_TIERS = tuple(sorted(Tier, reverse=True))
_NOBODY = NameMatcher({})

# What a rendering shares with its memory is read from the row just written. OFFSET 0 cuts the words once.
_INSERT = """
INSERT INTO consent_rendering (memory_id, tier, ceiling_tier, label_id, owner_id, audience, kind, state,
    title, body, tags, location, date_words, shown_at, subjects, source_id, context_id, language, tsv, length,
    epistemic_status, importance, valid_until, public_id, version, provenance, confidence, source_type,
    made_under)
SELECT m.id, r.tier, r.ceiling, m.label_id, m.owner_id, r.audience, m.kind, m.state, r.title, r.body, r.tags,
    r.location, r.date, r.shown_at, r.subjects, r.source, r.context, r.language, v.tsv, length(v.tsv),
    m.epistemic_status, m.importance, m.valid_until, m.public_id, m.version, m.provenance, m.confidence,
    m.source_type, r.under
FROM json_to_recordset(%s::json) AS r(memory bigint, tier smallint, ceiling smallint, audience bigint[],
    title text, body text, tags text[], location jsonb, date text, shown_at timestamptz, subjects bigint[],
    source bigint, context bigint, language text, words text, pairs text, under bigint)
JOIN consent_memory m ON m.id = r.memory
CROSS JOIN LATERAL (
    SELECT to_tsvector(r.language::regconfig, r.words) || to_tsvector('simple', r.pairs) AS tsv OFFSET 0
) AS v
ON CONFLICT (memory_id, tier) DO NOTHING
"""


def language_of(title: str | None, content: str) -> str:
    """Return the search configuration of a memory's own language."""
    return search_configuration(f"{title or ''} {content}")


def make(memories: Iterable[tuple[Memory, LabelSpec]], tiers: Collection[Tier] | None = None) -> None:
    """Write renderings of memories: full at once, the others only of what is shared, up to its ceiling."""
    wanted = [(memory, spec, _wanted(memory, spec, tiers)) for memory, spec in memories]
    hiding = [spec for _, spec, these in wanted if set(these) - {Tier.FULL}]
    names = names_of({one for spec in hiding for one in about_whom(spec)}) if hiding else Names()
    batch = _Batch(names)
    rows = [row for memory, spec, these in wanted for row in batch.rows(memory, spec, these)]
    if rows:
        ask(_INSERT, [as_json(rows)])


def share(memory: Memory, spec: LabelSpec) -> None:
    """Make the renderings that a first grant calls for; those that exist stay."""
    if spec.grants:
        make([(memory, spec)])


def remake(memory: Memory, spec: LabelSpec) -> None:
    """Write a memory's renderings anew after an edit; the caller holds its lock."""
    remake_all([(memory, spec)])


def remake_all(memories: Sequence[tuple[Memory, LabelSpec]]) -> None:
    """Write the renderings of memories anew; the caller holds their locks."""
    Rendering.objects.filter(memory__in=[memory for memory, _ in memories]).delete()
    make(memories)


def rendered(memory: Memory, spec: LabelSpec, tier: Tier) -> Shown:
    """Return what a tier shows of a memory as it is in hand, stored nowhere: of a version edited since."""
    names = names_of(about_whom(spec))
    return render(fields_of(memory, spec, names), tier, _Batch(names).matcher(spec))


def about_whom(spec: LabelSpec) -> set[int]:
    """Return whose names renderings below full hide: the subjects' and the source's."""
    return {one for one in (*spec.subjects, spec.source) if one is not None}


def fields_of(memory: Memory, spec: LabelSpec, names: Names) -> MemoryFields:
    """Return what a memory's renderings are made from; entities are left out where `names` lacks them."""
    return MemoryFields(
        kind=memory.kind,
        title=memory.title,
        content=memory.content,
        when=memory.occurred_at or memory.created_at,
        summary=memory.summary,
        context_summary=memory.context_summary,
        tags=tuple(memory.tags),
        location=memory.location,
        source=names.entities.get(spec.source) if spec.source is not None else None,
        subjects=tuple(names.entities[one] for one in spec.subjects if one in names.entities),
        forbidden_terms=tuple(memory.forbidden_terms),
        forbidden_patterns=tuple(memory.forbidden_patterns),
        redactions=tuple(memory.redactions),
        findings=tuple(Finding(*found) for found in memory.findings),
        looked_for=names.looked_for,
    )


def _wanted(memory: Memory, spec: LabelSpec, tiers: Collection[Tier] | None) -> tuple[Tier, ...]:
    """Return the tiers to make: full always, the others of what is shared and only up to the ceiling."""
    ceiling = tier_of(memory.ceiling)
    asked = SHARED_TIERS if spec.grants else OWN_TIERS
    kept = asked if tiers is None else [tier for tier in asked if tier in tiers]
    return tuple(tier for tier in kept if tier is Tier.FULL or tier <= ceiling)


class _Batch:
    """The rows of one write; matchers, cut words and languages are kept: tiers and memories share them."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._matchers: dict[frozenset[int], NameMatcher] = {frozenset(): _NOBODY}
        self._cut: dict[str, tuple[str, str]] = {}
        self._languages: dict[str, str] = {}

    def rows(self, memory: Memory, spec: LabelSpec, tiers: tuple[Tier, ...]) -> list[dict[str, Any]]:
        """Return a row for each of the tiers."""
        fields = fields_of(memory, spec, self._names)
        matcher = self.matcher(spec)
        return [self._row(memory, spec, shown) for shown in renderings(fields, tiers, matcher)]

    def matcher(self, spec: LabelSpec) -> NameMatcher:
        """Return what finds the names that a memory under this label hides."""
        about = frozenset(about_whom(spec))
        if about not in self._matchers:
            spelled = self._names.spellings
            self._matchers[about] = NameMatcher(
                {spelling: (one,) for one in about for spelling in spelled.get(one, ())}
            )
        return self._matchers[about]

    def _words(self, text: str) -> tuple[str, str]:
        if text not in self._cut:
            self._cut[text] = index_words(text), cjk_bigrams(text)
        return self._cut[text]

    def _language(self, memory: Memory, shown: Shown) -> str:
        """Return the language a rendering is searched in; below full its own, not that of what it hides."""
        if shown.tier is Tier.FULL:
            return memory.language
        text = f"{shown.title} {shown.body}"
        if text not in self._languages:
            self._languages[text] = search_configuration(text)
        return self._languages[text]

    def _row(self, memory: Memory, spec: LabelSpec, shown: Shown) -> dict[str, Any]:
        full = shown.tier is Tier.FULL
        ceiling = tier_of(memory.ceiling)
        words, pairs = self._words(shown.search_text)
        return {
            "memory": memory.pk,
            "tier": int(shown.tier),
            "ceiling": int(ceiling),
            "audience": coded(spec.owner, [grant.grantee for grant in spec.grants], shown.tier, ceiling),
            "title": shown.title,
            "body": shown.body,
            "tags": shown.tags,
            "location": shown.location,
            "date": shown.date,
            "shown_at": shown.shown_at,
            "subjects": spec.subjects if full else (),
            "source": spec.source if full else None,
            "context": spec.context if full else None,
            "language": self._language(memory, shown),
            "words": words,
            "pairs": pairs,
            "under": self._names.under,
        }
