"""Look for what an owner named: subjects and source however spelled, terms, patterns and redactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from consent.rules.redaction import Unreadable, stretches
from consent.rules.tiers import Tier
from consent.rules.validation import weights
from consent.rules.validation.looking import Free, Look
from consent.rules.validation.marks import Mark
from consent.rules.validation.response import Response
from consent.rules.validation.weights import Category, at_tier
from consent.rules.validation.withheld import Withheld
from consent.rules.validation.words import COMMON_STEMS, cut
from text.names import NameMatcher
from text.seen import Seen


def look_for_names(prepared: Response, memories: Sequence[Withheld], free: Free) -> None:
    """Mark subjects, sources and the owner's forbidden terms by any spelling that passes for them."""
    spellings: dict[str, set[int]] = {}
    for place, memory in enumerate(memories):
        for spelling in () if memory.tier is Tier.FULL else memory.names:
            spellings.setdefault(spelling, set()).add(2 * place)
        for spelling in memory.terms:
            spellings.setdefault(spelling, set()).add(2 * place + 1)
    for hit in NameMatcher(spellings).find(prepared.words.text):
        told = [prepared.words.stems[at] for at in prepared.words.within(hit.start, hit.end)]
        if told and all(free(stem) for stem in told):
            continue
        for one in hit.ids:
            term, memory = one % 2 == 1, memories[one // 2]
            weight, category = (weights.TERM, Category.TERM) if term else (weights.NAME, Category.NAME)
            mark = Mark(at_tier(weight, memory.tier), category, memory.memory)
            prepared.marks.put_stretch(hit.start, hit.end, mark)


def owners_rules(look: Look) -> None:
    """Mark what the owner's patterns find in the response, and what its redactions took out of the memory.

    Of a pattern that cannot be read nobody knows what it forbids: the whole response is marked."""
    text = look.response.seen
    for pattern in look.memory.patterns:
        try:
            found = stretches(pattern, text)
        except Unreadable:
            mark = look.mark(weights.TERM, Category.PATTERN)
            look.response.marks.put_stretch(0, len(text.written), mark)
            continue
        for start, end in found:
            _mark_hidden(look, start, end, weights.TERM, Category.PATTERN)
    for stem in {stem for rule in look.memory.redactions for stem in _taken_out(rule, look.memory)}:
        if len(stem) > 1 and stem not in COMMON_STEMS and not look.free(stem):
            look.put(stem, weights.REDACTED, Category.REDACTED)


def _taken_out(rule: Mapping[str, str], memory: Withheld) -> Iterator[str]:
    """Yield the words that a redaction takes out of the memory: all of the field where it cannot be read."""
    for text in _fields_of(memory, rule["field"]):
        try:
            found = stretches(rule["pattern"], Seen(text))
        except Unreadable:
            found = [(0, len(text))]
        for start, end in found:
            yield from cut(text[start:end]).stems


def _mark_hidden(look: Look, start: int, end: int, weight: float, category: Category) -> None:
    words = [look.response.words.stems[at] for at in look.response.words.within(start, end)]
    if not words or not all(look.free(word) for word in words):
        mark = look.mark(weight, category)
        look.response.marks.put_stretch(start, end, mark)


def _fields_of(memory: Withheld, field: str) -> Sequence[str]:
    if field == "tags":
        return memory.tags
    return [{"title": memory.title, "content": memory.content}.get(field, "")]
