"""Answer how much of a memory is shown to somebody who may see it, written from the law alone."""

from datetime import datetime
from typing import Any

from tests.reference.decide import (
    Plain,
    Seat,
    answers_to,
    counting,
    lineage,
    missing,
    seats,
)

TIERS = (("full", 1.0), ("partial", 0.75), ("summary", 0.5), ("metadata", 0.25), ("hint", 0.0))


def sound(value: Any) -> float:
    """Read a stored trust value; null, out of range and not-a-number are 0.0."""
    return float(value) if value is not None and 0.0 <= value <= 1.0 else 0.0


def public(world: Plain, label: Plain, seat: Seat, now: datetime) -> bool:
    grants = [grant for grant in counting(world, label, seat, now) if grant["grantee"] == "*"]
    return not label["subjects"] and any(not missing(world, label, one, seat.who, now) for one in grants)


def owners_trust(world: Plain, label: Plain, seat: Seat, now: datetime) -> tuple[float, bool]:
    """Find the owner's most specific trust in the seat, the lowest where several are, and its strictness."""
    mine = [row for row in world["trust"] if row["owner"] == label["owner"]]
    collectives = answers_to(world, label, seat, now) - {seat.who, "*"}
    for accessors in ({seat.who}, collectives, {"*"}):
        for context in dict.fromkeys((seat.context, None)):
            rows = [row for row in mine if row["accessor"] in accessors and row["context"] == context]
            if rows:
                return min(sound(row["base_trust"]) for row in rows), any(row["strict_mode"] for row in rows)
    return sound(world["policy"]["default_trust"]), False


def shown(world: Plain, memory: str, seat: Seat, now: datetime) -> tuple[float, bool]:
    labels = [label for label in lineage(world, memory) if label]
    ceiling = min(sound(label["ceiling"]) for label in labels)
    if labels[0]["owner"] == seat.who:
        return 1.0, False
    if all(public(world, label, seat, now) for label in labels):
        return ceiling, False
    trusted, strict = owners_trust(world, labels[0], seat, now)
    sources = [
        owners_trust(world, label, seat, now)
        for label in labels[1:]
        if label["owner"] != seat.who and not public(world, label, seat, now)
    ]
    limits = [min(value, 0.5) if cautious else value for value, cautious in sources]
    return min(ceiling, trusted, *limits), strict


def trust(world: Plain, asker: Plain, memory: str, now: datetime) -> float:
    """Return the effective trust, 0.0 to 1.0, for one who sees the memory; strict mode is apart."""
    return min(shown(world, memory, seat, now)[0] for seat in seats(world, asker, now))


def tier(world: Plain, asker: Plain, memory: str, now: datetime) -> str:
    """Name the tier served; strict mode caps it at summary."""
    shares = [shown(world, memory, seat, now) for seat in seats(world, asker, now)]
    value = min(min(trusted, 0.5) if strict else trusted for trusted, strict in shares)
    return next(name for name, least in TIERS if value >= least)
