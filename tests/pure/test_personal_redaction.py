"""What was redacted is nowhere in what remains, whatever form one brings both to."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.disclosure import render
from consent.rules.fields import MemoryFields
from consent.rules.tiers import Tier
from text.normalize import fold, normalize, skeleton
from text.personal import find_personal
from text.spelled import SpelledMatcher

VALUES = (
    *("Sean Miller", "Luna", "sean@example.com", "+49 30 901820", "(212) 555-0147", "4111 1111 1111 1111"),
    *("078-05-1120", "DE89370400440532013000", "12 Main Street", "metformin", "10.20.0.1", "$1,200.50"),
    "password: hunter2!x",
)


def _wide(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "upper": str.upper,
    "small": str.lower,
    "full width": _wide,
    "zero width": lambda text: "\u200b".join(text),
    "soft hyphen": lambda text: text[:2] + "\u00ad" + text[2:],
    "Cyrillic look-alikes": lambda text: text.translate(str.maketrans("aeoS", "\u0430\u0435\u043e\u0405")),
    "two spaces": lambda text: text.replace(" ", "  "),
    "no spaces": lambda text: text.replace(" ", ""),
    "dots": lambda text: text.replace("-", ".").replace(" ", "."),
    "combining": lambda text: text.replace("e", "e\u0301"),
}
FORMS = (str, normalize, lambda text: fold(normalize(text)), skeleton)
WORDS = (
    "and",
    "the dog",
    "on Monday",
    "went\nhome",
    "is it",
    "also torn",
    "42",
    "—",
    "(",
    ")",
    "'s",
    "ⅳ",
    "日本",
)
PARTS = st.one_of(
    st.sampled_from(WORDS), st.builds(lambda value, name: SPELLINGS[name](value), st.sampled_from(VALUES),
                                      st.sampled_from(sorted(SPELLINGS)))
)  # fmt: skip


def left(value: str, redacted: str) -> list[str]:
    """Return the forms in which a value still stands in a redacted text as words of its own."""
    without = re.sub(r"\[[A-Z_]+\]", " \u25a0 ", redacted)
    found = []
    for form in FORMS:
        sought = form(value).strip()
        if sum(map(str.isalnum, sought)) > 1 and re.search(
            rf"(?<!\w){re.escape(sought)}(?!\w)", form(without)
        ):
            found.append(sought)
    return found


def hidden(text: str) -> str:
    """Return what the partial tier shows of a memory with this content."""
    fields = MemoryFields(kind="note", title=None, content=text, when=datetime(2026, 1, 1, tzinfo=UTC))
    return render(fields, Tier.PARTIAL).body


@given(st.lists(PARTS, max_size=12))
def test_no_form_of_what_was_found_remains(parts: list[str]) -> None:
    text = " ".join(parts)
    redacted = hidden(text)
    for one in find_personal(text):
        assert left(text[one.start : one.end], redacted) == []


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("value", ["Luna Peters", "4111 1111 1111 1111", "sean@example.com"])
def test_a_value_found_once_goes_wherever_it_is_spelled_otherwise(value: str, spelling: str) -> None:
    other = SPELLINGS[spelling](value)
    assert SpelledMatcher([value]).find(f"so {other}.") == ((3, 3 + len(other)),)


def test_a_family_name_alone_is_found_after_the_whole_name() -> None:
    assert hidden("Sean Quenbury came. Later Quenbury left.") == "[REDACTED] came. Later [REDACTED] left."


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a@",
            "1-",
            "4111 ",
            "Sean ",
            "http://a?token=",
            "-----BEGIN PRIVATE KEY-----",
            "(((",
            "1.",
            "::",
            "= ",
            "born ",
        ),
        *(
            "my name is ",
            "12 Main ",
            "password ",
            "'\"",
            "A-",
            "\u200b",
            "\u0430A",
            "e\u0301",
            "@a.",
            "call 12 ",
            "$1,",
        ),
        *(
            "XX12 3456 ",
            "12 Via de ",
            "corner of a ",
            "DPO ",
            "Dr. ",
            "x" * 60,
            "0 0 ",
            "a:b@",
            "://",
            "Apt 1\n",
            "1\n",
        ),
    ],
)
def test_time_grows_with_the_text_and_not_faster(piece: str) -> None:
    """Four times the text takes less than ten times the time: by the processor's clock, the best of three."""

    def taken(size: int) -> float:
        text = piece * (size // len(piece))
        best = 9.0
        for _ in range(3):
            begun = time.process_time()
            hidden(text)
            best = min(best, time.process_time() - begun)
        return best

    assert taken(20_000) < 10 * taken(5_000) + 0.05
