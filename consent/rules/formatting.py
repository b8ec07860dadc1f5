"""Turn admitted items into an answer a model may read, inside its budget.

Text is cut before it is wrapped and the whole answer is measured as it will be sent, so no limit is ever
passed and no boundary is ever left open.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from consent.rules.budget import Budget, Cost, Strategy, cost_of
from consent.rules.layout import Block, Message, Piece, Style, lay_out, piece_of
from text.characters import is_invisible

CUT_MARK: Final = "\n[cut to fit]"
OVER_BUDGET: Final = "over_budget"
CATEGORY_LIMIT: Final = "category_limit"
_UNLIMITED: Final = Budget()
# Less than this of an item says nothing: it is left out instead.
_SHORTEST_CUT: Final = 40


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of one item, in the order of rank: `reason` is empty where it was included."""

    item_id: str
    included: bool
    reason: str
    role: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Formatted:
    """The answer, what it costs, and what became of every item."""

    messages: tuple[Message, ...]
    placed: tuple[Placed, ...]
    cost: Cost

    @property
    def text(self) -> str:
        """Return the contents as one string: the answer of the forms `text` and `json`."""
        return "\n\n".join(message.content for message in self.messages)


def format_recall(blocks: Sequence[Block], style: Style, budget: Budget = _UNLIMITED) -> Formatted:
    """Return the answer made of `blocks`, best ranked first, never over `budget` (characters, tokens)."""
    limited = _over_kind_limit(blocks, budget)
    pieces = {at: piece_of(block, style) for at, block in enumerate(blocks) if at not in limited}
    chosen = _chosen(pieces, style, budget)
    messages = _laid_out(chosen, style)
    placed = [_placed(block, chosen.get(at), at in limited) for at, block in enumerate(blocks)]
    return Formatted(messages, tuple(placed), cost_of([message.content for message in messages]))


def _over_kind_limit(blocks: Sequence[Block], budget: Budget) -> set[int]:
    seen: Counter[str] = Counter()
    over = set()
    for at, block in enumerate(blocks):
        seen[block.kind] += 1
        if seen[block.kind] > budget.per_kind.get(block.kind, len(blocks)):
            over.add(at)
    return over


def _laid_out(chosen: Mapping[int, Piece], style: Style) -> tuple[Message, ...]:
    return lay_out([chosen[at] for at in sorted(chosen)], style)


def _fits(chosen: Mapping[int, Piece], style: Style, budget: Budget) -> bool:
    return cost_of([message.content for message in _laid_out(chosen, style)]).within(budget)


def _chosen(pieces: dict[int, Piece], style: Style, budget: Budget) -> dict[int, Piece]:
    """Choose the items that fit; they keep their rank whatever order they were considered in."""
    if _fits(pieces, style, budget):
        return pieces
    chosen: dict[int, Piece] = {}
    for at in _order(pieces, budget.strategy):
        if _fits({**chosen, at: pieces[at]}, style, budget):
            chosen[at] = pieces[at]
        elif budget.strategy is Strategy.CUT:
            part = _largest_part(chosen, at, pieces[at].block, style, budget)
            if part is not None:
                return {**chosen, at: part}
    return chosen


def _order(pieces: Mapping[int, Piece], strategy: Strategy) -> list[int]:
    """Return the items in the order they get room: by rank, or newest first where the oldest give way."""
    if strategy is Strategy.OLDEST_FIRST:
        return sorted(pieces, key=lambda at: pieces[at].block.shown_at, reverse=True)
    return list(pieces)


def _largest_part(
    chosen: Mapping[int, Piece], at: int, block: Block, style: Style, budget: Budget
) -> Piece | None:
    """Return as much of an item as still fits, or None where that is too little to be of use."""

    def part(length: int) -> Piece:
        return piece_of(replace(block, text=_cut(block.text, length), cut=True), style)

    def fits(length: int) -> bool:
        return _fits({**chosen, at: part(length)}, style, budget)

    low, high = _SHORTEST_CUT, len(block.text)
    if low >= high or not fits(low):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return part(low)


def _cut(text: str, length: int) -> str:
    """Return the beginning of text with the mark, never parting a letter from its marks."""
    while length and (unicodedata.combining(text[length]) or is_invisible(text[length])):
        length -= 1
    return text[:length] + CUT_MARK


def _placed(block: Block, piece: Piece | None, limited: bool) -> Placed:
    if piece is None:
        return Placed(block.item_id, False, CATEGORY_LIMIT if limited else OVER_BUDGET, "", False)
    return Placed(block.item_id, True, "", piece.role.value, piece.block.cut)
