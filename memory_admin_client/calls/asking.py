"""Recalling, and what a model makes of it."""

from __future__ import annotations

from typing import Unpack

from memory_admin_client.call import Call, Effect, ask, read
from memory_admin_client.shapes.asked import PromptOptions, RecallOptions
from memory_admin_client.shapes.asking import Prompt, Recalled, Validated
from memory_admin_client.shapes.standing import Whoami


def whoami(context_session: str | None = None) -> Call[Whoami]:
    """Return who the token speaks for, and what it may; in a session, what it answers to there."""
    return read("/whoami", {"context_session": context_session})


def recall(query: str, **options: Unpack[RecallOptions]) -> Call[Recalled]:
    """Recall what the caller may know; put `messages` before a model as they are."""
    return ask("/recall", {"query": query, **options})


def prompt(**options: Unpack[PromptOptions]) -> Call[Prompt]:
    """Build the layered prompt; with a `query` it recalls too."""
    return ask("/prompt", options)


def validate(recall_id: str, response: str) -> Call[Validated]:
    """Check what a model wrote against what the recall withheld; use `redacted_response`.

    Failed checks of one recall are counted, so a lost answer is not asked for again by itself.
    """
    return ask("/responses/validate", {"recall_id": recall_id, "response": response}, effect=Effect.EACH)
