"""Two writers who repeat each other at the same moment: nobody waits for ever, and no circle comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from consent.models import Label, Memory
from consent.services import copying, editing
from consent.services.memories import create_many
from profiles.queries.prepared import ask
from tests.cast import GRANTEE, OWNER, caller, draft
from tests.consent.doors import Door
from tests.consent.test_consents_at_once import at_once

TEXTS = {
    OWNER: "The spare key of the clinic lies under the third flower pot by the back door",
    GRANTEE: "The winter tyres of the ambulance are stored in the shed behind the old mill",
}


def shared(door: Door) -> dict[str, str]:
    """Have two owners share a memory with each other and recall each other's; return the ids by owner."""
    ids = {}
    for who, other in ((OWNER, GRANTEE), (GRANTEE, OWNER)):
        body = {"content": TEXTS[who], "access_grants": [other]}
        ids[who] = door(who, "POST", "memories", body).json()["id"]
    for who in ids:
        assert len(door(who, "POST", "recall", {"query": "spare key, winter tyres"}).json()["items"]) == 2
    return ids


def parents_of(memory: str) -> list[int]:
    return list(Label.objects.get(pk=Memory.objects.get(public_id=memory[4:]).label_id).parents)


def repeating(who: str, other: str, ids: dict[str, str]) -> Callable[[], Any]:
    """Return an edit by which one of them adds the other's text to its own."""
    said, by = f"{TEXTS[who]}. {TEXTS[other]}", caller(who)
    return lambda: editing.update(ids[who], {"content": said}, version=1, by=by, now=timezone.now())


def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have two edits look for what they repeat at the same moment, whatever each holds by then."""
    both, find = Barrier(2, timeout=20), copying.copied_anew

    def looked(*args: Any, **more: Any) -> Any:
        both.wait()
        return find(*args, **more)

    monkeypatch.setattr("consent.services.editing.copied_anew", looked)


def test_two_edits_that_repeat_each_other_both_come_through(
    db: object, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing, the database breaking a deadlock, when each edit locked its own memory first."""
    ids = shared(door)
    meeting(monkeypatch)
    edits = [repeating(OWNER, GRANTEE, ids), repeating(GRANTEE, OWNER, ids)]
    assert all(isinstance(one, Memory) for one in at_once(edits))
    linked = {who: parents_of(memory) for who, memory in ids.items()}
    assert sorted(map(len, linked.values())) == [0, 1], "the second is what the first came to be made from"


def test_memories_are_locked_in_the_order_of_their_ids(
    db: object, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when `hold` did not sort, and when a write locked what it names before what it repeats."""
    ids = shared(door)
    more = {"content": "of keys", "derived_from": [ids[OWNER]], "access_grants": [GRANTEE]}
    below = door(OWNER, "POST", "memories", more).json()["id"]
    acts = [repeating(GRANTEE, OWNER, ids), repeating(OWNER, GRANTEE, ids), naming(GRANTEE, below)]
    for act in acts:
        asked = order_of_locks(monkeypatch)
        act()
        assert len(set(asked)) > 1 and once(asked) == sorted(once(asked))


def naming(who: str, below: str) -> Callable[[], Any]:
    """Return a write that names one memory and repeats an older one."""
    drafts = [draft(TEXTS[OWNER], derived_from=(below,))]
    by = caller(who)
    return lambda: create_many(drafts, by=by, now=timezone.now(), atomic=True)


def order_of_locks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that fills with the ids of the memories locked, as they are asked for."""
    asked: list[int] = []

    def spied(sql: Any, values: Any) -> Any:
        rows = ask(sql, values)
        if "FOR SHARE" in sql or "FOR UPDATE" in sql:
            asked.extend(row[0] for row in rows)
        return rows

    monkeypatch.setattr("consent.services.deriving.ask", spied)
    return asked


def once(asked: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(asked))
