"""Make the facts of a small world: who there is, who belongs where, who speaks for whom, which contexts."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.reference.dice import Dice

Plain = dict[str, Any]
NOW = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)
PAST, BEFORE, AFTER, FUTURE = (NOW + timedelta(seconds=gap) for gap in (-90000, -1, 1, 90000))
LOOK_ALIKE = "human:se\N{CYRILLIC SMALL LETTER A}n"
PEOPLE = [
    "human:sean",
    "si:ash",
    "dog:bella",
    "vet:dr_smith",
    "si:max_agent",
    "human:sea",
    "human:mia",
    "si:as",
]
GROUPS = ["group:care_team", "org:clinic", "group:care"]
ROLE = "role:tutor"
CONTEXTS = ["ctx:bella_health", "ctx:dog_park"]
LIVE = [(PAST, None), (PAST, FUTURE), (PAST, AFTER)]
DEAD = [(PAST, BEFORE), (AFTER, None), (FUTURE, None)]
AMOUNTS = [0.5, 0.75, 0.25, 0.9, 0.3, 0.1, 0.0, 1.0, 0.8, 1.0, None, 1.5, -0.5, float("nan")]


def window(dice: Dice) -> tuple[datetime, datetime | None]:
    if dice.likely("at the moment"):
        return dice.pick([(NOW, None), (PAST, NOW)])
    return dice.pick(DEAD if dice.likely("dead window") else LIVE)


def entities(dice: Dice) -> Plain:
    names = dice.sample(PEOPLE, 2 + dice.below(4))
    groups = [name for name in GROUPS if dice.likely("group")] + ([ROLE] if dice.likely("role") else [])
    contexts = CONTEXTS[:1] + ([CONTEXTS[1]] if dice.likely("second context") else [])
    found = {name: {"held": dice.likely("held"), "active": True} for name in names + groups + contexts}
    for name in groups:
        found[name]["active"] = dice.likely("active group")
    if dice.likely("look-alike"):
        found["human:sean"] = {"held": False, "active": True}
        found[LOOK_ALIKE] = {"held": dice.chance(70), "active": True}
    return found


def memberships(dice: Dice, names: list[str]) -> list[Any]:
    groups = [name for name in names if name in (*GROUPS, ROLE)]
    pairs = [(group, one) for group in groups for one in names if one != group and one not in CONTEXTS]
    rows = [[*pair, *window(dice)] for pair in pairs if dice.likely("belongs")]
    strays = [[context, one, PAST, None] for context in CONTEXTS for one in names if context in names]
    return rows + [stray for stray in strays if dice.likely("stray membership")]


def custodians(dice: Dice, names: list[str]) -> list[Any]:
    pairs = [(subject, one) for subject in names for one in names if one != subject]
    rows = [pair for pair in pairs if dice.likely("custodian" if pair[1] in PEOPLE else "odd custodian")]
    return [[*pair, *window(dice)] for pair in dice.sample(rows, 4)]


def contexts(dice: Dice, names: list[str]) -> Plain:
    people = [name for name in names if name in PEOPLE or name == LOOK_ALIKE]
    found = {}
    for name in names:
        if name in CONTEXTS:
            owner = dice.pick(people)
            listed = [owner] + [one for one in people if one != owner and dice.likely("listed")]
            defaults = dict.fromkeys([*listed, name, *dice.some(["*", *names], 8)])
            found[name] = {
                "owner": owner,
                "participants": listed,
                "roles": {one: ROLE for one in listed if ROLE in names and dice.chance(60)},
                "default_access_grants": [one for one in defaults if dice.likely("in defaults")],
                "absent": [],
            }
    return found


def come_and_go(dice: Dice, world: Plain) -> None:
    """Let participants leave and join, and defaults change, after consents and sessions were made."""
    for name, context in world["contexts"].items():
        context["participants"] = [] if dice.likely("deserted") else context["participants"]
        defaults = context["default_access_grants"]
        for one in [one for one in context["participants"] if dice.likely("leaves")]:
            context["participants"].remove(one)
            if one in defaults and dice.chance(75):
                defaults.remove(one)
        for one in [*context["participants"], name]:
            if one in defaults and dice.likely("leaves"):
                defaults.remove(one)
        absent = [one for one in world["entities"] if one in PEOPLE and one not in context["participants"]]
        context["participants"] += [one for one in absent if dice.likely("joins")]
        context["absent"] = [one for one in context["participants"] if dice.likely("never came")]


def sessions(dice: Dice, world: Plain) -> Plain:
    ends = [{"closed": False, "expires_at": FUTURE}] * 20 + [
        {"closed": False, "expires_at": AFTER},
        {"closed": True, "expires_at": FUTURE},
        {"closed": False, "expires_at": NOW},
        {"closed": False, "expires_at": BEFORE},
    ]
    rows = [
        {"context": name, "participant": one, "role": context["roles"].get(one), **dice.pick(ends)}
        for name, context in world["contexts"].items()
        for one in context["participants"]
        if one in PEOPLE and dice.chance(75)
    ]
    return {f"s{number}": row for number, row in enumerate(rows)}


def trust(dice: Dice, world: Plain) -> list[Plain]:
    owners = dict.fromkeys(row["owner"] for row in world["memories"].values())
    pairs = [(owner, one) for owner in owners for one in ["*", *world["entities"]] if one != owner]
    keys = [(owner, one, place) for owner, one in pairs for place in [None, *world["contexts"]]]
    return [
        {
            "owner": owner,
            "accessor": accessor,
            "context": place,
            "base_trust": dice.pick(AMOUNTS),
            "strict_mode": dice.likely("strict mode"),
        }
        for owner, accessor, place in keys
        if dice.likely("trusted")
    ]
