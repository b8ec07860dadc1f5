"""What is stored, what a door answers, what a door is, and how its answers are judged."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

Verdict = Literal["kept", "leaked", "unclear", "closed"]
Outcome = Literal["text", "finds", "decides", "acts"]
_VARIES: Final = re.compile(r"(?:req|mem|rec)_[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Stored:
    """A memory of the test's own: its id, the word it is asked by, and the word that must not come out."""

    id: str
    word: str
    canary: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a status (an exit code on the command line) and everything that was said."""

    status: int
    text: str
    fine: bool

    @property
    def plain(self) -> tuple[int, str]:
        """Return it without ids, so that two answers to different ids can be compared."""
        return self.status, _VARIES.sub("ID", self.text)


@dataclass(frozen=True, slots=True)
class Door:
    """One way to ask: how it is named, what a yes of it looks like, and how it is asked.

    `text` doors say what a memory says, `finds` doors also list it, `decides` doors say yes or no, `acts`
    doors change something. `by_id` doors answer the same for a hidden id and for one that never was."""

    name: str
    outcome: Outcome
    ask: Callable[[Any, Stored], Answer]
    by_id: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """What one door did: what it said of the hidden memory and of the shared one, and the verdict."""

    door: str
    hidden: int
    shared: int | None
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a door said, and of which memory it was asked."""

    answer: Answer
    of: Stored


def shows(door: Door, answer: Answer, stored: Stored) -> bool:
    """Tell whether an answer gives a memory away."""
    if stored.canary in answer.text:
        return True
    if door.outcome == "acts":
        return answer.fine
    if door.outcome == "decides":
        return bool(re.search(r'"allowed":\s*true', answer.text))
    return door.outcome == "finds" and stored.id in answer.text


def judge(door: Door, hidden: Heard, shared: Heard | None, unknown: Answer | None) -> tuple[Verdict, str]:
    """Return whether a door kept the hidden memory, and why not; silence alone proves nothing."""
    if shows(door, hidden.answer, hidden.of):
        return "leaked", "it gave the hidden memory away"
    if unknown is not None and hidden.answer.plain != unknown.plain:
        return "leaked", "it answers otherwise than for an id that does not exist"
    if shared is not None and not shows(door, shared.answer, shared.of):
        return "unclear", "it does not even show what was shared"
    return "kept", ""
