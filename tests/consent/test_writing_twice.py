"""What is written twice is one memory: it narrows where the second says so, and is left alone where not."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import Event
from consent.models import Memory
from consent.services.memories import Written, create, create_many
from memory_admin.http.problem import Problem
from tests.cast import GRANTEE, NOW, OWNER, caller, draft, principal

TEXT = "The door code is on the fridge"


def written() -> tuple[list[tuple[Any, ...]], int]:
    """Return which transaction last wrote each row of the memory and of what is shown of it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT xmin::text FROM consent_memory UNION ALL SELECT xmin::text FROM consent_rendering"
        )
        return cursor.fetchall(), Event.objects.filter(action="memory.create").count()


def write(**more: Any) -> int:
    found = create(draft(TEXT, **{"access_grants": (GRANTEE,), **more}), by=caller(OWNER), now=NOW)
    return found.memory_id


@pytest.fixture
def stored(db: Any) -> int:
    principal(GRANTEE)
    return write(source_type="user_message")


def test_the_same_again_writes_nothing_but_the_event(stored: int) -> None:
    """Seen failing when an identical write stored and rendered its memory anew."""
    rows, events = written()
    assert write(source_type="user_message") == stored
    assert written() == (rows, events + 1)


@pytest.mark.parametrize(
    ("more", "column", "value"),
    [
        ({"trust": 0.5}, "ceiling", 0.5),
        ({"source_type": "unknown"}, "provenance", "untrusted"),
        ({"forbidden_terms": ("fridge",)}, "forbidden_terms", ["fridge"]),
    ],
)
def test_what_the_second_narrows_is_stored_and_shown(
    stored: int, more: dict[str, Any], column: str, value: object
) -> None:
    rows, _ = written()
    assert write(**{"source_type": "user_message", **more}) == stored
    assert getattr(Memory.objects.get(), column) == value
    assert not set(rows) & set(written()[0])


def test_a_grant_that_the_second_brings_moves_it(stored: int) -> None:
    label = Memory.objects.get().label_id
    assert write(access_grants=("human:sean",), source_type="user_message") == stored
    memory = Memory.objects.get()
    assert memory.label_id != label and memory.label.grants.count() == 2


def again(count: int) -> int:
    """Write so many memories twice, each shared another way; return how many statements the second took."""
    texts = [
        draft(
            f"{TEXT}, said {place} of {count} times",
            access_grants=(GRANTEE,),
            forbidden_terms=(f"word-{place % 7}",),
        )
        for place in range(count)
    ]
    first = create_many(texts, by=caller(OWNER), now=NOW, atomic=True)
    with CaptureQueriesContext(connection) as asked:
        second = create_many(texts, by=caller(OWNER), now=NOW, atomic=True)
    assert [one.memory_id for one in first if isinstance(one, Written)] == [
        one.memory_id for one in second if isinstance(one, Written) and not one.created
    ]
    return len(asked)


def test_many_written_again_take_no_more_statements_than_few(db: Any) -> None:
    """Seen failing when each looked up its label and its grants, and was recorded, by itself."""
    principal(GRANTEE)
    again(1)
    assert again(40) == again(2)
    assert Event.objects.filter(details__merged=True).count() == 43


def test_two_written_again_at_once_come_to_be_above_each_other_no_more_than_one_by_one(db: Any) -> None:
    """Seen failing when all were asked before the first was merged."""
    (one, other) = (create(draft(said), by=caller(OWNER), now=NOW) for said in ("one", "other"))
    each = [
        draft("one", derived_from=(other.public_id,)),
        draft("other", derived_from=(one.public_id,)),
    ]
    merged, refused = create_many(each, by=caller(OWNER), now=NOW, atomic=False)
    assert isinstance(merged, Written)
    assert isinstance(refused, Problem) and refused.code == "derivation_circle"
