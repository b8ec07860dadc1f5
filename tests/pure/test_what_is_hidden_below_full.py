"""Below full nothing hidden is printed in any spelling, and no line tells what its tier withholds."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.disclosure import MemoryFields, printed, render, withheld_line
from consent.rules.fields import Finding
from consent.rules.patterns import stretches
from consent.rules.tiers import Tier
from text.digits import digits_of
from text.names import NameMatcher
from text.seen import Seen
from text.spelled import SpelledMatcher, compact

NAMES = NameMatcher({"bella": (1,), "Bells": (1,)})
BELOW = [tier for tier in Tier if tier is not Tier.FULL]
PLAIN = MemoryFields(
    kind="note",
    title="A walk",
    content="We walked by the river.",
    when=datetime(2025, 6, 20, 14, 30, tzinfo=UTC),
    summary="An outing",
    context_summary="Something quiet",
    tags=("walk",),
    location={"address": "12 Elm Street", "city": "Springfield", "state": "TX", "country": "Freedonia"},
    subjects=("dog:bella",),
)
PHONE = "+1 512 555 0143"
SECRETS = {
    "name": "Bella",
    "alias": "BELLS",
    "telephone": PHONE,
    "mail": "max@example.com",
    "money": "$2,400,000",
    "card": "4111 1111 1111 1111",
    "term": "purple hat",
    "address": "12 Elm Street",
}


def all_of(fields: MemoryFields, tier: Tier) -> str:
    one = render(fields, tier, NAMES)
    return printed(one.title, one.body, one.tags, one.location, one.date) + "\n" + one.search_text


@pytest.mark.parametrize("tier", BELOW)
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize("field", ["title", "content", "summary", "context_summary", "tags", "location"])
def test_a_secret_leaks_through_no_field(field: str, secret: str, tier: Tier) -> None:
    said = f"It was {secret} again"
    value: Any = (said,) if field == "tags" else {"city": said} if field == "location" else said
    fields = replace(PLAIN, forbidden_terms=("purple hat",), **{field: value})
    if secret == "12 Elm Street" and field == "location":
        return
    shown = all_of(fields, tier)
    assert compact(secret) not in compact(shown)
    assert len(digits_of(secret)) < 5 or digits_of(secret) not in digits_of(shown)


SPELLINGS = [
    (PHONE, "5 1 2 5 5 5 0 1 4 3"),
    ("max@example.com", "MAX @ EXAMPLE . COM"),
    ("4111 1111 1111 1111", "4111-1111-1111-1111"),
    ("Bella", "B e l l a"),
    ("Bella", "b.e.l.l.a"),
    ("Bella", "\uff22\uff25\uff2c\uff2c\uff21"),
]


@pytest.mark.parametrize(("value", "spelled"), SPELLINGS)
def test_a_value_found_once_is_hidden_in_its_other_spellings(value: str, spelled: str) -> None:
    fields = replace(
        PLAIN, content=f"Said {value} there.", title=f"About {spelled} so", subjects=("dog:bella",)
    )
    for tier in (Tier.PARTIAL, Tier.SUMMARY, Tier.METADATA):
        assert render(fields, tier, NAMES).title == "About [REDACTED] so"


def test_a_word_that_holds_a_value_inside_is_left_alone() -> None:
    assert SpelledMatcher(["ann", "al"]).find("planned also annually") == ()
    assert SpelledMatcher(["2026"]).find("12026 and 20267") == ()


@pytest.mark.parametrize(("sign", "apart"), [("7", ""), ("a", " ")])
def test_values_that_end_in_each_other_do_not_cost_time(sign: str, apart: str) -> None:
    # Seen failing (five seconds each) while every value was kept that ends at each place of the text.
    matcher = SpelledMatcher(sign * size for size in range(5, 120))
    begun = time.process_time()
    assert matcher.find("- " + (sign + apart) * 8000) == ((2, 2 + 8000 * len(sign + apart) - len(apart)),)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("value", ["0123456789" * 5, "secret garden " * 9, "x" * 65, "y" * 64, "ab1" * 50])
def test_a_long_value_is_hidden_wholly_and_so_is_a_long_part_of_it(value: str) -> None:
    # Mutant seen failing: the last part of a long value left out.
    matcher = SpelledMatcher([value])
    text = f"so {value.upper()} ends"
    assert matcher.find(text) == ((3, 3 + len(value.rstrip())),)
    assert bool(matcher.find(value.strip()[:-1])) == (len(compact(value)) > 64 or value.isdecimal())


def test_digits_are_hidden_inside_a_longer_word_too() -> None:
    fields = replace(PLAIN, content="Card 4111 1111 1111 1111", title="See ref4111111111111111")
    assert render(fields, Tier.METADATA, NAMES).title == "See ref[REDACTED]"


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ([{"field": "content", "pattern": "river", "replacement": "water"}], "We walked by the water."),
        ([{"field": "content", "pattern": "river"}], "We walked by the [REDACTED]."),
        ([{"field": "title", "pattern": "river"}], "We walked by the river."),
        ([{"field": "content", "pattern": "river", "replacement": "Bella"}], "We walked by the [REDACTED]."),
        ([{"field": "content", "pattern": "("}], ""),
        ([{"field": "content", "pattern": "x*", "replacement": "!"}], "We walked by the river."),
    ],
)
def test_an_owners_rule_is_kept_in_its_field(rules: list[dict[str, str]], shown: str) -> None:
    assert render(replace(PLAIN, redactions=tuple(rules)), Tier.PARTIAL, NAMES).body == shown


def test_taking_something_out_never_puts_a_name_together() -> None:
    rules = ({"field": "content", "pattern": "x", "replacement": ""},)
    shown = render(replace(PLAIN, content="Bexllxa came", redactions=rules), Tier.PARTIAL, NAMES)
    assert shown.body == "[REDACTED] came"


def test_what_a_model_found_is_hidden_where_it_stands_and_wherever_it_is_repeated() -> None:
    fields = replace(
        PLAIN,
        content="we met near windmill or qx then",
        title="near the windmill of old",
        tags=("windmill",),
        findings=(Finding("content", 12, 20, "place"), Finding("content", 24, 26, "place")),
    )
    assert render(fields, Tier.PARTIAL, NAMES).body == "we met near [REDACTED] or [REDACTED] then"
    assert render(fields, Tier.METADATA, NAMES).title == "near the [REDACTED] of old"
    assert render(fields, Tier.METADATA, NAMES).tags == ("[REDACTED]",)


@pytest.mark.parametrize(
    ("tier", "hidden"),
    [
        (Tier.PARTIAL, {"Freedonia", "12 Elm Street"}),
        (Tier.SUMMARY, {"Freedonia", "12 Elm Street", "TX"}),
        (Tier.METADATA, {"Freedonia", "12 Elm Street", "TX", "Springfield"}),
    ],
)
def test_what_a_tier_withholds_of_the_place_does_not_stand_in_the_title(tier: Tier, hidden: set[str]) -> None:
    for part in ("12 Elm Street", "Springfield", "TX", "Freedonia"):
        shown = render(replace(PLAIN, title=f"We saw {part} again"), tier, NAMES).title
        assert (part not in shown) == (part in hidden)


@pytest.mark.parametrize("tier", [Tier.SUMMARY, Tier.HINT])
@pytest.mark.parametrize(
    "line",
    [
        "In Freedonia it was quiet",
        "There were 4711 people",
        "We walked slowly along the cold river",
        "It was in TX then",
        "A purple hat",
    ],
)
def test_a_line_that_tells_what_its_tier_withholds_is_not_used(tier: Tier, line: str) -> None:
    fields = replace(
        PLAIN,
        content="We walked slowly along the cold river with 4711 others.",
        summary=line,
        context_summary=line,
        forbidden_patterns=("purple",),
    )
    body = render(fields, tier, NAMES).body
    redacted = "[REDACTED]" in body and tier is Tier.SUMMARY
    assert redacted or body == withheld_line("note")
    assert not any(told in body for told in ("Freedonia", "4711", "walked slowly", "TX", "purple"))


@pytest.mark.parametrize(
    "line", ["A walk along the cold river", "In June, quiet", "On the 20 June", "Springfield, quiet"]
)
def test_a_hint_says_neither_what_nor_when_nor_where(line: str) -> None:
    fields = replace(PLAIN, content="We saw the cold river.", context_summary=line)
    assert render(fields, Tier.HINT, NAMES).body == withheld_line("note")


def test_a_safe_line_is_used_as_it_was_written() -> None:
    assert render(PLAIN, Tier.SUMMARY, NAMES).body == "An outing"
    assert render(PLAIN, Tier.HINT, NAMES).body == "Something quiet"
    assert render(replace(PLAIN, summary="About Bella, an outing"), Tier.SUMMARY, NAMES).body == (
        "About [REDACTED], an outing"
    )


@given(st.text(), st.text(), st.sampled_from([Tier.PARTIAL, Tier.SUMMARY, Tier.METADATA, Tier.HINT]))
def test_a_name_is_never_printed_whatever_stands_around_it(before: str, after: str, tier: Tier) -> None:
    text = f"{before} Bella {after}"
    fields = replace(PLAIN, title=text, content=text, summary=text, context_summary=text, tags=(text,))
    assert NAMES.find(all_of(fields, tier)) == ()


DISGUISED = [
    "r\u200biver",
    "ri\u00adver",
    "\uff52\uff49\uff56\uff45\uff52",
    "r\U000e0041iver",
    "\U0001d42biver",
    "r\u0456v\u0435r",  # Cyrillic letters
    "r\u2170\u03bd\u0435\U0001d42b",
]


@pytest.mark.parametrize("written", DISGUISED)
def test_an_owners_pattern_finds_what_is_disguised_beside_what_is_not(written: str) -> None:
    # Seen failing while patterns were matched against the text as written alone.
    for rules in (
        {"redactions": ({"field": "content", "pattern": "river"},)},
        {"forbidden_patterns": ("river",)},
    ):
        fields = replace(PLAIN, content=f"The river is long.\nThe {written}, too.", **rules)
        assert render(fields, Tier.PARTIAL, NAMES).body == "The [REDACTED] is long.\nThe [REDACTED], too."
    told = replace(PLAIN, summary=f"Of a {written}", redactions=({"field": "title", "pattern": "river"},))
    assert render(told, Tier.SUMMARY, NAMES).body == withheld_line("note")


@pytest.mark.parametrize(
    ("pattern", "text", "left"),
    [
        ("caf\u00e9", "cafe\u0301 noir", " noir"),
        ("cafe\u0301", "caf\u00e9 noir", " noir"),
        ("x+", "a\u0301xx\u200bx\u0301b", "a\u0301b"),
        (r"\d+", "no 12\u2060\uff13, \u2460 and 4", "no ,  and "),
        ("a.*", "b\u200b\na first\nsecond", "b\u200b\n\nsecond"),
        ("x*", "b\u200bb", "b\u200bb"),
    ],
)
def test_what_a_pattern_finds_is_taken_out_where_it_was_written(pattern: str, text: str, left: str) -> None:
    gone = {at for span in stretches(pattern, Seen(text)) for at in range(*span)}
    assert "".join(char for at, char in enumerate(text) if at not in gone) == left


@pytest.mark.parametrize("first", [0x249C, 0x1F110, 0x1F150, 0x1F170, 0x1F1E6])
def test_letters_in_brackets_on_dark_ground_and_of_flags_spell_a_name(first: int) -> None:
    # Seen failing while only what Unicode decomposes was taken for a letter.
    written = "".join(chr(first + ord(letter) - ord("a")) for letter in "bella")
    for name in (written, "B" + written[1:]):
        fields = replace(PLAIN, content=f"Then {name} came.", forbidden_terms=("bella",))
        assert render(fields, Tier.PARTIAL, NameMatcher({})).body == "Then [REDACTED] came."
