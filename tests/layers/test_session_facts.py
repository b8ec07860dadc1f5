"""Facts of a session are for their principal and session alone, end, and leave nothing behind."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.utils import timezone

from audit import actions
from memory_admin.tables import TABLES
from profiles.queries.session_facts import facts_of, sessions_of
from tests.cast import principal
from tests.conftest import Database
from tests.layers.people import KIM, LUNA, SEAN, TELEGRAM, done, fields, gateway, own, violations
from tests.profiles.conftest import Ask

FOR_SEAN: dict[str, Any] = {"X-On-Behalf-Of": TELEGRAM}
MARK = "zephyrquartz"


def held(ask: Ask, token: str, session: str = "s1", **headers: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(token, "GET", f"sessions/{session}/facts", **headers).json()["facts"]
    return found


def put(ask: Ask, token: str, session: str = "s1", ttl: int = 7200, **headers: Any) -> Any:
    body = {"facts": {"mood": MARK}, "ttl_seconds": ttl}
    return ask(token, "PUT", f"sessions/{session}/facts", body, **headers)


def test_what_is_held_is_read_replaced_and_cleared(ask: Ask) -> None:
    sean = own(SEAN)
    assert put(ask, sean).status_code == 200 and held(ask, sean) == {"mood": MARK}
    ask(sean, "PUT", "sessions/s1/facts", {"facts": {"city": "Austin"}})
    assert held(ask, sean) == {"city": "Austin"}
    assert ask(sean, "DELETE", "sessions/s1/facts").status_code == 204
    assert held(ask, sean) == {} and (done(actions.FACT_SET), done(actions.FACT_CLEAR)) == (2, 1)


def test_nobody_else_and_no_other_session_reads_them(ask: Ask) -> None:
    """Seen failing when the key was made of the session alone, and of the principal alone."""
    put(ask, own(SEAN))
    assert held(ask, own(SEAN), "s2") == held(ask, own(KIM)) == held(ask, gateway()) == {}


def test_what_an_agent_holds_for_a_person_is_the_persons(ask: Ask) -> None:
    put(ask, gateway(), **FOR_SEAN)
    assert held(ask, own(SEAN)) == held(ask, gateway(), **FOR_SEAN) == {"mood": MARK}
    assert held(ask, gateway()) == {}


def test_they_end(ask: Ask) -> None:
    put(ask, own(SEAN), ttl=60)
    now, sean = timezone.now(), principal(SEAN).pk
    assert facts_of(sean, "s1", now).facts and not facts_of(sean, "s1", now + timedelta(seconds=61)).facts
    assert sessions_of(sean, now + timedelta(seconds=61)) == []


@pytest.mark.parametrize("ttl", [0, 24 * 3600 + 1, -1])
def test_they_last_a_day_at_most(ask: Ask, ttl: int) -> None:
    assert put(ask, own(SEAN), ttl=ttl).status_code == 400


def test_no_table_and_no_key_of_the_cache_holds_any_of_it(ask: Ask, db: Database) -> None:
    """Seen failing when the facts were put into the cache as they are."""
    put(ask, own(SEAN), session="about-sean-1970")
    with psycopg.connect(db.superuser_url) as server:
        for table in TABLES:
            count = f"SELECT count(*) FROM {table} t WHERE t::text ~ '{MARK}|about-sean'"
            assert server.execute(count).fetchone() == (0,), table
    client = cache._cache.get_client()  # type: ignore[attr-defined]
    kept = {key: client.get(key) for key in client.scan_iter() if b"facts:" in key}
    assert len(kept) == 2
    assert not any(word in key + value for key, value in kept.items() for word in (MARK.encode(), b"sean"))


def test_only_the_person_keeps_one_for_good(ask: Ask) -> None:
    """Seen failing when `promote` asked only whose session it is."""
    put(ask, gateway(), **FOR_SEAN)
    body = {"key": "mood", "field": "tone"}
    refused = ask(gateway(), "POST", "sessions/s1/promote", body, **FOR_SEAN)
    assert (refused.status_code, refused.json()["code"]) == (403, "own_act_required")
    assert violations() == [("forbidden_write", LUNA)]
    assert ask(own(KIM), "POST", "sessions/s1/promote", body).status_code == 404
    assert fields(ask(own(SEAN), "POST", "sessions/s1/promote", body)) == {"tone": MARK}
    assert done(actions.FACT_PROMOTE) == done(actions.PROFILE_UPDATE) == 1


@pytest.mark.parametrize(
    "facts", [{"Bad Key": "x"}, {"a": None}, {"a": {"b": 1}}, {"a": "x" * 1001}, {"a": [1]}]
)
def test_a_fact_is_short_and_plain(ask: Ask, facts: dict[str, Any]) -> None:
    assert ask(own(SEAN), "PUT", "sessions/s1/facts", {"facts": facts}).status_code == 400
