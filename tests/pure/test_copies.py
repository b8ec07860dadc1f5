"""Copies are found nearly word for word, whatever the script or the punctuation, and paraphrases are not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text import copies
from text.copies import Copies, is_copy, print_of

LINE = "The vet said that Bella's heart murmur is mild and that short walks in the morning are fine."


@pytest.mark.parametrize(
    "other",
    [
        LINE,
        LINE.upper().replace(" ", "\u2003").replace("'", "\u2019"),
        "«" + LINE.replace(",", "") + "» -- noted",
        LINE.replace("mild", "very mild"),
        "I was told today: " + LINE + " We shall see what comes of it next week, and then decide.",
        "Bella's heart murmur is mild and that short walks in the morning are fine",
    ],
)
def test_what_says_nearly_the_same_is_a_copy_both_ways(other: str) -> None:
    one, two = print_of(LINE), print_of(other)
    assert is_copy(one, two) and is_copy(two, one)
    assert Copies([[one]]).near(two) == Copies([[two]]).near(one) == {0}


@pytest.mark.parametrize(
    "other",
    [
        "Her doctor thinks that the dog has nothing serious at the heart; let her run a little early on.",
        "The vet said that Rex's hip is sore and that long rests in the evening would do him good.",
        "short walks",
        "",
    ],
)
def test_what_only_means_the_same_or_shares_words_is_none(other: str) -> None:
    assert not is_copy(print_of(LINE), print_of(other))
    assert Copies([[print_of(LINE)]]).near(print_of(other)) == set()


def test_a_short_passage_told_with_a_word_more_is_found_in_a_long_text() -> None:
    told = print_of("Bella's heart murmur is very mild and that short walks in the morning are fine")
    long = print_of(
        f"I was told today, and write it down before I forget: {LINE} We shall see next week. " * 2
    )
    assert is_copy(told, long)
    assert Copies([[long]]).near(told) == Copies([[told]]).near(long) == {0}


def test_short_texts_are_copies_only_where_they_are_equal_and_say_something() -> None:
    assert is_copy(print_of("Bella is unwell"), print_of("bella is unwell!"))
    assert not is_copy(print_of("Bella is unwell"), print_of("Bella is unwell today"))
    assert not is_copy(print_of("yes"), print_of("yes"))


def test_scripts_without_spaces_are_compared_as_well() -> None:
    line = "贝拉的心脏杂音很轻微医生说早上短时间散步没有问题请不要让她跑得太快下周再来检查一次"
    assert is_copy(print_of(line), print_of("医生今天告诉我" + line + "。"))


def test_a_passage_of_a_long_document_is_found_in_a_sample_of_it() -> None:
    document = " ".join(f"Paragraph {n} speaks of matter {n * n} in its own words." for n in range(400))
    passage = document[4000:7000]
    assert len(print_of(document).runs) == 4096 < len(document)
    assert is_copy(print_of(document), print_of(passage))
    other = " ".join(f"Section {n} treats of point {n * 7} at some length here." for n in range(60))
    assert not is_copy(print_of(document), print_of(other))


SENTENCES = (
    *(LINE, "Ash keeps the spare key under the third flower pot.", "Bella is unwell", "yes"),
    *("贝拉的心脏杂音很轻微医生说没有问题", "Max sold the long ladder by the old mill and told everyone"),
)
DOCUMENTS = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5).map(" ".join)


@given(DOCUMENTS, st.data(), st.sampled_from([8, 30, copies.MOST]))
@settings(max_examples=400)
def test_many_texts_are_looked_through_as_pair_by_pair(document: str, data: st.DataObject, most: int) -> None:
    """Seen failing with samples left out, and with shared runs counted against the longer text."""
    cut = st.tuples(st.integers(0, 60), st.integers(10, 250)).map(lambda at: document[at[0] :][: at[1]])
    texts, other = data.draw(st.lists(st.lists(cut, max_size=3), max_size=4)), data.draw(cut)
    other = other.replace(*data.draw(st.sampled_from([("the", "the"), ("the", "one"), ("old", "other")])))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copies, "MOST", most)
        patch.setattr(copies, "FEWEST", 3)
        prints, compared = [[print_of(text) for text in some] for some in texts], print_of(other)
        pairs = {place for place, some in enumerate(prints) for one in some if is_copy(one, compared)}
        assert Copies(prints).near(compared) == pairs
