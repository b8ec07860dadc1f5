"""A tier shows what the table says and nothing beyond it: fields, place, date, words to search by."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.dates import show_date
from consent.rules.disclosure import MemoryFields, Rendering, printed, render
from consent.rules.instructions import INSTRUCTIONS
from consent.rules.tiers import Tier, shown_location, tier_of
from text.names import NameMatcher
from text.tokens import index_words, query_words

NAMES = NameMatcher({"Bella": [1], "Bells": [1], "dr_smith": [2]})
PLACE = {"address": "12 Elm Street", "city": "Austin", "state": "TX", "country": "US"}
VISIT = MemoryFields(
    kind="personal_event",
    title="Bella's heart murmur",
    content="Dr. Smith heard a grade 3 murmur on Highway 101.",
    when=datetime(2025, 6, 20, 14, 30, 5, tzinfo=UTC),
    context_summary="A significant health matter",
    tags=("bella-health", "Bella", "Bells", "vet"),
    location=PLACE,
    source="vet:dr_smith",
    subjects=("dog:bella", "human:sean", "dog:max"),
    forbidden_terms=("murmur",),
)


@pytest.mark.parametrize(
    ("trust", "tier"),
    [
        (1.0, Tier.FULL), (0.9999, Tier.PARTIAL), (0.75, Tier.PARTIAL), (0.7499, Tier.SUMMARY),
        (0.5, Tier.SUMMARY), (0.4999, Tier.METADATA), (0.25, Tier.METADATA), (0.2499, Tier.HINT),
        (0.0, Tier.HINT), (None, Tier.HINT), (math.nan, Tier.HINT), (math.inf, Tier.HINT), (-0.1, Tier.HINT),
        (1.01, Tier.HINT), (math.nextafter(1.0, 0.0), Tier.PARTIAL), (math.nextafter(0.25, 0.0), Tier.HINT),
    ],
)  # fmt: skip
def test_a_tier_opens_exactly_at_its_boundary(trust: float | None, tier: Tier) -> None:
    assert tier_of(trust) is tier


@pytest.mark.parametrize(
    ("tier", "parts"),
    [
        (Tier.FULL, {"address", "city", "state", "country"}),
        (Tier.PARTIAL, {"city", "state"}),
        (Tier.SUMMARY, {"city"}),
        (Tier.METADATA, set()),
        (Tier.HINT, set()),
    ],
)
def test_a_place_is_shown_as_far_as_the_tier_goes(tier: Tier, parts: set[str]) -> None:
    assert set(shown_location({**PLACE, "planet": "Earth"}, tier)) == parts
    assert shown_location({"city": "", "address": None}, tier) == {}


@pytest.mark.parametrize(
    ("tier", "text", "moment"),
    [
        (Tier.FULL, "2025-06-20T14:30:05Z", datetime(2025, 6, 20, 14, 30, 5, tzinfo=UTC)),
        (Tier.PARTIAL, "2025-06-20", datetime(2025, 6, 20, tzinfo=UTC)),
        (Tier.SUMMARY, "2025-06-20", datetime(2025, 6, 20, tzinfo=UTC)),
        (Tier.METADATA, "2025-06-20", datetime(2025, 6, 20, tzinfo=UTC)),
        (Tier.HINT, "mid-2025", datetime(2025, 5, 1, tzinfo=UTC)),
    ],
)
def test_a_date_is_as_precise_as_the_tier(tier: Tier, text: str, moment: datetime) -> None:
    shown = show_date(VISIT.when, tier)
    assert (shown.text, shown.moment) == (text, moment)


@pytest.mark.parametrize(
    ("month", "text"),
    [
        (1, "early-2025"),
        (4, "early-2025"),
        (5, "mid-2025"),
        (8, "mid-2025"),
        (9, "late-2025"),
        (12, "late-2025"),
    ],
)
def test_a_vague_date_names_a_third_of_a_year(month: int, text: str) -> None:
    assert show_date(datetime(2025, month, 28, tzinfo=UTC), Tier.HINT).text == text


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_two_times_of_one_third_are_one_at_hint(one: datetime, other: datetime) -> None:
    other = other.replace(year=one.year, month=(one.month - 1) // 4 * 4 + 1, day=1)
    assert show_date(one, Tier.HINT) == show_date(other, Tier.HINT)


@pytest.mark.parametrize("when", [datetime.min, datetime.max])
def test_the_ends_of_the_calendar_are_shown_too(when: datetime) -> None:
    for hours in (-14, 14):
        for tier in Tier:
            assert (
                f"{when.year:04d}"
                in show_date(when.replace(tzinfo=timezone(timedelta(hours=hours))), tier).text
            )


def test_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        show_date(datetime(2025, 6, 20), Tier.FULL)


@pytest.mark.parametrize("tier", Tier)
def test_june_2025_finds_it_at_every_tier(tier: Tier) -> None:
    indexed = set(index_words(render(VISIT, tier, NAMES).search_text).split())
    assert set(query_words("June 2025")) <= indexed
    assert set(query_words("mid 2025")) <= indexed


def test_the_day_finds_it_at_metadata_and_not_at_hint() -> None:
    assert "20" in index_words(render(VISIT, Tier.METADATA, NAMES).search_text).split()
    assert "20" not in index_words(render(VISIT, Tier.HINT, NAMES).search_text).split()


def text_of(rendering: Rendering) -> str:
    shown = rendering
    return printed(shown.title, shown.body, shown.tags, shown.location, shown.date) + shown.search_text


def test_full_shows_everything() -> None:
    full = render(VISIT, Tier.FULL, NAMES)
    assert (full.title, full.body, full.tags, full.location) == (
        VISIT.title,
        VISIT.content,
        VISIT.tags,
        PLACE,
    )
    assert (full.source, full.subjects) == (VISIT.source, VISIT.subjects)
    for word in ("murmur", "Elm", "bella-health", "2025-06-20T14:30:05Z"):
        assert word in text_of(full)


def test_metadata_shows_redacted_title_kind_tags_and_date() -> None:
    shown = render(VISIT, Tier.METADATA, NAMES)
    assert shown.title == "[REDACTED]'s [REDACTED]"
    assert shown.tags == ("[REDACTED]-health", "[REDACTED]", "vet")
    assert (shown.body, shown.location, shown.date) == ("", {}, "2025-06-20")


def test_hint_shows_the_context_summary_kind_and_vague_date() -> None:
    shown = render(VISIT, Tier.HINT, NAMES)
    assert (shown.title, shown.tags, shown.location) == ("", (), {})
    assert (shown.body, shown.kind, shown.date) == (
        "A significant health matter",
        "personal_event",
        "mid-2025",
    )


@pytest.mark.parametrize("tier", [Tier.METADATA, Tier.HINT])
def test_below_full_nothing_of_the_content_place_or_people_is_left(tier: Tier) -> None:
    shown = render(VISIT, tier, NAMES)
    assert (shown.source, shown.subjects) == ("vet", ("dog", "human"))
    assert NAMES.find(text_of(shown)) == ()
    for secret in ("Elm", "Austin", "TX", "Highway", "101", "grade", "14:30"):
        assert secret not in text_of(shown)


def test_subjects_of_one_kind_are_not_counted_below_full() -> None:
    alone = replace(VISIT, subjects=("dog:bella",))
    two = replace(VISIT, subjects=("dog:bella", "dog:max"))
    assert render(alone, Tier.HINT, NAMES) == render(two, Tier.HINT, NAMES)


@pytest.mark.parametrize(
    "summary",
    [
        None,
        "",
        "  ",
        "About Bella",
        "About B\u0435ll\u0430",
        "In austin",
        "On 12 Elm Street",
        "A murmur",
        "Highway 101",
    ],
)
def test_a_summary_that_is_missing_or_tells_is_replaced_by_the_generic_line(summary: str | None) -> None:
    shown = render(replace(VISIT, context_summary=summary), Tier.HINT, NAMES)
    assert shown.body == "A private personal event is on record; its details are withheld."


@given(st.text(), st.text(), st.text())
def test_hidden_fields_make_no_difference_at_hint(title: str, content: str, tag: str) -> None:
    quiet = replace(VISIT, context_summary=None)
    other = replace(quiet, title=title, content=content, tags=(tag,), location={"city": title})
    assert render(other, Tier.HINT, NAMES) == render(quiet, Tier.HINT, NAMES)


def test_every_tier_has_its_own_instruction() -> None:
    assert set(INSTRUCTIONS) == set(Tier)
    assert len(set(INSTRUCTIONS.values())) == 5
    assert not any(set(text) & set("<>&\"'\n") for text in INSTRUCTIONS.values())


def test_a_place_is_printed_from_near_to_far_however_it_was_stored() -> None:
    stored = {"state": "TX", "city": "Austin", "country": "US", "address": "12 Elm Street"}
    assert printed("", "", (), stored, "") == "Place: 12 Elm Street, Austin, TX, US"


def test_printing_leaves_out_what_is_not_there() -> None:
    assert printed("", "body", (), {}, "") == "body"
    assert printed("T", "", ("a", "b"), {"city": "Austin"}, "mid-2025") == (
        "Title: T\nDate: mid-2025\nPlace: Austin\nTags: a, b"
    )
