"""A whole installation of its own for measuring: started by `memory-admin up`, gone afterwards.

Everything listens on 127.0.0.1 and lives in a folder of its own; what is measured is what a user would run.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.datasets import dataset

ROOT = Path(__file__).resolve().parent.parent
MEETINGS = dataset("memory_retrieval")
TOOK_TOO_LONG = 2400


class CannotMeasure(Exception):
    """Something that is needed is not there; the message says what and how to get it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A running installation: where it answers, and its processes by name."""

    url: str
    port: int
    pids: dict[str, int]
    home: Path
    started_in: float


@dataclass(slots=True)
class Door:
    """One connection to the API with one token; keeps it open, as an agent would."""

    port: int
    token: str = field(repr=False)
    _line: http.client.HTTPConnection | None = None

    def must(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send JSON and return the answer; anything but success stops the measurement."""
        return self._told("POST", path, json.dumps(body))

    def get(self, path: str) -> dict[str, Any]:
        """Read and return the answer; anything but success stops the measurement."""
        return self._told("GET", path, None)

    def _told(self, method: str, path: str, body: str | None) -> dict[str, Any]:
        try:
            answer = self._sent(method, path, body)
        except (http.client.RemoteDisconnected, BrokenPipeError):  # the server closes what was idle for long
            self._line = None
            answer = self._sent(method, path, body)
        told: dict[str, Any] = json.loads(answer.read() or b"{}")
        if answer.status >= 300:
            raise CannotMeasure(f"{path} answered {answer.status}: {told.get('code')} {told.get('detail')}")
        return told

    def _sent(self, method: str, path: str, body: str | None) -> http.client.HTTPResponse:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            self._line.connect()
            # Headers and body are two writes: the second must not wait until the first is acknowledged.
            self._line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self._line.request(method, f"/api/v1/{path}", body, headers)
        return self._line.getresponse()


def at_once(clients: Sequence[Callable[[], list[float]]]) -> tuple[list[float], float]:
    """Let clients go at the same time; return the seconds of each of their requests, and of the whole."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(len(clients)) as threads:
        taken = [one for several in threads.map(lambda client: client(), clients) for one in several]
    return taken, time.perf_counter() - begun


@contextmanager
def stage() -> Iterator[Stage]:
    """Start an installation in a folder of its own, let Django speak to it, and stop it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="memory-admin-bench-"))
    folder.chmod(0o755)
    try:
        with _running(folder / "home") as found:
            _point_django_at(found.home)
            yield found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(home: Path) -> Iterator[Stage]:
    begun, port = time.perf_counter(), _free_port()
    given = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    argv = ["timeout", str(TOOK_TOO_LONG), sys.executable, "-m", "memory_admin.cli"]
    argv += ["up", "--home", str(home), "--port", str(port), "--json"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=given) as up:
        try:
            assert up.stdout is not None
            line = up.stdout.readline()
            if not line:
                raise CannotMeasure(f"`memory-admin up` did not start; see {home}/logs")
            told = json.loads(line)
            yield Stage(told["url"], port, told["pids"], home, time.perf_counter() - begun)
        finally:
            up.send_signal(signal.SIGTERM)
            up.wait(timeout=60)


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def _point_django_at(home: Path) -> None:
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "MEMORY_ADMIN_SECRET_KEY"):
        os.environ.pop(name, None)
    os.environ |= {"MEMORY_ADMIN_HOME": str(home), "DJANGO_SETTINGS_MODULE": "memory_admin.settings"}
    import django
    from django.conf import settings

    options: Any = settings.DATABASES["default"]["OPTIONS"]
    options.pop("pool", None)
    django.setup()


def load_meetings() -> dict[str, Any]:
    """Load the meeting transcripts through the management command and return what it told."""
    from io import StringIO

    from django.core.management import call_command

    path = MEETINGS / "qmsum.docs.dev.jsonl"
    if not path.is_file():
        raise CannotMeasure(f"The transcripts are not there: {path} (see docs/benchmarks.md).")
    told = StringIO()
    call_command("load_meetings", str(path), "--json", stdout=told)
    with_owner("ANALYZE")
    return dict(json.loads(told.getvalue()))


def with_owner(sql: str) -> None:
    """Run a statement as the role that owns the tables."""
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        cursor.execute(sql)


def door(stage: Stage, entity: str, *scopes: str) -> Door:
    """Return a connection with a fresh token of an entity, which is made where it does not exist."""
    from django.utils import timezone

    from profiles.commands import local_caller
    from profiles.queries.principals import by_entity
    from profiles.rules.credentials import CredentialSpec
    from profiles.services import credentials, principals

    now, by = timezone.now(), local_caller()
    holder = by_entity(entity) or principals.create(entity, by=by, now=now, reason="for measuring")
    spec = CredentialSpec(label="bench", scopes=scopes or ("memory", "grant", "recall", "privacy"))
    return Door(stage.port, credentials.issue(principal=holder, spec=spec, by=by, now=now)[1])
