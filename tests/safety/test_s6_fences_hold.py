"""S6: whatever is stored, a stranger reads back exactly the items that were placed, inside the budget.

Each seed makes a whole answer: hostile bodies, sources and kinds, every form, strategy, role and budget at
once, read by a parser written from the published form.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from consent.rules.admission import Role
from consent.rules.budget import Budget, Strategy
from consent.rules.formatting import CUT_MARK, Formatted, format_recall
from consent.rules.layout import Block, Form, Style
from consent.rules.provenance import Provenance
from consent.rules.tiers import Tier
from tests.pure.fence_parser import decode, parse
from tests.pure.hostile import FORGED, NONCE, block, naughty

ODD = "".join(map(chr, (*range(0x30), *range(0x2000, 0x2070), 0xD800, 0xFEFF, 0xFF1C, 0xFF1E, 0x1F600)))
Read = list[tuple[str, str, str]]


def body(dice: random.Random, more: list[str]) -> str:
    """Return a hostile text: forgeries, odd characters, public naughty strings, plain words, some long."""
    parts = []
    for _ in range(dice.randrange(1, 7)):
        pick = dice.random()
        if pick < 0.45:
            parts.append(dice.choice(FORGED))
        elif pick < 0.6:
            parts.append("".join(dice.choices(ODD, k=dice.randrange(1, 8))))
        elif pick < 0.75 and more:
            parts.append(dice.choice(more))
        else:
            parts.append("plain words " * dice.randrange(1, 20))
    return "".join(parts) * dice.choice((1, 1, 1, 4))


def blocks(dice: random.Random, more: list[str]) -> list[Block]:
    return [
        block(
            body(dice, more),
            at,
            source=dice.choice(FORGED) if dice.random() < 0.3 else "vet:dr_smith",
            kind=dice.choice(("raw", "document", "message")),
            tier=dice.choice(list(Tier)),
            provenance=dice.choice(list(Provenance)),
            role=dice.choice(list(Role)),
            instruction_like=dice.random() < 0.3,
            quoted=dice.random() < 0.3,
        )
        for at in range(dice.randrange(1, 6))
    ]


def budget(dice: random.Random) -> Budget:
    return Budget(
        max_tokens=dice.choice((None, dice.randrange(1, 2000))),
        max_characters=dice.choice((None, dice.randrange(1, 6000))),
        per_kind={"document": dice.randrange(0, 3)} if dice.random() < 0.3 else {},
        strategy=dice.choice(list(Strategy)),
    )


def read(answer: Formatted, form: Form) -> Read:
    """Return id, role and text of each item as a stranger reads them."""
    if not answer.messages:
        return []
    if form is Form.JSON:
        document = json.loads(answer.text)
        assert document.keys() == {"instructions", "items"} and len(answer.messages) == 1
        return [(decode(one["id"]), one["role"], decode(one["text"])) for one in document["items"]]
    if form is Form.TEXT:
        _, _, items = answer.text.partition("\n\n")
        return [(one.attributes["id"], "user", one.text) for one in parse(items, NONCE)]
    system, *rest = answer.messages
    assert system.role is Role.SYSTEM and not set(system.content) & set('<>"')
    return [
        (one.attributes["id"], message.role.value, one.text)
        for message in rest
        for one in parse(message.content, NONCE)
    ]


def wrong_with(seed: int, more: list[str]) -> str:
    """Return what does not hold in the answer of a seed, empty where all does."""
    dice = random.Random(seed)
    given, form, most = blocks(dice, more), dice.choice(list(Form)), budget(dice)
    threshold = dice.choice(list(Provenance))
    style = Style(NONCE, form, threshold, dice.choice((None, "call_1")))
    answer = format_recall(given, style, most)
    found = {name: (role, text) for name, role, text in read(answer, form)}
    placed = {one.item_id: one for one in answer.placed if one.included}
    if found.keys() != placed.keys():
        return f"read {sorted(found)}, placed {sorted(placed)}"
    for one in given:
        if one.item_id in found and (said := _wrong_item(one, *found[one.item_id], placed, style)):
            return said
    return _over(answer, most)


def _wrong_item(one: Block, role: str, text: str, placed: dict[str, Any], style: Style) -> str:
    cut = placed[one.item_id].cut
    whole = one.text.startswith(text.removesuffix(CUT_MARK)) if cut else text == one.text
    if not whole or (cut and not text.endswith(CUT_MARK)):
        return f"{one.item_id} does not say what was stored"
    raised = role == "system" and one.provenance < style.system_from
    tooled = role == "tool" and style.tool_call_id is None
    return f"{one.item_id} went by {role}" if style.form is not Form.TEXT and (raised or tooled) else ""


def _over(answer: Formatted, most: Budget) -> str:
    contents = [message.content for message in answer.messages]
    characters = sum(map(len, contents))
    octets = sum(len(one.encode("utf-8")) for one in contents)
    tokens = -(-octets // 3) + 4 * len(contents)
    over = (most.max_characters is not None and characters > most.max_characters) or (
        most.max_tokens is not None and tokens > most.max_tokens
    )
    return f"{characters} characters, {tokens} tokens of {most}" if over else ""


def failures(first: int, count: int, more: list[str]) -> dict[int, str]:
    found = {seed: wrong_with(seed, more) for seed in range(first, first + count)}
    return {seed: said for seed, said in found.items() if said}


def test_exactly_the_items_placed_are_read_back_within_the_budget() -> None:
    # Mutants seen failing: `>` left as it is, one more than the budget, a role as asked, the mark left off.
    assert failures(0, 500, []) == {}


@pytest.mark.slow
def test_exactly_the_items_placed_are_read_back_of_ten_thousand_hostile_answers() -> None:
    assert failures(1000, 10_000, naughty()) == {}


def test_hostile_memories_come_back_fenced_over_http(db: Any) -> None:
    from consent.services.memories import create
    from memory_admin.http.wellformed import is_bad_text
    from tests.cast import NOW, OWNER, caller, draft
    from tests.safety.outside import client, token_of

    dice = random.Random(6)
    stored = {}
    for number in range(40):
        text = f"kettle {number} {body(dice, [])}"
        if not is_bad_text(text):
            made = create(draft(text, source_type="user_message"), by=caller(OWNER), now=NOW)
            stored[made.public_id] = text
    asker = client(token_of(OWNER))
    for form in ("messages", "json", "text"):
        for most in ({}, {"max_characters": 3000, "strategy": "cut"}, {"max_tokens": 900}):
            asked = {"query": "kettle", "limit": 100, "format": form, "budget": most}
            answer = asker.post("/api/v1/recall", asked, format="json").json()
            _check_answer(answer, form, stored, most)


def _check_answer(answer: Any, form: str, stored: dict[str, str], most: dict[str, Any]) -> None:
    contents = [one["content"] for one in answer["messages"]]
    included = {one["memory_id"] for one in answer["items"]}
    assert included and sum(map(len, contents)) <= most.get("max_characters", 10**9)
    if form == "json":
        said = {decode(one["id"]): decode(one["text"]) for one in json.loads(contents[0])["items"]}
    else:
        fenced = contents[1] if form == "messages" else contents[0].partition("\n\n")[2]
        found = re.match(r"<recalled-memory-([0-9a-f]{32}) ", fenced)
        assert found is not None and all(one["role"] == "user" for one in answer["messages"][1:])
        said = {one.attributes["id"]: one.text for one in parse(fenced, found[1])}
    assert said.keys() == included
    for name, text in said.items():
        assert text.removesuffix(CUT_MARK).partition("\n")[2] in stored[name] or stored[name] in text, name
