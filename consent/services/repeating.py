"""What a generalization says word for word: no way out for the text of its source, or of another memory."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from consent.models import Memory
from consent.queries.generalizing import Origin
from consent.rules.wording import passages
from consent.services.copying import copies_of
from consent.services.deriving import below
from consent.types import Draft
from memory_admin.http.problem import unprocessable
from profiles.types import Caller
from text.copies import is_copy, print_of
from text.statements import SPECIFICITY

_DETAIL: Final = (
    "It says nearly word for word what another memory says that was shown to you. "
    "Generalize that memory, or say it in other words."
)


def repeats(statement: str, memory: Memory, origin: Origin) -> bool:
    """Tell whether a statement is nearly what its source says, or something that was derived from."""
    said = print_of(statement)
    return any(is_copy(said, print_of(text)) for text in (*passages(memory), origin.source.text))


def is_ones_own(memory: Memory, by: Caller) -> bool:
    """Tell whether nobody else has a say in what a memory says: who told it, or whose memory it is from."""
    label = memory.label
    return memory.owner_id == by.acting_id and label.source_id is None and not label.parents


def refuse_others(statement: str, memory: Memory, *, by: Caller, now: datetime) -> None:
    """Raise 422 where a statement is nearly what another memory says that the caller was shown lately."""
    found = copies_of([Draft(kind="belief", content=statement)], by=by, now=now).get(0, set())
    others = [one for one in found if memory.pk not in below(one)]
    if others:
        whole = {"check": SPECIFICITY, "level": "block", "kind": "copy", "start": 0, "end": len(statement)}
        raise unprocessable("generalization_blocked", _DETAIL).having(findings=[whole])
