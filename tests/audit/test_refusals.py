"""Refusals outlive what they refused; repeats are counted and told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.audit.conftest import NOW


def refused(times: int, *, now: Any = NOW, actor: int | None = 7) -> None:
    """Be refused some times."""
    from audit.services import refuse
    from audit.types import Event

    for _ in range(times):
        refuse(
            Event(
                action="memory.read",
                actor_id=actor,
                object_type="memory",
                object_id="mem_1",
                code="not_found",
            ),
            now=now,
        )


@pytest.mark.parametrize("actor", [7, None])
def test_repeated_refusals_are_one_event_and_a_count(db: Any, actor: int | None) -> None:
    from audit.models import Event, RefusalRepeat

    refused(5, actor=actor)
    assert Event.objects.get().outcome == "refused"
    assert RefusalRepeat.objects.get().count == 5


def test_another_minute_or_another_refusal_is_another_event(db: Any) -> None:
    from audit.models import Event

    refused(2)
    refused(2, now=NOW + timedelta(minutes=1))
    refused(2, actor=8)
    assert Event.objects.count() == 3


def test_repeats_are_told_once_the_minute_is_over(db: Any, vault: Any) -> None:
    from audit.models import Event
    from audit.services import seal

    refused(4)
    seal(now=NOW)
    assert not Event.objects.filter(action="refusal.repeat").exists()
    for _ in range(2):
        seal(now=NOW + timedelta(minutes=1))
    told = Event.objects.get(action="refusal.repeat")
    assert (told.details["repeats"], told.details["action"], told.actor_id) == (3, "memory.read", 7)


def test_a_refusal_stays_when_what_was_refused_is_rolled_back(db: Any) -> None:
    from django.db import transaction

    from audit.models import Event

    with pytest.raises(RuntimeError), transaction.atomic():
        refused(1)
    refused(1)
    assert Event.objects.count() == 1


def test_what_cannot_be_stored_is_cut_not_refused(db: Any) -> None:
    from audit.models import Event as Row
    from audit.services import refuse
    from audit.types import Event

    refuse(Event(action="memory.read", object_id="a\0\ud800" + "b" * 5000, code="not_found"), now=NOW)
    assert Row.objects.get().object_id == "a?" + "b" * 197
