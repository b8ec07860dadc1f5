"""What a label's grants amount to, for its owner to read: effective, pending on whom, the scope's name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from consent.rules.decide import Case, judge_grant, stands
from consent.types import Asker, Grant, Label, Scene


@dataclass(frozen=True, slots=True)
class GrantState:
    """One grant: live for someone, or still waiting for the agreement of `missing`."""

    grantee: int
    named: bool
    effective: bool
    missing: frozenset[int]
    consents: tuple[str, ...]


def grant_states(label: Label, scene: Scene) -> tuple[GrantState, ...]:
    """Return each grant with whether it shows the memory to anybody (to a context: to one who sits in it)."""
    return tuple(_state(label, grant, scene) for grant in label.grants)


def _state(label: Label, grant: Grant, scene: Scene) -> GrantState:
    cases = _before_each(label, grant, scene)
    rulings = [judge_grant(case) for case in cases]
    open_to = [ruling for ruling in rulings if ruling.consented]
    missing = frozenset[int]() if open_to else frozenset().union(*(ruling.missing_from for ruling in rulings))
    empty = scene.facts.participants.get(grant.grantee) == frozenset()
    live = bool(open_to) and stands(cases[0]) and not empty
    return GrantState(grant.grantee, grant.named, live, missing, open_to[0].consents if open_to else ())


def live_for_all(label: Label, scene: Scene) -> frozenset[int]:
    """Return the grantees whose grant everybody who hears through it may use: nobody waits for a word."""
    granted = [_before_each(label, grant, scene) for grant in label.grants]
    return frozenset(
        cases[0].grant.grantee
        for cases in granted
        if stands(cases[0]) and all(judge_grant(case).consented for case in cases)
    )


def _before_each(label: Label, grant: Grant, scene: Scene) -> list[Case]:
    """Return the grant before each who hears through it: who sits in a context, else the grantee."""
    seated = scene.facts.participants.get(grant.grantee)
    hearers = [Asker(one, frozenset({one})) for one in sorted(seated or {grant.grantee})]
    return [Case(label, grant, hearer, scene) for hearer in hearers]


def scope_name(effective: Iterable[str]) -> str:
    """Return the scope's name from the effective grantees' entity ids (memory-privacy seed)."""
    grantees = list(effective)
    if "*" in grantees:
        return "public"
    if any(grantee.split(":", 1)[0] in {"ctx", "group", "org", "role"} for grantee in grantees):
        return "contextual"
    return "private_entity" if grantees else "self_only"
