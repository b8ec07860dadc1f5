"""The tool that draws a shareable belief from a private memory."""

from __future__ import annotations

from consent.queries import generalizations as queries
from consent.services import generalizing
from consent.shapes import memory_id
from memory_admin.mcp.call import Call, Fields

__all__ = ["generalize"]


def generalize(call: Call) -> Fields:
    """Write the belief, or put it before somebody who may approve it; 422 with what says too much."""
    asked = call.query
    wish = generalizing.Proposed(
        asked["statement"],
        tuple(asked["access_grants"]),
        asked["abstraction_note"],
        frozenset(asked["acknowledge"]),
    )

    def effect() -> Fields:
        made = generalizing.generalize(memory_id(asked["memory"]), wish, by=call.by, now=call.now)
        return {"generalization": generalizing.public(made)}

    done = call.once(effect)["generalization"]
    return queries.told(queries.by_id(done, call.by), call.by, call.now)
