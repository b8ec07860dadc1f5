"""The layered prompt: who is asked for, the layers from the highest down, then what is recalled.

Nothing is built for a caller that is not exactly one person, and every layer below the system's and the
platform's is read for that person alone: there is no default of an operator to fall back to.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction

from audit import actions
from consent.queries.layers import Sought, layers_of
from consent.recall import Ask, Recalled, recall
from consent.rules.budget import Budget, cost_of
from consent.rules.layers import SHIPPED, Entry, Laid, Layer, NoRoom, lay_layers
from memory_admin.http.problem import scope_missing, unprocessable
from profiles.rules.claims import Claim
from profiles.services.recording import note
from profiles.services.resolving import served
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class PromptAsk:
    """What a prompt is wanted for: whose, in which session, under which constraints, with what recalled."""

    claim: Claim | None = None
    session_id: str | None = None
    platform: tuple[str, ...] = ()
    query: str = ""
    recall: Ask | None = None
    budget: Budget = field(default_factory=Budget)
    own: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Built:
    """A prompt's layers, what was recalled after them, and for whom."""

    laid: Laid
    recalled: Recalled | None
    principal: str


def build(ask: PromptAsk, *, by: Caller, now: datetime) -> Built:
    """Return the prompt of one live caller; raises Problem 403, 404 or 409 for nobody or two, 422, 503."""
    if ask.platform and "platform" not in by.scopes:
        raise scope_missing("platform")
    caller = served(by, ask.claim, now=now)
    laid = _laid(layers_of(Sought(caller.served_id, ask.session_id, ask.platform, ask.query), now), ask)
    question = None if ask.recall is None else _within(ask.recall, laid, ask.budget)
    found = None if question is None else recall(question, by=caller, now=now)
    _record(laid, found, by=caller, now=now)
    return Built(laid, found, caller.behalf or caller.acting)


def preview(principal_id: int, session_id: str | None, *, by: Caller, now: datetime) -> Laid:
    """Return what a principal's prompt begins with, to who oversees; another's own words stay covered."""
    layers = layers_of(Sought(principal_id, session_id), now)
    mine = principal_id == by.principal_id
    laid = _laid(layers if mine else [_covered(one) for one in layers], PromptAsk())
    with transaction.atomic():
        note(by, actions.PROMPT_BUILD, ("principal", principal_id), now=now, preview=True, covered=not mine)
    return laid


def _covered(layer: Layer) -> Layer:
    if layer.name not in {"principal_profile", "session_context"}:
        return layer
    entries = tuple(Entry(one.key, f"{one.key}: ({len(one.text)} characters)") for one in layer.entries)
    return replace(layer, entries=entries)


def _laid(layers: list[Layer], ask: PromptAsk) -> Laid:
    try:
        return lay_layers(layers, secrets.token_hex(16), ask.budget, {**SHIPPED, **ask.own})
    except NoRoom:
        raise unprocessable(
            "budget_too_small", "The budget has no room for the system profile and the platform's text."
        ) from None


def _within(question: Ask, laid: Laid, budget: Budget) -> Ask:
    """Return the question with what room the layers left, where that is less than it has of its own."""
    spent = cost_of([message.content for message in laid.messages])
    characters = _least(question.budget.max_characters, budget.max_characters, spent.characters)
    tokens = _least(question.budget.max_tokens, budget.max_tokens, spent.tokens)
    return replace(question, budget=replace(question.budget, max_characters=characters, max_tokens=tokens))


def _least(own: int | None, whole: int | None, spent: int) -> int | None:
    left = None if whole is None else max(0, whole - spent)
    known = [one for one in (own, left) if one is not None]
    return min(known) if known else None


def _record(laid: Laid, found: Recalled | None, *, by: Caller, now: datetime) -> None:
    """Put on record which layers, in which version, went into a prompt for whom; no word of them."""
    with transaction.atomic():
        note(
            by,
            actions.PROMPT_BUILD,
            ("principal", by.served_id),
            now=now,
            layers=[one.layer for one in laid.used],
            versions=[one.version for one in laid.used],
            dropped=len(laid.dropped),
            recall=found.recall_id if found else "",
        )
