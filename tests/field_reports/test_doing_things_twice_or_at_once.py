"""The same thing told twice, by threads, by retries or by many: kept once, and answered for what it is."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connections

from consent.models import Memory
from tests.conftest import Database
from tests.field_reports.people import API, person
from tests.safety.test_s10_doing_once import at_once


@pytest.mark.parametrize("threads", [2, 8])
def test_the_same_told_by_several_at_once_is_kept_once(db: Database, threads: int) -> None:
    """R01, R02: two parallel identical adds are both stored; check, then insert without a constraint."""
    ash = person("si:ash")
    answers = at_once(threads, lambda: ash.send("POST", "/memories", {"content": "the harness rubs"}))
    assert sorted(one.status_code for one in answers) == [200] * (threads - 1) + [201]
    assert len({one.json()["id"] for one in answers}) == 1
    assert Memory.objects.count() == 1


def test_batches_that_overlap_in_another_order_do_not_block_or_double(db: Database) -> None:
    """R02: the same for batches, whose rows are locked in one order whatever order they are told in."""
    ash = person("si:ash")
    items = [{"content": f"note {number}"} for number in range(20)]
    orders = iter([items, items[::-1], items[10:] + items[:10], items[::-1]])
    answers = at_once(4, lambda: ash.send("POST", "/memories/batch", {"items": next(orders)}))
    assert {one.status_code for one in answers} == {200}
    assert {result["status"] for one in answers for result in one.json()["results"]} <= {200, 201}
    assert Memory.objects.count() == 20


def test_an_edit_that_meets_another_edit_is_told_so(db: Database) -> None:
    """R02: two edits from one version, at once: one wins, nothing is lost in silence."""
    ash = person("si:ash")
    memory = ash.write("the harness rubs")
    titles = iter(["first", "second", "third"])
    answers = at_once(
        3, lambda: ash.send("PATCH", f"/memories/{memory}", {"title": next(titles), "version": 1})
    )
    assert sorted(one.status_code for one in answers) == [200, 409, 409]
    assert ash.get(f"/memories/{memory}")["version"] == 2


def test_the_same_told_twice_is_answered_as_the_same(db: Database) -> None:
    """R04: a duplicate is answered as "content cannot be empty"."""
    ash = person("si:ash")
    first = ash.send("POST", "/memories", {"content": "the harness rubs"})
    again = ash.send("POST", "/memories", {"content": "the harness rubs"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]


def test_a_retry_writes_nothing_and_another_body_is_refused(db: Database) -> None:
    """R06: a retry after a timeout writes twice."""
    ash = person("si:ash")
    key = {"Idempotency-Key": "one"}
    first = ash.send("POST", "/memories", {"content": "the harness rubs"}, **key)
    ash.asked("PATCH", f"/memories/{first.json()['id']}", {"content": "edited since", "version": 1})
    again = ash.send("POST", "/memories", {"content": "the harness rubs"}, **key)
    assert (again.status_code, again.json()["content"]) == (201, "edited since")
    other = ash.send("POST", "/memories", {"content": "another"}, **key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")
    assert Memory.objects.count() == 1


REQUESTS, AT_ONCE, WORKERS, POOL = 200, 50, 1, 4


@contextmanager
def _server(db: Database) -> Iterator[str]:
    """Run the site as installed, with a small pool of connections, and return its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {"DATABASE_URL": db.app_url, "MEMORY_ADMIN_DATABASE_POOL": str(POOL)}
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port), "--workers",
        str(WORKERS), "--blocking-threads", "8", "--log-level", "error", "memory_admin.wsgi:application",
    ]  # fmt: skip
    running = subprocess.Popen(command, env={**os.environ, **chosen}, stdout=subprocess.DEVNULL)
    try:
        yield _ready(f"http://127.0.0.1:{port}")
    finally:
        running.terminate()
        running.wait(20)


def _ready(address: str) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address + "/healthz", timeout=5)
            return address
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")


def _status(address: str, token: str) -> int:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_many_requests_at_once_share_a_bounded_pool(db: Database) -> None:
    """R07: sessions of 200 parallel requests exhaust the database's connections."""
    ash = person("si:ash")
    ash.write("the harness rubs")
    connections.close_all()
    with _server(db) as address, ThreadPoolExecutor(AT_ONCE) as many:
        asked = [many.submit(_status, f"{address}{API}/memories", ash.token) for _ in range(REQUESTS)]
        most = _most_connections(db, asked)
        assert Counter(one.result() for one in asked) == {200: REQUESTS}
    assert 0 < most <= WORKERS * POOL


def _most_connections(db: Database, asked: Sequence[Future[int]]) -> int:
    """Watch the connections of the site until all is answered; return the most there were at a time."""
    counting = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND application_name = 'memory-admin'"
    )
    most = 0
    with psycopg.connect(db.superuser_url, autocommit=True) as watching:
        while not all(one.done() for one in asked):
            row = watching.execute(counting, [db.name]).fetchone()
            most = max(most, int(row[0]) if row else 0)
            time.sleep(0.02)
    return most
