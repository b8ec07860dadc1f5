"""Between a door and the layered prompt: what a body asks, and what was built, as the interface has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consent.prompt import Built, PromptAsk
from consent.recall import Ask
from consent.rules.budget import Budget
from consent.rules.layers import RECALLED, Laid
from consent.shapes import ask_of, message_shown, recalled
from profiles.rules.claims import Claim

Fields = dict[str, Any]


def prompt_of(body: Mapping[str, Any]) -> PromptAsk:
    """Return the prompt a body asks for."""
    budget = body.get("budget") or {"max_tokens": None, "max_characters": None, "layers": {}}
    return PromptAsk(
        claim=claim_of(body["caller"]) if "caller" in body else None,
        session_id=body.get("session_id"),
        platform=tuple(body["platform"]),
        query=body.get("query", ""),
        recall=_question(body),
        budget=Budget(budget["max_tokens"], budget["max_characters"]),
        own=budget["layers"],
    )


def claim_of(given: Mapping[str, Any]) -> Claim:
    """Return whom a body says the live caller is."""
    return Claim(
        principal=given.get("principal_id"),
        provider=given.get("provider"),
        external_id=given.get("external_id"),
        email=given.get("email"),
    )


def _question(body: Mapping[str, Any]) -> Ask | None:
    if "query" not in body:
        return None
    return ask_of({**body["recall"], "query": body["query"], "format": "messages"})


def built(answer: Built, *, explain: bool = False) -> Fields:
    """Return a prompt with the layers that are in it and what was left out."""
    found = None if answer.recalled is None else recalled(answer.recalled, explain=explain)
    messages = [] if found is None else found.pop("messages")
    layers = layers_shown(answer.laid)
    if found is not None and messages:
        size = sum(len(message["content"]) for message in messages)
        layers.append(
            {"layer": RECALLED, "version": None, "characters": size, "entries": len(found["items"])}
        )
    return {
        "principal": answer.principal,
        "messages": [*(message_shown(one) for one in answer.laid.messages), *messages],
        "layers": layers,
        "dropped": dropped_shown(answer.laid),
        "recall_id": found["recall_id"] if found else None,
        "recalled": found,
    }


def layers_shown(laid: Laid) -> list[Fields]:
    """Return the layers that are in a prompt, highest first."""
    return [
        {"layer": one.layer, "version": one.version, "characters": one.characters, "entries": one.entries}
        for one in laid.used
    ]


def dropped_shown(laid: Laid) -> list[Fields]:
    """Return what is not in a prompt, and why."""
    return [{"layer": one.layer, "key": one.key, "reason": one.reason} for one in laid.dropped]
