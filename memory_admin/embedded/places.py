"""Small files beside a server's data: secrets, ports, logs, locks."""

import contextlib
import fcntl
import os
import secrets
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.watcher import send, wait_until

LOCALHOST = "127.0.0.1"
LOG_BYTES = 10_000_000


def say(text: str) -> None:
    """Tell the person at the keyboard; standard output is for answers."""
    print(f"memory-admin: {text}", file=sys.stderr, flush=True)


def write_private(file: Path, text: str) -> None:
    """Write a file (0600) so that a crash leaves the old or the new text, never half of it."""
    draft = file.with_name(file.name + ".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)


def stored_secret(file: Path) -> str:
    """Return the random secret kept in `file`, made on first use (256 bits)."""
    if not file.exists() or not file.read_text().strip():
        write_private(file, secrets.token_urlsafe(32) + "\n")
    return file.read_text().strip()


def is_free(port: int) -> bool:
    """Tell whether nobody listens on this port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOCALHOST, port))
        except OSError:
            return False
        return True


def stored_port(file: Path) -> int:
    """Return the port kept in `file`, or a new free one (kept from now on) if that one is taken."""
    text = file.read_text().strip() if file.exists() else ""
    if text.isdigit() and is_free(int(text)):
        return int(text)
    with socket.socket() as probe:
        probe.bind((LOCALHOST, 0))
        port = int(probe.getsockname()[1])
    write_private(file, f"{port}\n")
    return port


def open_log(file: Path) -> int:
    """Open a log (0600) for appending; an overlong one is put aside first."""
    trim_log(file)
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def trim_log(file: Path) -> None:
    """Put an overlong log aside; copied and emptied, because its writers keep it open for appending."""
    if file.exists() and file.stat().st_size > LOG_BYTES:
        shutil.copy2(file, file.with_name(file.name + ".1"))
        os.truncate(file, 0)


def log_since(file: Path, start: int) -> str:
    """Return what was written to a log after byte `start`."""
    with file.open("rb") as stream:
        stream.seek(start)
        return stream.read().decode(errors="replace")


def lock(file: Path, busy: str) -> int:
    """Hold `file` for this process until the descriptor is closed; raises CannotStart(busy) if held."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise CannotStart(busy) from None
    return descriptor


def leftovers(program: str, folder: Path) -> Iterator[int]:
    """Yield processes of `program` that work in `folder`, whatever any pid file says."""
    for process in psutil.process_iter(["name"]):
        with contextlib.suppress(psutil.Error, OSError):
            named = str(process.info["name"]).startswith(program)
            if named and process.status() != psutil.STATUS_ZOMBIE and os.path.samefile(process.cwd(), folder):
                yield process.pid


def clear_leftovers(program: str, folder: Path, firm: int, kill: int) -> None:
    """End what a killed runner left working in `folder`; the caller holds its lock, so nobody owns it."""
    for number in (firm, kill):
        send(list(leftovers(program, folder)), number)
        if wait_until(lambda: not list(leftovers(program, folder)), 5):
            return
    raise CannotStart(f"a {program} process still works in {folder} and cannot be ended: end it by hand")


def mcp_url(port: int) -> str:
    """Return where agents reach the MCP door of a site on `port`: one port on."""
    return f"http://{LOCALHOST}:{port + 1}/mcp"
