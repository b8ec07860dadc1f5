"""What a label's grants amount to, for its owner to read: effective, pending on whom, and the scope's name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from consent.rules.decide import judge_grant, stands
from consent.types import Asker, Facts, Grant, Label, Rules


@dataclass(frozen=True, slots=True)
class GrantState:
    """One grant: live for someone, or still waiting for the agreement of `missing`."""

    grantee: int
    named: bool
    effective: bool
    missing: frozenset[int]
    consents: tuple[str, ...]


def grant_states(label: Label, facts: Facts, rules: Rules) -> tuple[GrantState, ...]:
    """Return each grant with whether it shows the memory to anybody (to a context: to one who sits in it)."""
    return tuple(_state(label, grant, facts, rules) for grant in label.grants)


def _state(label: Label, grant: Grant, facts: Facts, rules: Rules) -> GrantState:
    seated = facts.participants.get(grant.grantee)
    hearers = seated or {grant.grantee}
    rulings = [judge_grant(label, grant, Asker(one, frozenset({one})), facts, rules) for one in sorted(hearers)]
    open_to = [ruling for ruling in rulings if ruling.consented]
    missing = frozenset[int]() if open_to else frozenset().union(*(ruling.missing_from for ruling in rulings))
    live = bool(open_to) and stands(label, grant, facts) and (seated is None or bool(seated))
    return GrantState(grant.grantee, grant.named, live, missing, open_to[0].consents if open_to else ())


def scope_name(effective: Iterable[str]) -> str:
    """Return the scope's name from the effective grantees' entity ids (memory-privacy seed)."""
    grantees = list(effective)
    if "*" in grantees:
        return "public"
    if any(grantee.split(":", 1)[0] in {"ctx", "group", "org", "role"} for grantee in grantees):
        return "contextual"
    return "private_entity" if grantees else "self_only"
