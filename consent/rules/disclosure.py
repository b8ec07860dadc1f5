"""Make what each tier shows of a memory, and say what a model may do with it (domain.md 9).

Pure: the service stores the result when a memory is written or shared, so that search and output read
the rendering alone. Full, metadata and hint exist; `tiers.serve` sends the tiers between to metadata.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Final

from consent.rules.dates import ShownDate, show_date
from consent.rules.redaction import Redactions
from consent.rules.tiers import PLACE_PARTS, Tier, serve, shown_location
from text.names import NameMatcher
from text.normalize import normalize

INSTRUCTIONS: Final[Mapping[Tier, str]] = MappingProxyType(
    {
        Tier.FULL: "Shown in full: you may use any detail of it.",
        Tier.PARTIAL: (
            "Shown in part: you may speak of its general themes; "
            "do not guess or restore what was left out, and stay clear of sensitive particulars."
        ),
        Tier.SUMMARY: (
            "Shown as a summary: you may say that it took place and what it was broadly about; "
            "give no specific details."
        ),
        Tier.METADATA: (
            "Only its existence is shown: you may acknowledge it and its general category; "
            "say nothing of its content and do not guess at it."
        ),
        Tier.HINT: (
            "Highly sensitive: you may say only that something significant is on record around that time "
            "and, when asked directly, that it mattered. Never state or guess names, places, exact dates, "
            "details or circumstances. When pressed, decline politely and offer to talk of something else."
        ),
    }
)

_NUMBER = re.compile(r"\d{2,}")
_NO_NAMES: Final = NameMatcher({})


@dataclass(frozen=True, slots=True)
class MemoryFields:
    """What a rendering is made from: the memory as stored; `when` is its occurrence, else its creation."""

    kind: str
    title: str | None
    content: str
    when: datetime
    context_summary: str | None = None
    tags: tuple[str, ...] = ()
    location: Mapping[str, str | None] = field(default_factory=dict)
    source: str | None = None
    subjects: tuple[str, ...] = ()
    forbidden_terms: tuple[str, ...] = ()
    forbidden_patterns: tuple[str, ...] = ()
    redactions: tuple[Mapping[str, str], ...] = ()

    @property
    def owners_rules(self) -> Redactions:
        """Return what the owner wants left out below full."""
        return Redactions(self.redactions, self.forbidden_terms, self.forbidden_patterns)


@dataclass(frozen=True, slots=True)
class Rendering:
    """What one tier shows of one memory; search, filters and sorting at that tier know nothing else."""

    tier: Tier
    kind: str
    title: str
    body: str
    tags: tuple[str, ...]
    location: dict[str, str]
    date: str
    shown_at: datetime
    date_words: str
    search_text: str
    source: str | None
    subjects: tuple[str, ...]


def render(fields: MemoryFields, tier: Tier, names: NameMatcher = _NO_NAMES) -> Rendering:
    """Return what `tier` shows; `names` holds the subjects' and source's names and aliases.

    Raises ValueError for a tier that has no rendering of its own yet (see `tiers.serve`).
    """
    if serve(tier) is not tier:
        raise ValueError(f"no rendering of its own for tier {tier.word}")
    if tier is Tier.FULL:
        return _rendering(fields, tier, title=fields.title or "", body=fields.content, tags=fields.tags)
    if tier is Tier.METADATA:
        rules = fields.owners_rules
        tags = dict.fromkeys(names.redact(rules.redact("tags", tag)) for tag in fields.tags)
        title = names.redact(rules.redact("title", fields.title or ""))
        return _rendering(fields, tier, title=title, tags=tuple(filter(None, tags)))
    return _rendering(fields, tier, body=_hint_line(fields, names))


def printed(title: str, body: str, tags: tuple[str, ...], location: Mapping[str, str], date: str) -> str:
    """Return the text of a rendering as a model reads it: what is there, a line each, the body last."""
    # Stored JSON keeps no order of keys.
    place = ", ".join(location[part] for part in PLACE_PARTS if location.get(part))
    lines = (
        ("Title: ", title),
        ("Date: ", date),
        ("Place: ", place),
        ("Tags: ", ", ".join(tags)),
        ("", body),
    )
    return "\n".join(label + value for label, value in lines if value)


def _rendering(
    fields: MemoryFields, tier: Tier, *, title: str = "", body: str = "", tags: tuple[str, ...] = ()
) -> Rendering:
    date = show_date(fields.when, tier)
    location = shown_location(fields.location, tier)
    full = tier is Tier.FULL
    return Rendering(
        tier=tier,
        kind=fields.kind,
        title=title,
        body=body,
        tags=tags,
        location=location,
        date=date.text,
        shown_at=date.moment,
        date_words=date.words,
        search_text=_search_text(fields.kind, (title, body, *tags, *location.values()), date),
        source=fields.source if full else _namespace(fields.source),
        subjects=fields.subjects if full else tuple(sorted({s.partition(":")[0] for s in fields.subjects})),
    )


def _search_text(kind: str, parts: tuple[str, ...], date: ShownDate) -> str:
    return "\n".join(filter(None, (*parts, kind.replace("_", " "), date.text, date.words)))


def _namespace(entity: str | None) -> str | None:
    return entity.partition(":")[0] if entity else None


def _hint_line(fields: MemoryFields, names: NameMatcher) -> str:
    summary = (fields.context_summary or "").strip()
    if summary and not _tells(summary, fields, names):
        return summary
    return f"A private {fields.kind.replace('_', ' ')} is on record; its details are withheld."


def _tells(summary: str, fields: MemoryFields, names: NameMatcher) -> bool:
    """Tell whether a summary holds a name, a place, a forbidden term or a number of what it stands for."""
    places = [place for place in fields.location.values() if place]
    secret = NameMatcher(dict.fromkeys(places, (0,)))
    if names.find(summary) or secret.find(summary) or fields.owners_rules.touches(summary):
        return True
    told = _NUMBER.findall(normalize(f"{fields.title or ''} {fields.content}"))
    return not set(told).isdisjoint(_NUMBER.findall(normalize(summary)))
