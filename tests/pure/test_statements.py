"""What a statement for others may not say, and what somebody has to look at first."""

from __future__ import annotations

import pytest

from text.names import NameMatcher
from text.statements import (
    check_names,
    check_personal,
    check_specificity,
    likely_names,
)

BELLA = NameMatcher({"bella": [1], "dr_smith": [2], "al": [3]})


@pytest.mark.parametrize(
    "text", ["Bella", "BELLA's heart", "be\u0301lla", "b\u0435lla", "bella-like", "Dr. Smith"]
)
def test_a_name_is_found_however_it_is_spelled(text: str) -> None:
    assert [one.level for one in check_names(text, BELLA)] == ["block"]


@pytest.mark.parametrize("text", ["also", "umbellas", "some dogs have heart murmurs"])
def test_a_word_is_no_name(text: str) -> None:
    assert check_names(text, BELLA) == ()


def test_names_of_a_source_are_words_written_like_names_inside_a_sentence() -> None:
    source = "Yesterday I met Ash and Luna. Then we went home with max."
    assert likely_names(source) == {"Ash", "Luna"}


@pytest.mark.parametrize(
    ("statement", "kinds"),
    [
        ("dogs sleep a lot", set()),
        ("seen on 3 May", {"number", "date"}),
        ("seen in Austin", {"proper_name"}),
        ('it says "no more walks"', {"quote"}),
        ("the only dog in town", {"only"}),
        ("der einzige Hund", {"only", "proper_name"}),
    ],
)
def test_details_are_named(statement: str, kinds: set[str]) -> None:
    assert {one.kind for one in check_specificity(statement)} == kinds


def test_words_shared_with_the_source_in_a_row_are_a_detail() -> None:
    source = "We said that the old dog sleeps under the table all day."
    (shared,) = check_specificity("often the old dog sleeps under the table", source)
    assert (shared.kind, shared.start) == ("shared_words", 6)
    assert check_specificity("old dogs sleep under tables", source) == ()


def test_the_only_one_of_the_source_is_a_detail_of_the_statement() -> None:
    assert {one.kind for one in check_specificity("vets help", "the only vet in town helped")} == {
        "only_in_source"
    }


def test_what_gives_somebody_away_blocks_and_the_rest_warns() -> None:
    levels = {one.kind: one.level for one in check_personal("mail a@example.org about the $40 bill")}
    assert levels["email"] == "block" and set(levels.values()) <= {"block", "warn"}


def test_a_whole_name_blocks_and_a_lone_first_name_which_may_be_a_town_warns() -> None:
    assert [one.level for one in check_personal("ask Maria Santos about it")] == ["block"]
    assert {one.level for one in check_personal("it opens in Austin")} <= {"warn"}
