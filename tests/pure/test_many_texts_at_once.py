"""Texts looked through joined give what each gives by itself, whatever stands in them and between them."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from consent.rules import sieving
from consent.rules.marks import Marks
from consent.rules.seeking import Seeker, marks_of
from consent.rules.sieving import Sieve, identified, together

KEY = b"k" * 32
ERASED = "He keeps a zephyrquartz flute under the third stair of the boathouse"
SHORT = "the blue flute"
BETWEEN = "zqxjvkzqxjvk"
SEEKER = Seeker(
    ("Orrin Vale", "orrie", "Al", "ベラ", "dr_smith"),
    ("human:orrin_vale", "orrin.vale@example.org", "tg-88123456"),
    {*marks_of(ERASED, KEY), *marks_of(SHORT, KEY)},
    KEY,
)
# Names as they are and as they are disguised, what is none, and what might join or part beside another text.
WRITTEN = (
    "Orrin Vale", "ORRIN VALE's boat", "Orrin", "Vale", "orrie’s", "Orries", "Orrie-related", "OrrieHeart2",
    "O r r i e", "O.r.r.i.e", "0rrie", "\u041errie", "Оrrin Vаlе", "Or\u200brie", "Órríe", "ｏｒｒｉｅ",
    "𝓸𝓻𝓻𝓲𝓮", "orIe", "corrie", "also", "Al", "AI", "aI", "ベラさん", "ベ", "ラ", "dr. Smith", "Smith dr",
    "human:orrin_vale", "xhuman:orrin_vale", "human:orrin_vale2", "mail orrin.vale@example.org.",
    "tg-88123456\ufdfa", "\ufdfa", ERASED, ERASED.upper(), f"As I said: {ERASED.lower()}!",
    "under the third stair of", "the blue flute", "the blue", "flute", "THE  BLUE\tFLUTE", "", " ", "\n",
    "\u0308", "\u0301rrie", "\u200d", "\u1161", "\u1100", BETWEEN, f"Orrie {BETWEEN} Al",
    f"{BETWEEN}\n{BETWEEN}", f"{BETWEEN}Orrie", "ZQXJVKZQXJVK", "|", "\\", "_", "Z Q X J V K", "zqxjvk",
    "E R R A", "’", "'s", "I", "a" * 300,
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(WRITTEN), st.text(max_size=12)), max_size=12)


def assert_same(said: list[str]) -> None:
    sieve = Sieve(said)
    assert sieve.naming(SEEKER) == {at for at, text in enumerate(said) if SEEKER.named(text)}
    assert sieve.echoing(SEEKER) == {at for at, text in enumerate(said) if SEEKER.echoed(text)}
    assert identified(SEEKER, said) == {at for at, text in enumerate(said) if SEEKER.identified(text)}
    marks = {mark for text in said for mark in Sieve([text]).echoes(SEEKER)}
    assert sieve.echoes(SEEKER) == marks


@settings(max_examples=300, deadline=None)
@given(texts)
@example(["Orrin", "Vale"])
@example(["the blue", "flute"])
@example([BETWEEN, "Orrie", "x"])
@example(["x", f"Orrie {BETWEEN}", f"{BETWEEN} {ERASED}", "y"])
def test_many_texts_give_what_each_gives_by_itself(said: list[str]) -> None:
    """Seen failing where the word between was counted on although a text held it, and where names or runs of
    words that begin in one text and end in the next were taken for said."""
    assert_same(said)


def test_every_way_of_writing_beside_every_other_gives_the_same() -> None:
    for text in WRITTEN:
        for other in WRITTEN:
            assert_same([text, other, text])


def test_a_name_in_two_texts_is_said_by_neither_and_one_in_either_is_found() -> None:
    assert Sieve(["Orrin", "Vale"]).naming(SEEKER) == set()
    assert Sieve(["", "ask Orrie", "Оrrie’s", "nobody"]).naming(SEEKER) == {1, 2}


def test_no_text_hides_a_name_by_the_word_that_keeps_texts_apart() -> None:
    """Seen failing while that word was one that anybody could read in the source, and set apart."""
    known = " ".join("zqxjvkzqxjvk")
    assert Sieve([f"{known}  O r r i e", "x"]).naming(SEEKER) == {0}
    assert sieving._BETWEEN.isalpha() and sieving._BETWEEN.islower() and len(sieving._BETWEEN) == 24


def test_rows_come_together_in_order_and_none_is_lost() -> None:
    rows = [(number, ["a" * (number * 700 % 30_000), "b"]) for number in range(200)]
    found = list(together(rows))
    assert [row for some in found for row in some] == rows and 3 < len(found) < 100
    assert list(together([])) == []


@given(st.lists(st.lists(st.integers(0, 2**60), max_size=30), max_size=6))
def test_marks_are_a_set_of_numbers_however_they_come(stretches: list[list[int]]) -> None:
    """Seen failing while stretches that begin anew were taken to go on in order."""
    plain = {one for stretch in stretches for one in stretch}
    joined = Marks.joined(sorted(set(stretch)) for stretch in stretches)
    assert list(joined) == list(Marks.of(iter([one for some in stretches for one in some]))) == sorted(plain)
    assert [one for some in joined.pieces(7) for one in some] == sorted(plain)
    assert all(one in joined for one in plain) and set(joined.met([*plain, -1, 2**60 + 1])) == plain
    gone = set(sorted(plain)[::2])
    joined.strike(gone)
    assert list(joined.left()) == sorted(plain - gone)


@pytest.mark.parametrize("count", [0, 1, 250_000])
def test_many_marks_take_little_room_and_none_is_lost(count: int) -> None:
    """Seen failing when all of them were a set of Python's own, of some seventy bytes each."""
    marks = Marks.of(one * 7_919 % 1_000_003 for one in range(count))
    assert len(marks) == count and all(one * 7_919 % 1_000_003 in marks for one in range(0, count, 1_001))
    assert isinstance(marks._ordered, array) and len(marks._slots) <= max(2, 8 * count)
