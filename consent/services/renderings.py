"""Renderings: what each tier shows of a memory, made when it is written or shared, never when asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from consent.models import Memory, Rendering
from consent.rules.audience import coded
from consent.rules.disclosure import MemoryFields, render
from consent.rules.disclosure import Rendering as Shown
from consent.rules.tiers import Tier, serve, tier_of
from consent.services.batches import as_json
from consent.services.labels import LabelSpec
from profiles.models import Principal
from profiles.queries.prepared import ask
from text.languages import search_configuration
from text.names import NameMatcher
from text.tokens import cjk_bigrams, index_words

OWN_TIERS = (Tier.FULL,)
SHARED_TIERS = (Tier.FULL, Tier.METADATA, Tier.HINT)
_NOBODY = NameMatcher({})

# What a rendering shares with its memory is read from the row just written. OFFSET 0 cuts the words once.
_INSERT = """
INSERT INTO consent_rendering (memory_id, tier, ceiling_tier, label_id, owner_id, audience, kind, state,
    title, body, tags, location, date_words, shown_at, subjects, source_id, context_id, language, tsv, length,
    epistemic_status, importance, valid_until, public_id, version, provenance, confidence, source_type)
SELECT m.id, r.tier, r.ceiling, m.label_id, m.owner_id, r.audience, m.kind, m.state, r.title, r.body, r.tags,
    r.location, r.date, r.shown_at, r.subjects, r.source, r.context, m.language, v.tsv, length(v.tsv),
    m.epistemic_status, m.importance, m.valid_until, m.public_id, m.version, m.provenance, m.confidence,
    m.source_type
FROM json_to_recordset(%s::json) AS r(memory bigint, tier smallint, ceiling smallint, audience bigint[],
    title text, body text, tags text[], location jsonb, date text, shown_at timestamptz, subjects bigint[],
    source bigint, context bigint, words text, pairs text)
JOIN consent_memory m ON m.id = r.memory
CROSS JOIN LATERAL (
    SELECT to_tsvector(m.language::regconfig, r.words) || to_tsvector('simple', r.pairs) AS tsv OFFSET 0
) AS v
ON CONFLICT (memory_id, tier) DO NOTHING
"""


def language_of(title: str | None, content: str) -> str:
    """Return the search configuration of a memory's own language."""
    return search_configuration(f"{title or ''} {content}")


def make(memories: Iterable[tuple[Memory, LabelSpec]], tiers: Collection[Tier] | None = None) -> None:
    """Write renderings of memories: full at once, the others only of what is shared, up to its ceiling."""
    pairs = list(memories)
    batch = _Batch(names_in(pairs))
    rows = [row for memory, spec in pairs for row in batch.rows(memory, spec, tiers)]
    if rows:
        ask(_INSERT, [as_json(rows)])


def share(memory: Memory, spec: LabelSpec) -> None:
    """Make the renderings that a first grant calls for; those that exist stay."""
    if spec.grants:
        make([(memory, spec)])


def remake(memory: Memory, spec: LabelSpec) -> None:
    """Write a memory's renderings anew after an edit; the caller holds its lock."""
    Rendering.objects.filter(memory=memory).delete()
    make([(memory, spec)])


def rendered(memory: Memory, spec: LabelSpec, tier: Tier) -> Shown:
    """Return what a tier shows of a memory as it is in hand, stored nowhere: of a version edited since."""
    names = names_in([(memory, spec)])
    return render(_fields(memory, spec, names), serve(tier), _matcher(list(names.values())))


def names_in(pairs: Iterable[tuple[Memory, LabelSpec]]) -> dict[int, Principal]:
    """Return the principals whose names the renderings of these memories show or hide."""
    ids = {one for _, spec in pairs for one in (*spec.subjects, spec.source) if one is not None}
    found = Principal.objects.filter(pk__in=ids).prefetch_related("aliases") if ids else ()
    return {principal.pk: principal for principal in found}


class _Batch:
    """The rows of one write; matchers and cut words are kept for it: tiers and memories share them."""

    def __init__(self, names: Mapping[int, Principal]) -> None:
        self._names = names
        self._matchers: dict[tuple[int, ...], NameMatcher] = {(): _NOBODY}
        self._cut: dict[str, tuple[str, str]] = {}

    def rows(self, memory: Memory, spec: LabelSpec, tiers: Collection[Tier] | None) -> list[dict[str, Any]]:
        """Return a row for each tier wanted that the memory's ceiling allows; full is always allowed."""
        ceiling = serve(tier_of(memory.ceiling))
        wanted = tiers or (SHARED_TIERS if spec.grants else OWN_TIERS)
        fields = _fields(memory, spec, self._names)
        return [
            self._row(memory, spec, ceiling, render(fields, tier, self._matcher(spec)))
            for tier in wanted
            if tier is Tier.FULL or tier <= ceiling
        ]

    def _matcher(self, spec: LabelSpec) -> NameMatcher:
        about = tuple(one for one in (*spec.subjects, spec.source) if one is not None and one in self._names)
        if about not in self._matchers:
            self._matchers[about] = _matcher([self._names[one] for one in about])
        return self._matchers[about]

    def _words(self, text: str) -> tuple[str, str]:
        if text not in self._cut:
            self._cut[text] = index_words(text), cjk_bigrams(text)
        return self._cut[text]

    def _row(self, memory: Memory, spec: LabelSpec, ceiling: Tier, shown: Shown) -> dict[str, Any]:
        full = shown.tier is Tier.FULL
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
            "words": words,
            "pairs": pairs,
        }


def _fields(memory: Memory, spec: LabelSpec, names: Mapping[int, Principal]) -> MemoryFields:
    return MemoryFields(
        kind=memory.kind,
        title=memory.title,
        content=memory.content,
        when=memory.occurred_at or memory.created_at,
        context_summary=memory.context_summary,
        tags=tuple(memory.tags),
        location=memory.location,
        source=names[spec.source].entity_id if spec.source is not None and spec.source in names else None,
        subjects=tuple(names[one].entity_id for one in spec.subjects if one in names),
        forbidden_terms=tuple(memory.forbidden_terms),
        forbidden_patterns=tuple(memory.forbidden_patterns),
        redactions=tuple(memory.redactions),
    )


def _matcher(about: Collection[Principal]) -> NameMatcher:
    spellings: dict[str, set[int]] = {}
    for principal in about:
        approved = [alias.text for alias in principal.aliases.all() if alias.approved_at]
        for spelling in (principal.name, principal.display_name, *approved):
            spellings.setdefault(spelling, set()).add(principal.pk)
    return NameMatcher(spellings)
