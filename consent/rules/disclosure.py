"""Make what each tier shows of a memory.

Pure: the service stores the result when a memory is written or shared, so that search and output read
the rendering alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from consent.rules.dates import ShownDate, show_date
from consent.rules.fields import MemoryFields
from consent.rules.hiding import Veil
from consent.rules.leaks import leaks
from consent.rules.tiers import PLACE_PARTS, Tier, shown_location
from text.names import NameMatcher

__all__ = ["MemoryFields", "Rendering", "printed", "render", "renderings", "withheld_line"]

_NO_NAMES: Final = NameMatcher({})


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
    """Return what `tier` shows; `names` holds the subjects' and source's names and aliases."""
    return next(renderings(fields, (tier,), names))


def renderings(
    fields: MemoryFields, tiers: Iterable[Tier], names: NameMatcher = _NO_NAMES
) -> Iterator[Rendering]:
    """Yield what each of `tiers` shows; what must be hidden is found once for all of them."""
    veil = Veil(fields, names)
    for tier in tiers:
        if tier is Tier.FULL:
            yield _rendering(fields, tier, title=fields.title or "", body=fields.content, veil=veil)
            continue
        title = "" if tier is Tier.HINT else veil.redact("title", fields.title or "", tier)
        yield _rendering(fields, tier, title=title, body=_body(fields, tier, veil), veil=veil)


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


def withheld_line(kind: str) -> str:
    """Return the line that stands where nothing safe to show was written: the kind alone."""
    return f"A private {kind.replace('_', ' ')} is on record; its details are withheld."


def _body(fields: MemoryFields, tier: Tier, veil: Veil) -> str:
    if tier is Tier.PARTIAL:
        return veil.redact("content", fields.content, tier)
    if tier is Tier.METADATA:
        return ""
    stored = fields.summary if tier is Tier.SUMMARY else fields.context_summary
    # A summary is redacted like all that is printed; a hint's line that needs it is not safe to show at all.
    line = veil.redact("summary", stored or "", tier) if tier is Tier.SUMMARY else stored or ""
    safe = line.strip() and not leaks(line, tier, fields, veil)
    return line.strip() if safe else withheld_line(fields.kind)


def _tags(fields: MemoryFields, tier: Tier, veil: Veil) -> tuple[str, ...]:
    if tier is Tier.FULL:
        return fields.tags
    if tier is not Tier.METADATA:
        return ()
    return tuple(dict.fromkeys(shown for tag in fields.tags if (shown := veil.redact("tags", tag, tier))))


def _place(fields: MemoryFields, tier: Tier, veil: Veil) -> dict[str, str]:
    place = shown_location(fields.location, tier)
    if tier is Tier.FULL:
        return place
    return {part: shown for part, value in place.items() if (shown := veil.redact("location", value, tier))}


def _rendering(fields: MemoryFields, tier: Tier, *, title: str, body: str, veil: Veil) -> Rendering:
    date = show_date(fields.when, tier)
    tags, location = _tags(fields, tier, veil), _place(fields, tier, veil)
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
