"""Acknowledged writes on a running installation, parts of it killed, and what the tables say then."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import psutil
import psycopg

from tests.embedded.running import Running, eventually

READER: Final = "human:luna"
BATCH: Final = 3
# Rows that a write makes together: one without the other is half an operation.
HALVES: Final = {
    "a memory without its event": """
        SELECT count(*) FROM consent_memory m WHERE NOT EXISTS (SELECT FROM audit_event e
        WHERE e.action = 'memory.create' AND e.object_id = 'mem_' || replace(m.public_id::text, '-', ''))""",
    "an event without its memory": """
        SELECT count(*) FROM audit_event e WHERE e.action = 'memory.create' AND NOT EXISTS (
        SELECT FROM consent_memory m WHERE e.object_id = 'mem_' || replace(m.public_id::text, '-', ''))""",
    "a memory nobody can find": """
        SELECT count(*) FROM consent_memory m
        WHERE NOT EXISTS (SELECT FROM consent_rendering r WHERE r.memory_id = m.id)""",
    "a text twice": "SELECT count(*) - count(DISTINCT content) FROM consent_memory",
    "a key claimed without its effect": """
        SELECT count(*) FROM profiles_idempotencykey
        WHERE effect = '{}' AND route NOT LIKE '%grants%'""",
}


@dataclass
class Load:
    """What was asked for and what was acknowledged: texts, whole batches, memories no longer shared."""

    stop: threading.Event = field(default_factory=threading.Event)
    written: list[str] = field(default_factory=list)
    batches: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    unshared: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def ask(run: Running, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
    """Ask once on a connection of its own; status 0 where nobody answers."""
    headers = {"Authorization": f"Bearer {run.facts['token']}", "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": key} if key else {}
    connection = http.client.HTTPConnection("127.0.0.1", run.port, timeout=20)
    with suppress(OSError, http.client.HTTPException, ValueError):
        connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None
    connection.close()
    return 0, None


def insist(run: Running, load: Load, method: str, path: str, body: Any = None) -> Any:
    """Ask again with the same key until it is acknowledged or the load ends; None where it was not."""
    key = uuid.uuid4().hex
    while not load.stop.is_set():
        status, answer = ask(run, method, path, body, key)
        if status in {200, 201, 204}:
            return answer or {}
        if status not in {0, 409, 500, 502, 503}:
            load.refused.append(f"{method} {path} {status}")
            return None
        time.sleep(0.05)
    return None


def write(run: Running, load: Load, number: int) -> None:
    """Write, write in batches, and take grants back, over and over."""
    turn = 0
    while not load.stop.is_set():
        turn += 1
        name = f"thing {turn} of writer {number}, {uuid.uuid4().hex}"
        made = insist(run, load, "POST", "memories", {"content": name, "access_grants": [READER]})
        if made is not None:
            load.written.append(name)
            if insist(run, load, "DELETE", f"memories/{made['id']}/grants/{READER}") is not None:
                load.unshared.append(name)
        several = f"several {turn} of writer {number}, {uuid.uuid4().hex}"
        items = [{"content": f"{several} part {part}"} for part in range(BATCH)]
        load.tried.append(several)
        if insist(run, load, "POST", "memories/batch", {"items": items, "atomic": True}) is not None:
            load.batches.append(several)


@contextmanager
def loaded(run: Running, writers: int = 3) -> Iterator[Load]:
    load = Load()
    threads = [threading.Thread(target=write, args=(run, load, number)) for number in range(writers)]
    for thread in threads:
        thread.start()
    try:
        yield load
    finally:
        load.stop.set()
        for thread in threads:
            thread.join()


def pid_of(run: Running, part: str) -> int:
    """Return the process of a part as it is now; `backend` and `web worker` are children of one."""
    words = {"database": "postgres", "cache": "valkey", "site": "memory_admin.site"}
    words |= {"worker": "--queues long", "clock": "--queues short"}
    parent = {"backend": "database", "web worker": "site"}.get(part, part)
    children = psutil.Process(run.pids["up"]).children()
    (found,) = [one for one in children if words[parent] in " ".join(one.cmdline())]
    if parent == part:
        return found.pid
    inner = [
        one for one in found.children() if part != "backend" or "memory_admin_app" in " ".join(one.cmdline())
    ]
    return inner[0].pid


def kill(run: Running, part: str) -> None:
    """Kill a part as a fault would, without a word; one that is just being started again is waited for."""

    def killed() -> bool:
        with suppress(psutil.NoSuchProcess, IndexError, ValueError):
            os.kill(pid_of(run, part), signal.SIGKILL)
            return True
        return False

    assert eventually(killed, 20), f"there is no {part} to kill"


def goes_on(load: Load, seconds: float = 60) -> bool:
    """Wait until three more writes were acknowledged."""
    seen = len(load.written)
    return eventually(lambda: len(load.written) >= seen + 3, seconds)


def superuser(run: Running) -> psycopg.Connection[Any]:
    folder = run.home / "database"
    password, port = (
        (folder / "superuser.password").read_text().strip(),
        (folder / "port").read_text().strip(),
    )
    return psycopg.connect(
        host="127.0.0.1",
        port=port,
        user="postgres",
        password=password,
        dbname="memory_admin",
        autocommit=True,
    )


def faults(run: Running, load: Load) -> list[str]:
    """Return what is wrong in the tables, given what was acknowledged."""
    with superuser(run) as connection:
        found = [text for (text,) in connection.execute("SELECT content FROM consent_memory").fetchall()]
        shared = {text for (text,) in connection.execute(SHARED, [READER]).fetchall()}
        counts = {name: (connection.execute(sql).fetchone() or (0,))[0] for name, sql in HALVES.items()}
    there = set(found)
    wrong = [f"{count} times {name}" for name, count in counts.items() if count]
    wrong += [f"lost: {text}" for text in load.written if text not in there]
    wrong += [f"shared again: {text}" for text in load.unshared if text in shared]
    for name in load.tried:
        parts = sum(f"{name} part {part}" in there for part in range(BATCH))
        if parts not in ({BATCH} if name in load.batches else {0, BATCH}):
            wrong.append(f"{parts} of {BATCH}: {name}")
    return wrong + load.refused


SHARED: Final = """
SELECT m.content FROM consent_memory m JOIN consent_labelgrant g ON g.label_id = m.label_id
JOIN profiles_principal p ON p.id = g.grantee_id WHERE p.entity_id = %s
"""
