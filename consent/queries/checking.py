"""Many checks at once: questions of one asker and session share one look at the facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from consent.models import Memory
from consent.queries.access import standing
from consent.queries.asking import Question, public_uuid, resolve
from consent.queries.facts import gather
from consent.queries.telling import as_told
from consent.rules.decide import decide
from memory_admin.http.problem import Problem
from profiles.queries.principals import ids_of
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import Caller

UNKNOWN = {"allowed": False, "reason": "unknown"}
Check = dict[str, Any]


def check_many(checks: Sequence[Check], *, by: Caller, now: datetime) -> list[Check]:
    """Return for each check yes or no and the reason; `unknown` where the caller may not know."""
    memories = _memories(checks)
    askers = ids_of({name for check in checks if (name := _canonical(check["principal"]))})
    groups: dict[tuple[int, str | None], list[int]] = defaultdict(list)
    for place, check in enumerate(checks):
        asker = askers.get(_canonical(check["principal"]) or "")
        if asker is not None and check["memory"] in memories:
            groups[asker, check["context_session"]].append(place)
    answers: dict[int, Check] = {}
    for (asker, session), places in groups.items():
        rows = {place: memories[checks[place]["memory"]] for place in places}
        answers |= _group(asker, session, rows, by, now)
    return [
        {"memory": check["memory"], "principal": check["principal"], **answers.get(place, UNKNOWN)}
        for place, check in enumerate(checks)
    ]


def _memories(checks: Sequence[Check]) -> dict[str, Memory]:
    known = {check["memory"]: public_uuid(check["memory"], "mem") for check in checks}
    rows = Memory.objects.select_related("label").only("id", "public_id", "owner_id", "label")
    found = {row.public_id: row for row in rows.filter(public_id__in=[one for one in known.values() if one])}
    return {text: found[one] for text, one in known.items() if one in found}


def _canonical(name: str) -> str | None:
    try:
        return str(parse_entity(name))
    except EntityError:
        return None


def _group(
    asker: int, session: str | None, rows: dict[int, Memory], by: Caller, now: datetime
) -> dict[int, Check]:
    try:
        taken = resolve(Question(asker=asker, session=session), now=now)
    except Problem:
        return {}
    scene = gather({memory.label_id for memory in rows.values()}, taken)
    scene = scene if by.oversees else as_told(scene)
    rulings = {key: decide(label, scene) for key, label in scene.labels.items()}
    found = {}
    for place, memory in rows.items():
        ruling = rulings[memory.label_id]
        knows = standing(memory, memory.label, by, now) != "none" or (
            asker == by.acting_id and ruling.allowed
        )
        if knows:
            found[place] = {"allowed": ruling.allowed, "reason": ruling.reason}
    return found
