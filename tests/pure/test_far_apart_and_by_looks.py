"""What is written to pass a look: digits far apart, and letters that only look like others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.patterns import stretches
from consent.rules.tiers import Tier
from consent.rules.validation import Action, Category, Withheld, judge
from text.seen import Seen


def said(stem: str) -> bool:
    return False


PHONED = Withheld(
    1,
    Tier.HINT,
    content="Call Luna at 512 555 0143 or 4815162, the door opens with 90210, the table with 4711.",
    shown="A private note is on record; its details are withheld.",
)


@pytest.mark.parametrize("number", ["5125550143", "4815162", "90210"])
@pytest.mark.parametrize("gap", [" -- ", " . . . ", "\n\n  * ", "\u200b ---- ", "/////"])
def test_digits_far_apart_are_the_number_they_spell(number: str, gap: str) -> None:
    """Seen failing while four signs and more between two digits parted a number."""
    found = judge(f"As I said: {gap.join(number)}, that is all.", [PHONED], said)
    assert not found.compliant
    assert {one.category for one in found.findings} == {Category.NUMBER}


@pytest.mark.parametrize(
    "response",
    [
        "We sold 90 in May, 21 in June and 0 in July.",  # words between
        "| 47 | 11 |\n|----|----|\n| 90 | 2101 |",
        "Steps:\n\n1.\n\n2.\n\n3.\n\n4.\n\n5.\n\n6.",
        "The range is 190 ---- 2104.",
    ],
)
def test_figures_that_only_stand_by_each_other_are_not_a_number(response: str) -> None:
    assert judge(response, [PHONED], said).action is Action.ALLOWED


@pytest.mark.parametrize(
    ("pattern", "text", "left"),
    [
        ("secret", "the \u0455\u0435\u0441r\u0435t one", "the  one"),
        ("MAX-[A-Z]{2}", "\u041c\u0410\u0425-\u0412\u041d so", " so"),
        ("cop", "a \u0441\u043e\u0440, a caf\u00e9", "a , a caf\u00e9"),
        ("cop", "\u0432\u0435\u0441\u044c \u0441\u043e\u0440 \u043b\u0435\u0436\u0430\u043b", None),
        ("\u0441\u043e\u0440", "\u0432\u0435\u0441\u044c \u0441\u043e\u0440", "\u0432\u0435\u0441\u044c "),
        ("o.o", "\u03bf\u03c0\u03bf \u03ba\u03b1\u03b9", None),
    ],
)
def test_a_pattern_reads_letters_by_their_looks_but_no_word_of_another_script(
    pattern: str, text: str, left: str | None
) -> None:
    # Seen failing while looks counted for names alone, and while words among Russian ones were read so.
    gone = {at for span in stretches(pattern, Seen(text)) for at in range(*span)}
    assert "".join(char for at, char in enumerate(text) if at not in gone) == (text if left is None else left)


@given(st.text() | st.text("a\u0430\u0435s\u0431\u00e9 \u200b\uff2102"))
def test_what_is_drawn_is_as_long_as_what_is_seen_and_plain_text_stays(text: str) -> None:
    seen = Seen(text)
    assert len(seen.drawn) == len(seen.plain)
    assert not seen.plain.isascii() or seen.drawn == seen.plain
