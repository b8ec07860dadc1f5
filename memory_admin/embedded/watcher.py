"""Sessions of processes, and a watcher that clears them up after their parent dies, however it dies.

A child of ours and all it starts share one session. Run as a script, with a pipe on standard input
whose other end only the parent holds: the end of that pipe is the death of the parent, also by
kill -9. The kernel's own death signal reaches the children but not what they started, and does not
exist everywhere. Standard library only, so that a waiting watcher stays small.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

PROC = Path("/proc")
GENTLE_SECONDS = 2.5
FIRM_SECONDS = 1.0


def _from_proc() -> Iterator[tuple[int, int]]:
    for entry in PROC.iterdir():
        with contextlib.suppress(OSError, ValueError):
            state, _parent, _group, session = (entry / "stat").read_text().rsplit(")", 1)[1].split()[:4]
            if state not in "ZX":
                yield int(entry.name), int(session)


def _from_ps() -> Iterator[tuple[int, int]]:
    listing = subprocess.run(["ps", "-axo", "pid=,stat="], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        pid, state = line.split()[:2]
        with contextlib.suppress(OSError):
            if not state.startswith("Z"):
                yield int(pid), os.getsid(int(pid))


def members(sessions: set[int]) -> list[int]:
    """Return the living processes of these sessions; zombies are dead enough."""
    source = _from_proc() if (PROC / "self" / "stat").exists() else _from_ps()
    return [pid for pid, session in source if session in sessions]


def send(pids: Iterable[int], number: int) -> None:
    """Send a signal to each that is still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for `condition` for at most `seconds` and return whether it came true."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def kill_sessions(sessions: set[int], seconds: float = 2.0) -> None:
    """Kill all members, again and again until none is left or `seconds` have passed."""

    def gone() -> bool:
        rest = members(sessions)
        send(rest, signal.SIGKILL)
        return not rest

    wait_until(gone, seconds)


def read_orders(lines: Iterable[str]) -> dict[int, tuple[int, int]]:
    """Return session -> (gentle signal, firm signal) once the parent is gone."""
    children: dict[int, tuple[int, int]] = {}
    for line in lines:
        order, pid, gentle, firm = line.split()
        if order == "add":
            children[int(pid)] = (int(gentle), int(firm))
        else:
            children.pop(int(pid), None)
    return children


def clear_up(children: dict[int, tuple[int, int]]) -> None:
    """Stop every child politely, then firmly, then kill whatever is left of their sessions."""
    sessions = set(children)
    for step, seconds in enumerate((GENTLE_SECONDS, FIRM_SECONDS)):
        alive = sessions.intersection(members(sessions))
        for pid in alive:
            send([pid], children[pid][step])
        wait_until(lambda: not members(sessions), seconds)
    kill_sessions(sessions)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    clear_up(read_orders(sys.stdin))
