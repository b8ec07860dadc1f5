"""Equal content is equal, what looks alike looks alike, and digits never pass for letters."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.normalize import fold, normalize, prototypes, skeleton, unprintable


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bella", "BELLA"),
        ("jose\u0301", "JOSÉ"),
        ("Be\u200bl\u00adla\ufeff", "bella"),
        ("ｂｅｌｌａ", "bella"),
        ("a\u00a0 b\r\n\tc ", "a b c"),
        ("bella\U000e0041\U000e0042", "bella"),
        ("heart\ufe0f", "heart"),
        ("\u1107\u1166\u11af\u1105\u1161", "벨라"),
        ("a\x00b\x07", "ab"),
    ],
)
def test_the_same_content_written_differently_normalizes_to_one(one: str, other: str) -> None:
    assert normalize(one) == normalize(other)


@pytest.mark.parametrize(
    ("one", "other"), [("café", "cafe"), ("a b", "ab"), ("dr_smith", "dr-smith"), ("x2", "x3")]
)
def test_different_content_stays_different(one: str, other: str) -> None:
    assert normalize(one) != normalize(other)


@given(st.text())
def test_normalizing_twice_changes_nothing(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text())
def test_canonically_equivalent_texts_have_one_normal_form(text: str) -> None:
    assert normalize(unicodedata.normalize("NFD", text)) == normalize(text)
    assert skeleton(unicodedata.normalize("NFD", text)) == skeleton(text)


@pytest.mark.parametrize(
    "alike", ["\u0430dmin", "adm\u0456n", "ａdmin", "\U0001d41adm\U0001d422n", "adrnin", "Admin"]
)
def test_a_look_alike_shares_the_skeleton(alike: str) -> None:
    assert skeleton(alike) == skeleton("admin")


@pytest.mark.parametrize(
    ("one", "other"), [("user1", "userl"), ("b0b", "bob"), ("agent١", "agentl"), ("٥", "o")]
)
def test_a_digit_never_stands_for_a_letter(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_no_decimal_digit_of_any_script_folds_into_a_letter() -> None:
    digits = [chr(code) for code in range(0x20000) if chr(code).isdecimal()]
    assert all(skeleton(digit).isdecimal() for digit in digits)


def test_no_letter_folds_into_a_digit() -> None:
    letters = [chr(code) for code in range(0x20000) if unicodedata.category(chr(code))[0] == "L"]
    assert not [letter for letter in letters if any(map(str.isdecimal, prototypes(letter)))]


def test_punctuation_keeps_ids_apart() -> None:
    assert len({skeleton(name) for name in ("a.b@x", "a-b-x", "a_b_x", "a.b.x", "a+b~x")}) == 5


@pytest.mark.parametrize(
    ("accented", "plain"),
    [("café", "cafe"), ("Zoë", "Zoe"), ("שָׁלוֹם", "שלום"), ("السَّلام", "السلام"), ("plain", "plain")],
)
def test_folding_drops_accents_and_points(accented: str, plain: str) -> None:
    assert fold(accented) == plain


@pytest.mark.parametrize("word", ["नमस्ते", "สวัสดี", "が", "பொருள்", "வணக்கம்"])
def test_folding_keeps_signs_that_are_letters(word: str) -> None:
    assert fold(word) == word


def test_what_cannot_be_seen_is_named_by_code_point() -> None:
    found = unprintable("a\u200bb\x00\u3164\U000e0041")
    assert [(one.offset, one.code_point) for one in found] == [
        (1, "U+200B"), (3, "U+0000"), (4, "U+3164"), (5, "U+E0041"),
    ]  # fmt: skip
    assert found[0].name == "U+200B ZERO WIDTH SPACE"


def test_ordinary_text_of_many_scripts_has_nothing_unprintable() -> None:
    assert unprintable("Bella 中文 Пароль नमस्ते สวัสดี café 👍") == ()
