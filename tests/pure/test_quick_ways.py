"""Where text is looked through the quick way, what is found is what the plain way finds."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.detector import combining, markers, opening
from consent.rules.detector.cues import SENTENCE
from consent.rules.detector.rules import INDEX, RULES
from consent.rules.patterns import _QUIET, Effort, _spans
from consent.rules.validation import dates
from text import readings, tokens
from text.characters import UNDRESSED, CharacterMap, translated
from text.met import UTF8, Met
from text.personal import _FINDERS, name_cues
from text.personal.marks import Marks, pattern
from text.personal.view import View
from text.readings import Reading
from text.spelled import compact, compacts

numbers = sys.modules["text.personal.numbers"]
identities = sys.modules["text.personal.identities"]
addresses = sys.modules["text.personal.addresses"]
MEDICAL = sys.modules["text.personal.medical"].MEDICAL
GROUPS: list[Marks] = [_FINDERS[0], name_cues.CUED, MEDICAL]

MARKS = (
    "<\\|[a-zA-Z_]{2,24}\\|>",
    "={4,8} END",
    "[A-Za-z0-9+/]{16,40}={0,2}",
    "(?:[a-z] ){5,9}z",
    "%[0-9A-F]{2}x",
)
_SAID = """
    Bella sean Maria Lopez McIntosh BellaHeart bella2 Dr. Mr my name is I'm friend said's email phone call me
    at max@example.com max [at] example [dot] com https://x.example/?token=abcdef 10.0.0.1 fe80::1 $250
    www.x.example/1234567890abcdefghij aa:bb:cc:dd:ee:ff 5,000 EUR @luna user name: luna_1 password hunter2x
    bearer sk-abcdefghijklmnop1234 -----BEGIN PRIVATE KEY----- born on 1 May 1985 123-45-6789 78051 AB 12 34
    56 C +1 (512) 555-0143 0151 23456789 4111 1111 1111 1111 DE89 3704 0044 0532 0130 00 12 Elm Street Apt 4
    Hauptstrasse 5 P.O. Box 55 TX 78701 corner of Elm and Oak zip 78701 diagnosed with diabetes arthritis
    20mg blood pressure 120/80 B e l l a 1-2-3-4-5-6 hIIde I II a1b2 \u200b e\u0301 \ufdfa \u0130 \u00df
    M\u00fcller \u0411\u0435\u043b\u043b\u0430 \u674e\u660e \uff22\uff45\uff4c\uff4c\uff41 \u24b7\u24d4
    \U0001f1e7 \u0905\u093f \u0e01\u0e34
