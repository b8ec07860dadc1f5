"""What was kept long enough goes at night, not a day sooner, and the record says how much."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Delivery, Event, Recall
from consent.models import Memory
from consent.queries.policies import current_policy
from consent.services.memories import create
from consent.services.rights import retention
from profiles.commands import local_caller
from tests.cast import NOW, OWNER, caller, draft
from tests.rights.planted import plant


def applied(now: Any) -> dict[str, int]:
    return retention.apply(by=local_caller(), now=now)


def days(name: str) -> timedelta:
    return timedelta(days=current_policy().settings[name])


def test_words_of_queries_go_after_their_days_and_what_was_shown_stays() -> None:
    plant()
    over = NOW + days("keep_query_days")
    assert applied(over)["queries"] == 0 and Recall.objects.exclude(query=None).count() == 1
    assert applied(over + timedelta(seconds=1))["queries"] == 1
    assert not Recall.objects.exclude(query=None).exists() and Delivery.objects.count() == 1


def test_records_of_what_was_shown_go_after_theirs() -> None:
    plant()
    over = NOW + days("keep_deliveries_days")
    assert applied(over)["deliveries"] == 0 and Delivery.objects.count() == 1
    assert applied(over + timedelta(seconds=1))["deliveries"] == 1 and not Delivery.objects.exists()


def test_a_memory_whose_own_time_is_over_goes_some_days_later_and_others_stay() -> None:
    ends = NOW + timedelta(days=1)
    short = create(draft("Open until five today", valid_until=ends), by=caller(OWNER), now=NOW).memory_id
    lasting = create(draft("Open until five"), by=caller(OWNER), now=NOW).memory_id
    over = ends + days("keep_expired_days")
    assert applied(over)["memories"] == 0 and Memory.objects.filter(pk=short).exists()
    assert applied(over + timedelta(seconds=1))["memories"] == 1
    assert list(Memory.objects.values_list("pk", flat=True)) == [lasting]


@pytest.mark.parametrize("much", [False, True])
def test_what_went_is_on_record_in_numbers_where_anything_did(much: bool) -> None:
    if much:
        plant()
    went = applied(timezone.now())
    noted = [event.details for event in Event.objects.filter(action="retention.apply")]
    assert noted == [{name: count} for name, count in went.items() if count] and bool(noted) == much
    assert went.keys() == {"queries", "deliveries", "memories", "files"}


def test_what_cannot_be_put_on_record_does_not_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing with one event for all after everything had gone."""
    plant()

    def fails(*given: Any, **more: Any) -> None:
        raise OSError

    monkeypatch.setattr(retention, "note", fails)
    with pytest.raises(OSError):
        applied(NOW + timedelta(days=4000))
    assert Recall.objects.exclude(query=None).exists() and Delivery.objects.exists()


def test_what_is_over_goes_in_one_night_however_much_that_is() -> None:
    """Seen failing when a night took two hundred batches, and what was more stayed for longer."""
    left = 250

    def take() -> int:
        nonlocal left
        left -= 1
        return 1 if left >= 0 else 0

    assert retention._in_batches("files", 1, take, local_caller(), NOW) == 250
