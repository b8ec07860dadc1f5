"""Make small worlds and askers in which every clause of the law matters often, by seed or for Hypothesis.

A world is plain; README.md in this folder gives its shape.
"""

from typing import Any

from hypothesis import strategies as st

from tests.reference import facts, labels
from tests.reference.dice import Dice, Drawn, Seeded
from tests.reference.odds import FLAVOURS, USUAL

Plain = dict[str, Any]
NOW = facts.NOW


def policy(dice: Dice) -> Plain:
    return {
        "consent_from": "subjects_and_source" if dice.likely("subjects and source") else "subjects_or_source",
        "context_audience": _audience(dice),
        "default_trust": dice.pick(facts.AMOUNTS) if dice.likely("default trust") else 1.0,
    }


def _audience(dice: Dice) -> str:
    if dice.likely("strict audience"):
        return "strict"
    return "arrived" if dice.likely("audience that arrived") else "participants"


def build(dice: Dice, *, derived: bool) -> Plain:
    dice.odds |= FLAVOURS[dice.pick(list(FLAVOURS))]
    world: Plain = {"entities": facts.entities(dice), "policy": policy(dice), "memories": {}}
    names = list(world["entities"])
    world["memberships"] = facts.memberships(dice, names)
    world["custodians"] = facts.custodians(dice, names)
    world["contexts"] = facts.contexts(dice, names)
    count = 1 + dice.likely("another memory") + dice.likely("another memory")
    world["memories"] = {f"m{number}": labels.memory(dice, world) for number in range(count)}
    if derived:
        labels.derive(dice, world)
    world["consents"] = labels.consents(dice, world)
    world["sessions"] = facts.sessions(dice, world)
    world["trust"] = facts.trust(dice, world)
    facts.come_and_go(dice, world)
    return world


def askers(dice: Dice, world: Plain) -> list[Plain]:
    """Throw a few askers: with and without a session, for themselves and for another, of their own stack."""
    people = [name for name, row in world["entities"].items() if name in facts.PEOPLE and not row["held"]]
    sessions = [
        (row["participant"], name) for name, row in world["sessions"].items() if row["participant"] in people
    ]
    seated: list[tuple[str, str | None]] = [(who, None) for who in dice.sample(people, 3)]
    seated += dice.sample(sessions, 3)
    if sessions and dice.likely("wrong session"):
        seated.append((dice.pick(people), dice.pick(sessions)[1]))
    found = [asker(dice, people, who, session) for who, session in seated]
    return [one for number, one in enumerate(found) if one not in found[:number]]


def asker(dice: Dice, people: list[str], who: str, session: str | None) -> Plain:
    others = [one for one in people if one != who]
    return {
        "principal": who,
        "behalf": dice.pick(others) if others and dice.likely("behalf") else None,
        "session": session,
        "visibility": "self" if dice.likely("own stack") else "context",
        "recall_self": dice.chance(60),
        "context_required": dice.likely("context needed"),
    }


def random_case(seed: int, *, derived: bool = True) -> tuple[Plain, list[Plain]]:
    """Return the world of a seed and who asks there; `derived=False` leaves out derived memories."""
    dice = Seeded(USUAL, seed)
    world = build(dice, derived=derived)
    return world, askers(dice, world)


def random_world(seed: int, *, derived: bool = True) -> Plain:
    return random_case(seed, derived=derived)[0]


@st.composite
def cases(draw: st.DrawFn, *, derived: bool = True) -> tuple[Plain, list[Plain]]:
    """Draw a world and who asks there."""
    dice = Drawn(USUAL, draw)
    world = build(dice, derived=derived)
    return world, askers(dice, world)
