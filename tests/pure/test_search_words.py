"""What is stored is found again in every script, and nothing asked is query syntax."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.languages import CONFIGURATIONS, search_configuration
from text.tokens import cjk_bigrams, index_words, query_words


def found(query: str, stored: str) -> bool:
    """Ask as search does without a stemmer: every word exactly."""
    indexed = set(index_words(stored).split()) | set(cjk_bigrams(stored).split())
    asked = query_words(query)
    return bool(asked) and set(asked) <= indexed


@pytest.mark.parametrize(
    ("query", "stored"),
    [
        ("ротация", "Пароль ротация каждый месяц"),
        ("체크리스트", "배포 체크리스트"),
        ("배포", "배포 체크리스트"),
        ("σημείωση", "Σημείωση για τη Μπέλα"),
        ("الكلب", "زيارة الكلب للطبيب"),
        ("שלום", "אמרתי שָׁלוֹם לבלה"),
        ("שָׁלוֹם", "אמרתי שלום לבלה"),
        ("สวัสดี", "เขาพูดว่าสวัสดีครับ"),
        ("नमस्ते", "उसने नमस्ते कहा"),
        ("café", "Met at the café"),
        ("cafe", "Met at the café"),
        ("Cafe\u0301", "Met at the café"),
        ("docker 部署", "用 docker 部署服务"),
        ("中文", "中文优先"),
        ("文优", "中文优先"),
        ("中", "中文优先"),
        ("先", "中文优先"),
        ("猫", "小猫在家"),
        ("中文优先", "中文优先"),
        ("ﾍﾞﾗ", "ベラは元気"),
        ("dr_smith", "told by dr_smith"),
        ("smith", "told by dr_smith"),
        ("o'brien", "Mr O’Brien"),
        ("HEART murmur", "a heart\u00a0murmur"),
        ("mur\u200bmur", "a heart murmur"),
    ],
)
def test_what_is_stored_is_found(query: str, stored: str) -> None:
    assert found(query, stored)


@pytest.mark.parametrize(
    ("query", "stored"), [("文中", "中文优先"), ("caf", "the café"), ("bob", "bobby"), ("пар", "пароль")]
)
def test_what_is_not_stored_is_not_found(query: str, stored: str) -> None:
    assert not found(query, stored)


@pytest.mark.parametrize(
    "query", ["", "   ", "\u200b", "\u200b \ufeff\t", "!!! & | () :*", "\x00", "\U000e0041"]
)
def test_a_query_of_nothing_asks_for_nothing(query: str) -> None:
    assert query_words(query) == ()


@given(st.text())
def test_a_query_word_never_holds_query_syntax(query: str) -> None:
    for word in query_words(query):
        assert not set(word) & set(" \t\n'\"&|!()<>:*\\@-_")
        assert word and len(word) <= 64


@given(st.text())
def test_every_text_is_found_by_its_own_words(text: str) -> None:
    indexed = set(index_words(text).split()) | set(cjk_bigrams(text).split())
    assert set(query_words(text)) <= indexed


def test_every_character_beside_any_other_is_found() -> None:
    for char in map(chr, (*range(0xD800), *range(0xE000, 0x20000))):
        for text in (f"中{char}", f"{char}中", f"a{char}b"):
            assert set(query_words(text)) <= {*index_words(text).split(), *cjk_bigrams(text).split()}


def test_words_come_once_in_order_and_at_most_as_many_as_asked() -> None:
    assert query_words("b a b c a") == ("b", "a", "c")
    assert query_words("a b c d", limit=2) == ("a", "b")
    assert len(query_words(" ".join(map(str, range(100))))) == 12
    assert query_words("docker 部署中") == ("docker", "部署", "署中")


def test_of_many_words_those_that_tell_most_are_asked() -> None:
    """Seen failing with the first words kept, which in a question are those that every question has."""
    asked = (
        "what did she say to them about the dosage of the heart medicine for bella in the second week of june"
    )
    kept = "what did she them about dosage heart medicine bella second week june"
    assert query_words(asked) == tuple(kept.split())
    assert query_words(f"{asked} 部署")[-1] == "部署"


def test_runs_are_indexed_by_pairs_and_by_single_characters() -> None:
    assert cjk_bigrams("中文优先 and 猫 文") == "中文 文优 优先 中 文 优 先 猫"
    assert cjk_bigrams("plain words") == ""


@pytest.mark.parametrize(
    ("text", "configuration"),
    [
        ("Bella has a heart murmur", "english"),
        ("Der Hund hat ein Herzgeräusch", "german"),
        ("El perro tiene un soplo en el corazón", "spanish"),
        ("Пароль ротация каждый месяц", "russian"),
        ("пароль", "russian"),
        ("Le chien a un souffle au cœur", "french"),
        ("زيارة الكلب للطبيب", "arabic"),
        ("中文优先", "simple"),
        ("배포 체크리스트", "simple"),
        ("Bella", "english"),
        ("So , um , the {disfmarker} okay", "english"),
        ("Met at the café", "english"),
        ("Treffen um acht Uhr mit Bella", "german"),
        ("", "simple"),
        ("12 34", "simple"),
    ],
)
def test_a_text_is_stemmed_in_its_own_language(text: str, configuration: str) -> None:
    assert search_configuration(text) == configuration


@given(st.text())
def test_a_configuration_is_always_one_that_exists(text: str) -> None:
    assert search_configuration(text) in CONFIGURATIONS


def test_choosing_a_language_is_silent(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    search_configuration("Ein kurzer Satz über nichts\nund noch eine Zeile")
    assert not caplog.records
    assert capfd.readouterr() == ("", "")
