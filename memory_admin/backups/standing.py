"""The database stands while a backup is made or put back: our own is started where `up` does not run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from django.db import OperationalError, connections

from memory_admin import env
from memory_admin.embedded.home import Home
from memory_admin.embedded.places import LOCALHOST
from memory_admin.embedded.postgres import EmbeddedPostgres
from memory_admin.embedded.problems import CannotStart
from memory_admin.http.problem import Problem

ALIASES: Final = ("default", "owner")


@contextmanager
def standing() -> Iterator[bool]:
    """Give whether the database was started for this; it stops again at the end. Raises OperationalError
    where it does not answer and is not ours."""
    with ExitStack() as stack:
        try:
            connections["default"].ensure_connection()
            started = False
        except OperationalError:
            server = _ours()
            if server is None:
                raise
            stack.callback(connections.close_all)
            _start(server, stack)
            started = True
        yield started


def _ours() -> EmbeddedPostgres | None:
    """Return the server of this home where the settings point at it."""
    home = Home(env.home())
    known = connections["default"].settings_dict
    port = home.database / "port"
    kept = port.read_text().strip() if port.is_file() else ""
    ours = (known["HOST"], str(known["PORT"])) == (LOCALHOST, kept) and (home.database / "data").is_dir()
    return EmbeddedPostgres(home.database) if ours else None


def _start(server: EmbeddedPostgres, stack: ExitStack) -> None:
    try:
        stack.enter_context(server)
    except CannotStart as problem:
        raise Problem(503, "unavailable", str(problem)) from None
    for alias in ALIASES:
        if alias in connections.settings:
            connections.settings[alias]["PORT"] = str(server.port)
            connections[alias].settings_dict["PORT"] = str(server.port)