"""
SAID = _SAID.split()
WORDS = st.lists(
    st.tuples(st.sampled_from(SAID), st.sampled_from([" ", " ", "", ", ", "\n", "-", ": "])), max_size=30
)
TEXTS = WORDS.map(lambda said: "".join(word + gap for word, gap in said)) | st.text(max_size=60)


@given(text=TEXTS)
def test_forms_asked_together_find_what_each_finds_alone(text: str) -> None:
    """Seen failing with a group that left out the last of the patterns met."""
    view = View(text)
    for group in GROUPS:
        assert list(group(view)) == [one for mark in group._marks for one in mark(view)]
    met = [at for at, (_, source) in enumerate(addresses.ANCHORS) if pattern(source).search(view.raw)]
    assert addresses._MET(view.raw) == met


@given(
    text=TEXTS | st.sampled_from(list(MARKS)).flatmap(lambda source: st.from_regex(source, fullmatch=True))
)
def test_signs_of_attacks_are_found_alike_together_and_alone(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    for met in (markers.MARKERS._met, opening._MET):
        alone = [at for at, source in enumerate(met._sources) if re2.compile(source, UTF8).search(raw)]
        assert met(raw) == alone


def test_forms_are_asked_one_by_one_where_the_engine_gives_up() -> None:
    met = Met([b"a", b"b"])

    class GivesUp:
        def Match(self, raw: bytes) -> list[int]:
            return []

    met._set = GivesUp()
    assert met(b"b") == [1]


MEANT = sorted({meaning for rule in RULES for meaning in rule.meanings} | {SENTENCE})
HITS = st.lists(st.tuples(st.integers(0, 60), st.frozensets(st.sampled_from(MEANT), min_size=1, max_size=4)))


@given(steps=HITS)
def test_rules_are_met_alike_where_only_possible_ones_are_looked_for(
    steps: list[tuple[int, frozenset[str]]],
) -> None:
    places = accumulate(step for step, _ in steps)
    hits = [(at, meanings) for at, (_, meanings) in zip(places, steps, strict=True)]
    assert combining.combined(hits, INDEX) == combining._close_together(hits, INDEX)


DATES = [
    "2025-06-20",
    "20.6.2025",
    "June 20th, 2025",
    "3 of May",
    "sept",
    "MARCH 1",
    "may",
    "Oct. 2024",
    "0/0/1999",
]


@given(
    said=st.lists(st.sampled_from([*DATES, *SAID[:9], "\u0660", "\u017f"]), max_size=6),
    gap=st.sampled_from(" ,\n"),
)
def test_no_form_of_a_date_is_passed_over(said: list[str], gap: str) -> None:
    text = gap.join(said)
    met = dates._MET(text.encode("utf-8", "surrogatepass"))
    assert {at for at, form in enumerate(dates._FORMS) if form.search(text)} <= set(met)


def short_forms() -> Iterator[tuple[Any, Any, str]]:
    """Yield each form that is asked of short stretches, by both engines, and how it is asked."""
    for _, form, _ in identities._RULES:
        yield re.compile(form), pattern(form), "fullmatch"
    for ours in (numbers._SAID_AFTER, name_cues.AFTER, addresses._ON, addresses._LINE):
        yield ours, pattern(ours.pattern.replace(b"*+", b"*")), "match"
    yield addresses._SURE, pattern(addresses._SURE.pattern), "search"
    yield re.compile(numbers._PHONE.pattern.encode()), pattern(numbers._PHONE.pattern.encode()), "fullmatch"


@given(text=TEXTS, digits=st.text("0123456789 .-()/+ABXYZ", max_size=24))
def test_both_engines_agree_on_what_is_asked_of_short_stretches(text: str, digits: str) -> None:
    for raw in (View(text).raw[:80], digits.encode()):
        for ours, theirs, how in short_forms():
            found, other = (getattr(engine, how)(raw) for engine in (ours, theirs))
            assert (found and found.span()) == (other and other.span())


def _tables() -> Iterable[dict[int, str | None]]:
    return (
        CharacterMap(lambda char: None if char in "e\u00e9" else char),
        CharacterMap(lambda char: char * 2 if char.isalpha() else " "),
    )


@given(text=TEXTS)
def test_a_text_is_translated_alike_in_parts_and_whole(text: str) -> None:
    for table in _tables():
        assert translated(text, table) == text.translate(table)


@given(text=TEXTS)
def test_words_are_cut_and_folded_alike_one_by_one_and_at_once(text: str) -> None:
    outline = tokens.outlined(text)
    assert tokens.cut(outline) == [found.span() for found in tokens._PIECE.finditer(outline)]
    spans = tokens.pieces(text)
    each = [(compact(text[start:end]), (start, end)) for start, end in spans]
    assert readings.spelled(text) == [(form, span) for form, span in each if form]
    for form, line in ((readings._folded, Reading(text).folded), (readings._drawn, Reading(text).drawn)):
        plain = readings._folded_line(text, spans, form)
        assert (line.text, line.spans) == (plain.text, plain.spans)


SEAM = re.compile(r"[a-z](?=[A-Z])|[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])")


@given(text=TEXTS)
def test_seams_are_those_between_small_and_capital_and_digit(text: str) -> None:
    assert Reading(text)._seams == [found.end() for found in SEAM.finditer(text)]
    assert re.findall(r"(?<=[a-z])I+", text) == readings._TALL_I.findall(text)


@given(values=st.lists(TEXTS, max_size=6))
def test_values_are_compacted_alike_one_by_one_and_at_once(values: list[str]) -> None:
    assert compacts(values) == [compact(value) for value in values]


@given(text=st.text())
def test_letters_in_dress_are_undressed(text: str) -> None:
    assert translated(text, readings._UNDRESSED) == text.translate(UNDRESSED)


@pytest.mark.parametrize("own", [r"\w+a", "[A-Z]+", r"\b\d{2,}\b", "(?i)bella|MAX", "", "."])
@given(text=TEXTS)
def test_an_owners_pattern_finds_the_same_in_bytes(own: str, text: str) -> None:
    plain = [found.span() for found in re2.finditer(own, text, options=_QUIET)]
    assert _spans(own, text, Effort()) == [(start, end) for start, end in plain if end > start]
