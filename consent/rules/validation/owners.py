"""Look for what an owner named: subjects and source however spelled, terms, patterns and redactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from consent.rules.patterns import Effort, Unreadable, stretches
from consent.rules.tiers import Tier
from consent.rules.validation import weights
from consent.rules.validation.looking import Free, Look
from consent.rules.validation.marks import Mark
from consent.rules.validation.response import Response
from consent.rules.validation.weights import Category, at_tier
from consent.rules.validation.withheld import Withheld
from consent.rules.validation.words import COMMON_STEMS, cut, stem
from text.names import NameHit, NameMatcher
from text.seen import Seen
from text.spelled import SpelledMatcher, compact

_FEW_LETTERS: Final = 8


def look_for_names(prepared: Response, memories: Sequence[Withheld], free: Free) -> None:
    """Mark subjects, sources and the owner's forbidden terms by any spelling that passes for them."""
    spellings: dict[str, set[int]] = {}
    for place, memory in enumerate(memories):
        for spelling in () if memory.tier is Tier.FULL else memory.names:
            spellings.setdefault(spelling, set()).add(2 * place)
        for spelling in memory.terms:
            spellings.setdefault(spelling, set()).add(2 * place + 1)
    text = prepared.words.text
    plain = set(NameMatcher(spellings).find(prepared.reading))
    apart = {
        one for one in SpelledMatcher(spellings).hits(prepared.reading) if not _free_as_one(text, one, free)
    }
    for hit in plain | apart:
        told = [prepared.words.stems[at] for at in prepared.words.within(hit.start, hit.end)]
        if told and all(free(word) for word in told):
            continue
        chance = hit not in plain and _by_chance(text[hit.start : hit.end], told)
        for one in hit.ids:
            mark = _named(memories[one // 2], term=one % 2 == 1, chance=chance)
            prepared.marks.put_stretch(hit.start, hit.end, mark)


def _named(memory: Withheld, *, term: bool, chance: bool) -> Mark:
    weight, category = (weights.TERM, Category.TERM) if term else (weights.NAME, Category.NAME)
    return Mark(at_tier(weights.LOWERED if chance else weight, memory.tier), category, memory.memory)


def _free_as_one(text: str, hit: NameHit, free: Free) -> bool:
    """Tell whether a name that is set apart here stood as one word in what was shown or asked."""
    return free(stem(compact(text[hit.start : hit.end])))


def _by_chance(written: str, words: Sequence[str]) -> bool:
    """Tell whether words may spell a name without meaning it: few letters, a plain word among them."""
    few = len(compact(written)) < _FEW_LETTERS and len(words) > 1
    return few and max(map(len, words)) > 1 and not COMMON_STEMS.isdisjoint(words)


def owners_rules(look: Look) -> None:
    """Mark what the owner's patterns find in the response, and what its redactions took out of the memory.

    Of a pattern that cannot be read nobody knows what it forbids: the whole response is marked."""
    text, effort = look.response.seen, look.response.effort
    for pattern in look.memory.patterns:
        try:
            found = stretches(pattern, text, effort)
        except Unreadable:
            mark = look.mark(weights.TERM, Category.PATTERN)
            look.response.marks.put_stretch(0, len(text.written), mark)
            continue
        for start, end in found:
            _mark_hidden(look, start, end, weights.TERM, Category.PATTERN)
    for word in {word for rule in look.memory.redactions for word in _taken_out(rule, look.memory, effort)}:
        if len(word) > 1 and word not in COMMON_STEMS and not look.free(word):
            look.put(word, weights.REDACTED, Category.REDACTED)


def _taken_out(rule: Mapping[str, str], memory: Withheld, effort: Effort) -> Iterator[str]:
    """Yield the words that a redaction takes out of the memory: all of the field where it cannot be read."""
    for text in _fields_of(memory, rule["field"]):
        try:
            found = stretches(rule["pattern"], Seen(text), effort)
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
