"""Who may change how far an owner trusts an accessor, and what counts as raising it.

Pure: services read the relationships in the transaction that writes and ask here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from consent.rules.consenting import may_rule
from consent.rules.trust import readable, shown_value
from consent.types import Relationship, Trust
from profiles.types import EVERYONE_ID, Caller

RAISE = "trust:raise"


@dataclass(frozen=True, slots=True)
class Pair:
    """Who trusts whom, in canonical names; the accessor `*` stands for the owner's default."""

    owner: str
    accessor: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What a relationship is to say: 0.0 to 1.0, where (None: everywhere), why and how strictly."""

    base_trust: float
    context: str | None = None
    summary: str = ""
    reason: str = ""
    require_validation: bool = False
    strict_mode: bool = False
    # None leaves as it is whether the record of violations may lower this by itself.
    auto_lower: bool | None = None

    @property
    def trust(self) -> Trust:
        """Return the terms as the decision would read them."""
        validated = self.require_validation or self.strict_mode
        return Trust(readable(self.base_trust), "terms", self.strict_mode, validated)


def capacity(by: Caller, owner: int, custodians: Collection[int], reason: str) -> str:
    """Return in what capacity a caller changes an owner's trust: owner, custodian, admin, or none."""
    if by.own_act and by.acting_id == owner:
        return "owner"
    if by.own_act and by.acting_id in custodians:
        return "custodian"
    return "admin" if may_rule(by, reason) else ""


def raises(before: Trust, after: Trust) -> bool:
    """Tell whether a change shows more or asks for less care: a higher value, or a guard taken away."""
    higher = after.value > before.value or shown_value(after) > shown_value(before)
    unguarded = before.require_validation and not after.require_validation
    return higher or unguarded or (before.strict and not after.strict)


def gains(by: Caller, owner: int, accessor: int, inside: Collection[int]) -> bool:
    """Tell whether trust in the accessor is trust in the caller itself, by any name or through a collective.

    Everyone includes the caller, unless it is the owner, who needs no trust, or staff that answers for it."""
    others = by.selves - {owner}
    if accessor == EVERYONE_ID:
        return bool(others) and not (by.staff_role == "administrator" and not by.is_agent)
    return bool(others & {accessor, *inside})


def floor(before: Trust, other: Iterable[Relationship]) -> Trust:
    """Return the lowest that applied to anybody a change may reach: what it replaced, or stood beside it."""
    trusts = [before, *(_trust(one) for one in other)]
    strict = any(one.strict for one in trusts)
    validated = any(one.require_validation for one in trusts)
    return Trust(min(one.value for one in trusts), "lowest", strict, validated)


def _trust(one: Relationship) -> Trust:
    return Trust(readable(one.base), "relationship", one.strict, one.require_validation or one.strict)
