"""Start children that never outlive this process."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from memory_admin.embedded import watcher
from memory_admin.embedded.privileges import Account

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Program:
    """What to run, as whom, and which two signals stop it."""

    name: str
    argv: list[str]
    env: dict[str, str] = field(repr=False)
    log: int
    gentle: int = signal.SIGTERM
    firm: int = signal.SIGKILL
    account: Account | None = None
    folder: int | None = None
    keep: tuple[int, ...] = ()
    stdin: str = field(default="", repr=False)


class Watcher:
    """The one watcher process of this process, started with its first child and again if it is killed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._orders: dict[int, str] = {}
        self._lock = threading.Lock()

    def add(self, pid: int, program: Program) -> None:
        """Put a child into the watcher's care."""
        with self._lock:
            self._orders[pid] = f"{pid} {int(program.gentle)} {int(program.firm)}"
            self._tell(f"add {self._orders[pid]}")

    def drop(self, pid: int) -> None:
        """Take a child that ended out of the watcher's care, before its number is used again."""
        with self._lock:
            order = self._orders.pop(pid, None)
            if order:
                self._tell(f"drop {order}")

    def ensure(self) -> None:
        """Start the watcher again if somebody killed it."""
        with self._lock:
            if self._orders and (self._process is None or self._process.poll() is not None):
                self._restart()

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.poll() is not None:
            self._restart()
            return
        try:
            self._write(line)
        except OSError:
            self._restart()

    def _restart(self) -> None:
        argv = [sys.executable, "-I", "-S", str(HERE / "watcher.py")]
        self._process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True, cwd="/"
        )
        for order in self._orders.values():
            self._write(f"add {order}")

    def _write(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise BrokenPipeError
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


WATCHER = Watcher()


class Child:
    """A running program: the leader of a session of its own."""

    def __init__(self, program: Program, process: subprocess.Popen[bytes]) -> None:
        self.program = program
        self.name = program.name
        self.pid = process.pid
        self._process = process

    def exit_code(self) -> int | None:
        """Return how it ended, or None while it runs."""
        return self._process.poll()

    def stop(self, seconds: float) -> None:
        """Stop it gently, firmly after `seconds`, and clear up the rest of its session."""
        for number in (self.program.gentle, self.program.firm, signal.SIGKILL):
            if self._process.poll() is None:
                watcher.send([self.pid], number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(seconds)
        self.clear()

    def clear(self) -> None:
        """Kill what an ended child left behind and forget it."""
        watcher.kill_sessions({self.pid})
        WATCHER.drop(self.pid)


def spawn(program: Program) -> Child:
    """Start a program in a session of its own that ends when this process ends."""
    order = {
        "parent": os.getpid(),
        "signal": int(program.gentle) if _death_signal_is_safe() else 0,
        "folder": program.folder,
        "account": program.account and [program.account.uid, program.account.gid],
        "argv": program.argv,
    }
    keep = program.keep if program.folder is None else (*program.keep, program.folder)
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(HERE / "launch.py"), json.dumps(order)],
        env=program.env,
        stdin=subprocess.PIPE,
        stdout=program.log,
        stderr=program.log,
        pass_fds=keep,
    )
    WATCHER.add(process.pid, program)
    _feed(process, program.stdin)
    return Child(program, process)


def _death_signal_is_safe() -> bool:
    """Tell whether the starting thread lives as long as the process: the kernel goes by the thread."""
    return threading.current_thread() is threading.main_thread()


def _feed(process: subprocess.Popen[bytes], text: str) -> None:
    """Hand over standard input in one go; a child that died already is reported by its exit code."""
    if process.stdin is not None:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(text.encode())
            process.stdin.flush()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
