"""A town that bears a person's name is still a town; a person's name in a place is still a name."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from consent.rules.disclosure import render
from consent.rules.fields import MemoryFields
from consent.rules.tiers import Tier
from text.names import NameMatcher

VISIT = MemoryFields(
    kind="personal_event",
    title="Doctor Visit",
    content="Saw the doctor in Austin about the knee",
    when=datetime(2025, 6, 3, tzinfo=UTC),
    location={"city": "Austin", "state": "TX", "address": "1 Elm Street"},
)
NOBODY = NameMatcher({})


def test_a_title_of_two_plain_words_is_nobodys_name() -> None:
    assert render(VISIT, Tier.SUMMARY, NOBODY).title == "Doctor Visit"


def test_a_tier_shows_its_town_also_where_people_are_called_so() -> None:
    assert render(VISIT, Tier.PARTIAL, NOBODY).location == {"city": "Austin", "state": "TX"}
    assert render(VISIT, Tier.SUMMARY, NOBODY).location == {"city": "Austin"}


def test_a_town_called_like_the_subject_is_not_told() -> None:
    named = NameMatcher({"Austin": [1]})
    assert "Austin" not in str(render(VISIT, Tier.PARTIAL, named).location)


def test_a_telephone_number_in_a_place_is_not_told() -> None:
    place = replace(VISIT, location={"city": "call +1 512 555 0147"})
    assert "0147" not in str(render(place, Tier.PARTIAL, NOBODY).location)
