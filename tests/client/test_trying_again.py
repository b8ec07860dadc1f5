"""What a client does when answers do not come, told to both clients with a relay before a running site."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from memory_admin_client import NotReachedError, ProblemError, UnexpectedAnswerError
from tests.client.relay import relay
from tests.embedded.running import free_port

As = Callable[..., Any]


def test_a_write_whose_answer_is_lost_is_sent_again_with_its_key_and_done_once(as_: As, site: str) -> None:
    """Seen failing with a new key for each attempt: the context existed already."""
    with relay(site, "swallow") as between:
        made = as_("owner", url=between.address).create_context("ctx:dog_park")
        assert (made["version"], between.seen) == (1, 2)


def test_a_key_of_ones_own_makes_a_second_call_the_same_write(as_: As) -> None:
    owner = as_("owner")
    first = owner.create_context("ctx:dog_park", idempotency_key="walk-1")
    assert owner.create_context("ctx:dog_park", idempotency_key="walk-1") == first
    with pytest.raises(ProblemError, match="context_exists"):
        owner.create_context("ctx:dog_park")
    with pytest.raises(ProblemError, match="idempotency_conflict"):
        owner.create_context("ctx:school", idempotency_key="walk-1")


@pytest.mark.parametrize("fate", ["drop", "swallow"])
def test_a_question_is_asked_again(as_: As, site: str, fate: str) -> None:
    with relay(site, fate, fate) as between:
        recalled = as_("owner", url=between.address).recall("heart murmur")
        assert (len(recalled["items"]), between.seen) == (1, 3)


def test_a_page_of_a_list_is_asked_for_again(as_: As, site: str) -> None:
    as_("owner").create_memories([{"content": f"walk number {number}"} for number in range(4)])
    with relay(site, "pass", "drop") as between:
        found = list(as_("owner", url=between.address).list_memories(limit=2))
        assert (len({one["id"] for one in found}), between.seen) == (5, 4)


def test_a_validation_counts_each_time_so_it_is_not_sent_again(as_: As, site: str) -> None:
    """Seen failing with Effect.NONE for a validation."""
    recall = as_("owner").recall("heart murmur")["recall_id"]
    for fate in ("swallow", "busy:0"):
        with relay(site, fate) as between:
            with pytest.raises((NotReachedError, ProblemError)) as lost:
                as_("owner", url=between.address).validate(recall, "She is well.")
            assert between.seen == 1
            assert getattr(lost.value, "maybe_done", fate != "swallow")


def test_a_site_that_is_not_there_was_not_asked(as_: As) -> None:
    with pytest.raises(NotReachedError, match="It was not asked") as lost:
        as_("owner", url=f"http://127.0.0.1:{free_port()}", retries=1).whoami()
    assert lost.value.maybe_done is False


def test_a_busy_site_is_asked_again_when_it_said(as_: As, site: str) -> None:
    with relay(site, "busy:1") as between:
        began = time.monotonic()
        assert as_("owner", url=between.address).whoami()["principal"] == "si:ash"
        assert (between.seen, time.monotonic() - began >= 1) == (2, True)


def test_a_wait_that_is_too_long_is_the_callers_to_decide(as_: As, site: str) -> None:
    with relay(site, "busy:60") as between, pytest.raises(ProblemError) as busy:
        as_("owner", url=between.address, longest_wait=2).whoami()
    assert (busy.value.code, busy.value.retry_after, between.seen) == ("unavailable", 60, 1)


def test_a_limit_of_the_site_itself_is_waited_out(as_: As, settings: Any) -> None:
    settings.MEMORY_ADMIN_RATE_LIMIT = "1/1"
    owner = as_("owner", retries=8)
    assert [owner.whoami()["principal"] for _ in range(2)] == ["si:ash", "si:ash"]
    with pytest.raises(ProblemError, match="429 too_many"):
        hasty = as_("owner", retries=0)
        [hasty.whoami() for _ in range(20)]


def test_no_attempt_is_made_again_where_none_is_wanted(as_: As, site: str) -> None:
    with relay(site, "drop") as between:
        with pytest.raises(NotReachedError):
            as_("owner", url=between.address, retries=0).whoami()
        assert between.seen == 1


def test_what_does_not_speak_as_the_site_does_is_no_answer(as_: As, site: str) -> None:
    with relay(site, "page") as between, pytest.raises(UnexpectedAnswerError) as odd:
        as_("owner", url=between.address).whoami()
    assert odd.value.status == 200
    with pytest.raises(UnexpectedAnswerError, match="404"):
        as_("owner", url=f"{site}/elsewhere").whoami()
