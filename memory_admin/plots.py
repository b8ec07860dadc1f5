"""Plots made on the server: where each bar stands, what it says and where it leads; a table behind each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 480, 180, 44, 24, 12
_ROW: Final = 30
_NAMES: Final = 172


@dataclass(frozen=True, slots=True)
class Stack:
    """One place on the axis: its label, where it leads, and a value for each tone."""

    label: str
    values: Mapping[str, int]
    href: str = ""
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle of a plot, in units of its view box."""

    x: str
    y: str
    width: str
    height: str
    tone: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Text:
    """A word of an axis."""

    x: str
    y: str
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture and the table behind it."""

    title: str
    note: str
    height: int
    bars: list[Bar]
    marks: list[Text]
    labels: list[Text]
    head: Sequence[str]
    rows: list[tuple[str, str, list[str]]]
    legend: Sequence[str] = ()
    empty: bool = False
    by_name: bool = False
    width: int = field(default=WIDTH)


def by_day(title: str, note: str, stacks: Sequence[Stack], extra: Sequence[str] = ()) -> Plot:
    """Return bars a day, stacked by tone in the order of the values; `extra` heads columns of the table."""
    tones = list(stacks[0].values) if stacks else []
    top = _round_up(max((sum(one.values.values()) for one in stacks), default=0))
    step = (WIDTH - LEFT) / max(len(stacks), 1)
    bars = [bar for place, one in enumerate(stacks) for bar in _stacked(one, LEFT + place * step, step, top)]
    every = max(1, math.ceil(len(stacks) / 5))
    labels = [
        Text(_n(LEFT + (place + 0.5) * step), _n(HEIGHT - 6), one.label[5:])
        for place, one in enumerate(stacks)
        if place % every == 0
    ]
    marks = [Text(_n(LEFT - 6), _n(_y(value, top) + 4), f"{value:g}") for value in (0, top / 2, top)]
    return Plot(
        title, note, HEIGHT, bars, marks, labels,
        head=["Day", *tones, *extra], rows=[_row(one) for one in reversed(stacks)],
        legend=tones if len(tones) > 1 else (), empty=not bars,
    )  # fmt: skip


def by_name(title: str, note: str, rows: Sequence[Stack]) -> Plot:
    """Return one bar a name, side by side with its share."""
    total = sum(sum(one.values.values()) for one in rows)
    space = WIDTH - _NAMES - 70
    bars, labels, marks = [], [], []
    for place, one in enumerate(rows):
        count, y = sum(one.values.values()), place * _ROW + 6
        share = count / total if total else 0.0
        said = f"{one.label}: {count} ({share:.1%})"
        (tone,) = one.values
        if count:
            bars.append(Bar(_n(_NAMES), _n(y), _n(max(2, share * space)), "18", tone, said, one.href))
        labels.append(Text(_n(_NAMES - 8), _n(y + 14), one.label))
        marks.append(Text(_n(_NAMES + 8 + share * space), _n(y + 14), f"{share:.1%}" if count else "0"))
    table = [(one.label, one.href, [str(sum(one.values.values()))]) for one in rows]
    return Plot(
        title, note, len(rows) * _ROW + 6, bars, marks, labels, head=["Name", "Count"], rows=table,
        empty=not bars, by_name=True,
    )  # fmt: skip


def _stacked(one: Stack, left: float, step: float, top: float) -> list[Bar]:
    bars, below = [], 0
    said = ", ".join(f"{count} {tone}" for tone, count in one.values.items() if count)
    for tone, count in one.values.items():
        if count:
            high, low = _y(below + count, top), _y(below, top)
            width = max(1.0, step * 0.8)
            bars.append(
                Bar(
                    _n(left + step * 0.1), _n(high), _n(width), _n(max(1.0, low - high)), tone,
                    f"{one.label}: {said}", one.href,
                )
            )  # fmt: skip
            below += count
    return bars


def _row(one: Stack) -> tuple[str, str, list[str]]:
    return one.label, one.href, [*(str(count) for count in one.values.values()), *one.extra]


def _y(value: float, top: float) -> float:
    return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP)


def _round_up(most: int) -> float:
    """Return an even number at or above the highest bar, so that its half is a whole one."""
    if most <= 2:
        return 2
    unit: int = 10 ** (len(str(most)) - 1)
    return next(step * unit for step in (1, 2, 4, 6, 8, 10) if step * unit >= most and step * unit % 2 == 0)


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
