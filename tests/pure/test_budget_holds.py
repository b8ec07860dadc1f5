"""An answer is never one character or token over its budget, and says what it left out."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consent.rules.budget import Budget, Strategy
from consent.rules.formatting import CUT_MARK, Formatted, format_recall
from consent.rules.layout import Block, Form, Style
from consent.rules.tiers import Tier
from tests.pure.fence_parser import parse
from tests.pure.hostile import NONCE, block, bodies

STYLE = Style(NONCE)
TEXTS = ("short", "word " * 60, "x" * 900, "中文 " * 80, "last")


def blocks(*texts: str) -> list[Block]:
    return [block(text, at) for at, text in enumerate(texts)]


def included(answer: Formatted) -> list[str]:
    return [one.item_id for one in answer.placed if one.included]


def size(answer: Formatted) -> tuple[int, int]:
    contents = [message.content for message in answer.messages]
    octets = sum(len(content.encode()) for content in contents)
    return sum(map(len, contents)), (octets + 2) // 3 + 4 * len(contents)


@settings(max_examples=250, deadline=None)
@given(
    texts=st.lists(bodies.map(lambda text: text * 9), max_size=6),
    tiers=st.lists(st.sampled_from([Tier.FULL, Tier.METADATA, Tier.HINT]), min_size=6, max_size=6),
    characters=st.none() | st.integers(0, 4000),
    tokens=st.none() | st.integers(0, 1400),
    strategy=st.sampled_from(Strategy),
    form=st.sampled_from(Form),
)
def test_an_answer_is_never_over_its_budget(
    texts: list[str],
    tiers: list[Tier],
    characters: int | None,
    tokens: int | None,
    strategy: Strategy,
    form: Form,
) -> None:
    asked = [block(text, at, tier=tier) for at, (text, tier) in enumerate(zip(texts, tiers, strict=False))]
    answer = format_recall(asked, Style(NONCE, form), Budget(tokens, characters, strategy=strategy))
    assert size(answer) == (answer.cost.characters, answer.cost.tokens)
    assert characters is None or answer.cost.characters <= characters
    assert tokens is None or answer.cost.tokens <= tokens
    assert [one.item_id for one in answer.placed] == [one.item_id for one in asked]
    assert bool(answer.messages) == bool(included(answer))


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("strategy", Strategy)
def test_one_character_less_than_all_leaves_something_out(form: Form, strategy: Strategy) -> None:
    style = Style(NONCE, form)
    whole = format_recall(blocks(*TEXTS), style)
    exact = Budget(max_characters=whole.cost.characters, max_tokens=whole.cost.tokens, strategy=strategy)
    assert format_recall(blocks(*TEXTS), style, exact) == whole
    less = Budget(max_characters=whole.cost.characters - 1, strategy=strategy)
    answer = format_recall(blocks(*TEXTS), style, less)
    assert answer.cost.characters <= whole.cost.characters - 1
    assert len(included(answer)) < 5 or any(one.cut for one in answer.placed)
    fewer = Budget(max_tokens=whole.cost.tokens - 1, strategy=strategy)
    assert format_recall(blocks(*TEXTS), style, fewer).cost.tokens <= whole.cost.tokens - 1


def test_every_budget_from_nothing_up_holds() -> None:
    asked = blocks("short", "word " * 20)
    for room in range(format_recall(asked, STYLE).cost.characters + 1):
        for strategy in Strategy:
            answer = format_recall(asked, STYLE, Budget(max_characters=room, strategy=strategy))
            assert sum(len(message.content) for message in answer.messages) <= room


def test_no_room_at_all_gives_nothing_and_says_why() -> None:
    answer = format_recall(blocks("a", "b"), STYLE, Budget(max_characters=10))
    assert answer.messages == ()
    assert [one.reason for one in answer.placed] == ["over_budget", "over_budget"]
    assert (answer.cost.characters, answer.cost.tokens) == (0, 0)


def test_nothing_recalled_costs_nothing() -> None:
    assert format_recall([], STYLE).messages == ()


def test_dropping_keeps_whole_items_by_rank() -> None:
    room = format_recall(blocks("a" * 300, "b" * 300), STYLE).cost.characters
    answer = format_recall(blocks("a" * 300, "b" * 300, "c" * 300), STYLE, Budget(max_characters=room))
    assert included(answer) == ["mem_0", "mem_1"]


def test_a_smaller_item_may_use_the_room_a_larger_one_cannot() -> None:
    room = format_recall(blocks("a" * 300, "tiny"), STYLE).cost.characters
    answer = format_recall(blocks("a" * 300, "b" * 300, "tiny"), STYLE, Budget(max_characters=room))
    assert included(answer) == ["mem_0", "mem_2"]


def test_the_oldest_give_way_and_rank_is_kept() -> None:
    days = {at: datetime(2025, 1, day, tzinfo=UTC) for at, day in enumerate((1, 3, 2))}
    asked = [block("x" * 300, at, shown_at=days[at]) for at in range(3)]
    room = format_recall(asked[1:], STYLE).cost.characters
    answer = format_recall(asked, STYLE, Budget(max_characters=room, strategy=Strategy.OLDEST_FIRST))
    assert included(answer) == ["mem_1", "mem_2"]


def test_a_cut_item_is_marked_and_as_long_as_fits() -> None:
    asked = blocks("x" * 5000)
    budget = Budget(max_characters=2000, strategy=Strategy.CUT)
    answer = format_recall(asked, STYLE, budget)
    read = parse(answer.messages[1].content, NONCE)[0]
    assert read.attributes["cut"] == "yes"
    assert read.text.endswith(CUT_MARK)
    assert answer.cost.characters == 2000
    assert answer.placed[0].cut


def test_a_whole_item_carries_no_mark() -> None:
    read = parse(format_recall(blocks("x" * 50), STYLE).messages[1].content, NONCE)[0]
    assert "cut" not in read.attributes


def test_cutting_never_parts_a_letter_from_its_marks() -> None:
    text = "e\u0301" * 2000
    for room in range(1990, 2010):
        answer = format_recall(blocks(text), STYLE, Budget(max_characters=room, strategy=Strategy.CUT))
        read = parse(answer.messages[1].content, NONCE)[0].text.removesuffix(CUT_MARK)
        assert read.endswith("\u0301")


def test_a_kind_is_limited_by_rank() -> None:
    asked = [block(f"t{at}", at, kind="document" if at % 2 == 0 else "raw") for at in range(6)]
    answer = format_recall(asked, STYLE, Budget(per_kind={"document": 1}))
    assert included(answer) == ["mem_0", "mem_1", "mem_3", "mem_5"]
    assert {one.reason for one in answer.placed if not one.included} == {"category_limit"}
    none = format_recall(asked, STYLE, Budget(per_kind={"document": 0, "raw": 0}))
    assert none.messages == ()


def test_a_body_one_past_the_room_is_still_fenced() -> None:
    room = format_recall(blocks("x" * 1000), STYLE).cost.characters
    answer = format_recall(blocks("x" * 1001), STYLE, Budget(max_characters=room, strategy=Strategy.CUT))
    assert len(parse(answer.messages[1].content, NONCE)) == 1


def test_each_tier_is_instructed_by_item() -> None:
    asked = [block("a", 0), block("b", 1, tier=Tier.HINT), block("c", 2)]
    system = format_recall(asked, STYLE).messages[0].content
    lines = system.splitlines()
    assert any(line.startswith("mem_0, mem_2: Shown in full") for line in lines)
    assert any(line.startswith("mem_1: Highly sensitive") for line in lines)


def test_json_measures_what_is_sent() -> None:
    answer = format_recall(blocks(*TEXTS), Style(NONCE, Form.JSON))
    assert len(answer.text) == answer.cost.characters
    assert [item["id"] for item in json.loads(answer.text)["items"]] == [f"mem_{at}" for at in range(5)]
