"""Make the memories of a small world with their grants, and consents meant to make those effective."""

from typing import Any

from tests.reference.dice import Dice
from tests.reference.facts import (
    AFTER,
    AMOUNTS,
    BEFORE,
    CONTEXTS,
    FUTURE,
    LOOK_ALIKE,
    NOW,
    PAST,
    PEOPLE,
    ROLE,
)

Plain = dict[str, Any]


def grants(dice: Dice, names: list[str], owner: str, context: Plain | None) -> list[Plain]:
    offered = context["default_access_grants"] if context else []
    inherited = {one: False for one in offered if dice.likely("inherited")}
    others = [one for one in ["*", *names] if one != owner]
    named = dice.sample(others, dice.pick([1, 0, 1, 0, 2, 3]))
    if ROLE in names and dice.likely("role"):
        named.append(ROLE)
    if LOOK_ALIKE in names and dice.chance(60):
        named.append(LOOK_ALIKE)
    if dice.likely("for everyone"):
        named.append("*")
    found = inherited | dict.fromkeys(named, True)
    return [
        {"grantee": one, "named": own, "owner_agreed": dice.likely("owner agreed")}
        for one, own in found.items()
    ]


def memory(dice: Dice, world: Plain) -> Plain:
    names, people = list(world["entities"]), [name for name in world["entities"] if name in PEOPLE]
    owner = dice.pick(people)
    source = dice.pick([*people, owner, *people, *names]) if dice.likely("sourced") else None
    about = [name for name in names if name not in CONTEXTS]
    place = dice.pick(list(world["contexts"])) if dice.likely("context in place") else None
    return {
        "owner": owner,
        "source": source,
        "source_attested": source in people and dice.likely("attested"),
        "subjects": dice.sample(about, dice.pick([1, 1, 2])) if dice.likely("subject") else [],
        "grants": grants(dice, names, owner, world["contexts"].get(place)),
        "context": place,
        "ceiling": dice.pick(AMOUNTS) if dice.likely("ceiling") else 1.0,
        "parents": [],
    }


def derive(dice: Dice, world: Plain) -> None:
    """Make some memories be derived from others; rarely in a circle, or from one that is gone."""
    names = list(world["memories"])
    for number, identity in enumerate(names):
        sources = names[max(0, number - 1) : number] if dice.likely("derived") else []
        sources += [one for one in names[: max(0, number - 1)] if dice.likely("derived") and dice.chance(30)]
        if dice.likely("derived") and dice.chance(15):
            sources.append(dice.pick(["gone", *names[number:]]))
        world["memories"][identity]["parents"] = sources


def consent(dice: Dice, world: Plain, identity: str, grantee: str, party: str) -> Plain:
    """Make a record meant to cover the grant for the party, by one of the ways there are."""
    label = world["memories"][identity]
    speakers = [row[1] for row in world["custodians"] if row[0] == party] + [party]
    if dice.likely("far speaker"):
        speakers = [row[1] for row in world["custodians"] if row[0] in speakers] or speakers
    above = [row[0] for row in world["memberships"] if row[1] == grantee]
    places = [one for one, row in world["contexts"].items() if grantee in row["participants"]]
    to = dice.pick(["*", *above, *places, *above]) if dice.likely("wide consent") else grantee
    scopes = [f"memory:{identity}", "all"] + [f"subject:{party}"] * (2 if party in label["subjects"] else 0)
    scopes += [label["context"]] if label["context"] else []
    return {
        "grantor": dice.pick(speakers),
        "grantee": to,
        "scope": dice.pick(scopes),
        "status": "active",
        "granted_at": dice.pick([PAST, BEFORE, NOW]),
        "expires_at": dice.pick([None, FUTURE, AFTER]),
        "participants": [
            one
            for one in world["contexts"].get(to, {"participants": []})["participants"]
            if not dice.likely("short list")
        ],
    }


def spoil(dice: Dice, world: Plain, record: Plain) -> Plain:
    """Change one thing about a record: its status, its time, what it is for, or whom it is for."""
    names = list(world["entities"])
    scopes = [f"memory:{one}" for one in world["memories"]] + list(CONTEXTS)
    scopes += [f"subject:{one}" for one in names if one not in CONTEXTS]
    changes: list[Plain] = [
        {"status": dice.pick(["requested", "revoked", "expired"])},
        {"expires_at": dice.pick([BEFORE, NOW])},
        {"granted_at": dice.pick([AFTER, FUTURE])},
        {"scope": dice.pick(scopes)},
        {"grantor": dice.pick(names)},
    ]
    to = dice.pick(names)
    listed = world["contexts"].get(to, {"participants": []})["participants"]
    changes.append({"grantee": to, "participants": list(listed)})
    return record | dice.pick(changes)


def consents(dice: Dice, world: Plain) -> list[Plain]:
    records: list[Plain] = []
    for identity, label in world["memories"].items():
        told = [label["source"]] if label["source"] else []
        for grant in label["grants"]:
            for party in [*label["subjects"], *told] or [label["owner"]]:
                if dice.likely("consented"):
                    record = consent(dice, world, identity, grant["grantee"], party)
                    records.append(spoil(dice, world, record) if dice.likely("spoiled") else record)
                if dice.likely("denied"):
                    denial = consent(dice, world, identity, grant["grantee"], party) | {"status": "denied"}
                    records.append(denial | {"expires_at": NOW} if dice.chance(30) else denial)
    return [{"id": f"c{number}", **record} for number, record in enumerate(records)]
