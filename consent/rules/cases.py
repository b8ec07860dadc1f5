"""A recall kept as a test case: who asks what, and which memories come back at which tier. No text in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

FORMAT: Final = "memory-admin/recall-case/1"


@dataclass(frozen=True, slots=True)
class Expected:
    """One memory of a case: its tier, whether it was included, and in which role; "" where it was not."""

    id: str
    tier: str
    included: bool
    role: str


def case(principal: str, asked: Mapping[str, Any], expect: Sequence[Expected]) -> dict[str, Any]:
    """Return a case as its file holds it; `asked` is the body of POST /recall."""
    return {
        "format": FORMAT,
        "principal": principal,
        "recall": dict(asked),
        "expect": [asdict(one) for one in expect],
    }


def differences(expect: Sequence[Expected], found: Sequence[Expected]) -> list[str]:
    """Return what is otherwise than a case expects, a sentence each; order counts only among what stayed."""
    was, now = ({one.id: one for one in lines} for lines in (expect, found))
    stayed = [one.id for one in expect if one.id in now]
    said = [f"{one} is no longer found" for one in was if one not in now]
    said += [f"{one} is found as well, at {now[one].tier}" for one in now if one not in was]
    said += [line for one in stayed for line in _changed(was[one], now[one])]
    if stayed != [one.id for one in found if one.id in was]:
        said.append("the order is another")
    return said


def _changed(was: Expected, now: Expected) -> Iterator[str]:
    if was.tier != now.tier:
        yield f"{was.id} is shown at {now.tier} instead of {was.tier}"
    if was.included != now.included:
        yield f"{was.id} is {'included now' if now.included else 'left out now'}"
    elif was.role != now.role:
        yield f"{was.id} is placed as {now.role} instead of {was.role}"
