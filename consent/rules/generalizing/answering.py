"""Who may say yes or no to a generalization: never the agent that proposed it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from consent.rules.consenting import asked_itself
from profiles.types import Caller

_REVIEWERS: Final = frozenset({"reviewer", "administrator"})


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom a generalization concerns: the source's owner, custodians of those it is about, its author.

    `proposer` is whose belief it will be; `proposed_by` and `lineage` are the principal and the key."""

    source_owner: int | None
    custodians: Collection[int]
    proposer: int
    proposed_by: int
    lineage: int | None


def entitled(by: Caller, source_owner: int | None, custodians: Collection[int]) -> bool:
    """Tell whether the caller may answer: the source's owner when a person, a custodian, a reviewer.

    By its own act alone; an agent only as a custodian."""
    if not by.own_act:
        return False
    person = not by.is_agent
    reviews = person and (by.staff_role in _REVIEWERS or by.is_admin)
    return by.acting_id in custodians or (person and by.acting_id == source_owner) or reviews


def proposed_itself(by: Caller, asked: Asked) -> bool:
    """Tell whether the caller is the proposing agent, under any name or key."""
    if by.lineage_id is not None and by.lineage_id == asked.lineage:
        return True
    return any(asked_itself(by, (one, asked.lineage)) for one in (asked.proposed_by, asked.proposer))
