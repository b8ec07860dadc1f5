"""Many checks at once: questions of one asker and session share one look at the facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.queries.standing import NONE, own_question, standings
from consent.queries.telling import as_told
from consent.queries.visibility import in_use
from consent.rules.decide import decide
from memory_admin.http.problem import Problem
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import ids_of
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import Caller

UNKNOWN = {"allowed": False, "reason": "unknown"}
Check = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Group:
    """Checks answered from one look: whose, in which session, and whether an asker is told of itself."""

    asker: int
    session: str | None
    for_itself: bool


def check_many(checks: Sequence[Check], *, by: Caller, now: datetime) -> list[Check]:
    """Return for each check yes or no and the reason; `unknown` where the caller may not know."""
    memories = _memories(checks)
    askers = ids_of({name for check in checks if (name := _canonical(check["principal"]))})
    capacities = standings(list({memory.pk: memory for memory in memories.values()}.values()), by, now)
    groups: dict[_Group, list[int]] = defaultdict(list)
    for place, check in enumerate(checks):
        asker, memory = askers.get(_canonical(check["principal"]) or ""), memories.get(check["memory"])
        if asker is not None and memory is not None:
            for_itself = capacities[memory.pk] == NONE
            if not for_itself or (asker == by.acting_id and in_use(memory, now)):
                groups[_Group(asker, check["context_session"], for_itself)].append(place)
    answers: dict[int, Check] = {}
    for group, places in groups.items():
        rows = {place: memories[checks[place]["memory"]] for place in places}
        answers |= _answers(group, rows, by, now)
    return [
        {"memory": check["memory"], "principal": check["principal"], **answers.get(place, UNKNOWN)}
        for place, check in enumerate(checks)
    ]


def _memories(checks: Sequence[Check]) -> dict[str, Memory]:
    known = {check["memory"]: public_uuid(check["memory"], "mem") for check in checks}
    rows = Memory.objects.select_related("label").only(
        "id", "public_id", "owner_id", "label", "state", "valid_until"
    )
    found = {row.public_id: row for row in rows.filter(public_id__in=[one for one in known.values() if one])}
    return {text: found[one] for text, one in known.items() if one in found}


def _canonical(name: str) -> str | None:
    try:
        return str(parse_entity(name))
    except EntityError:
        return None


def _answers(group: _Group, rows: dict[int, Memory], by: Caller, now: datetime) -> dict[int, Check]:
    """Return what may be told by place; whoever asks for itself alone is told of a yes, and else nothing."""
    asked = Question(asker=group.asker, session=group.session)
    question = own_question(group.session, by) if group.for_itself else asked
    try:
        taken = resolve(question, now=now)
    except Problem:
        return {}
    scene = gather({memory.label_id for memory in rows.values()}, taken)
    scene = scene if by.oversees else as_told(scene)
    rulings = {key: decide(label, scene) for key, label in scene.labels.items()}
    found = {place: rulings[memory.label_id] for place, memory in rows.items()}
    return {
        place: {"allowed": ruling.allowed, "reason": ruling.reason}
        for place, ruling in found.items()
        if ruling.allowed or not group.for_itself
    }
