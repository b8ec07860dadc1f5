"""The other parts: cache, worker, seals, clock, disk, the home folder, versions."""

from __future__ import annotations

import os
import platform
import shutil
import stat
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from audit.queries.health import seal_health
from memory_admin import VERSION, env
from memory_admin.celery import app
from memory_admin.checks import START, Health, fail, ok, warn
from memory_admin.checks.database import rows
from text.personal.extra import lacking

WAIT: Final = 2.0
SKEW_BAD, SKEW_ODD = timedelta(seconds=30), timedelta(seconds=2)
FULL, TIGHT = 200_000_000, 1_000_000_000
PRIVATE: Final = (".env", "seal.pem", "agent-token")
PARTS: Final = ("psycopg", "celery", "granian")


def keeps() -> Health:
    """Look whether the cache keeps what it is given."""
    cache.set("doctor", 1, 5)
    return ok("the cache answers") if cache.get("doctor") == 1 else fail("it keeps nothing", START)


def worker() -> Health:
    """Look whether a worker answers within two seconds."""
    return ok("a worker answers") if _answers("long") else fail("no worker answers: no job runs", START)


def ticking() -> Health:
    """Look whether the clock answers within two seconds."""
    if _answers("short"):
        return ok("the clock answers")
    return fail("the clock does not answer: nothing is sealed, no job is swept up", START)


def _answers(queue: str) -> bool:
    """Tell whether somebody who works on a queue answers: it goes by the name of it."""
    with app.connection_for_read() as connection:
        connection.ensure_connection(max_retries=1, timeout=WAIT, interval_start=0)
        given = {"pattern": f"{queue}@*", "matcher": "glob", "connection": connection}
        return bool(app.control.ping(timeout=WAIT, limit=1, **given))


def seals() -> Health:
    """Look how old the oldest event is that no seal covers."""
    found = seal_health(timezone.now())
    waits = f"{found.unsealed} events wait, {found.oldest_unsealed_seconds:.0f} s at most"
    said = f"seal {found.last_number}, {waits}"
    if found.state == "conflict":
        return fail("the exported seals and the database disagree", found.fix)
    return ok(said) if found.state in {"ok", "never"} else warn(f"{found.state}: {said}", found.fix)


def clock() -> Health:
    """Look how far this machine's clock is from the database's, by which consents end."""
    before = timezone.now()
    ((there,),) = rows("SELECT clock_timestamp()")
    after = timezone.now()
    skew = max(before - there, there - after, timedelta(0))
    said = f"{skew.total_seconds():.1f} s between this machine and the database"
    if skew > SKEW_ODD:
        return (fail if skew > SKEW_BAD else warn)(said, "Let both set their clocks from the same source.")
    return ok(said)


def disk() -> Health:
    """Look how much room the home's disk has."""
    home = env.home()
    place = next(one for one in (home, *home.parents) if one.exists())
    free = shutil.disk_usage(place).free
    said = f"{free // 10**6} MB are free for {home}"
    if free < TIGHT:
        return (fail if free < FULL else warn)(said, "Make room before writes are refused.")
    return ok(said)


def home() -> Health:
    """Look whether nobody else can read the home and what is secret in it."""
    folder = env.home()
    if not folder.is_dir():
        return ok("there is none; the settings come from the environment")
    loose = [one for one in (folder, *(folder / name for name in PRIVATE)) if one.exists() and _is_open(one)]
    if loose:
        return fail(
            f"others can read {', '.join(map(str, loose))}", "Run chmod 700 on the folder, 600 on files."
        )
    return ok(f"{folder} is private")


def _is_open(path: Path) -> bool:
    return bool(stat.S_IMODE(os.stat(path).st_mode) & (stat.S_IRWXG | stat.S_IRWXO))


def personal_data() -> Health:
    """Say whether a model looks for names and places besides the rules."""
    lack = lacking(settings.MEMORY_ADMIN_PII_MODEL)
    if lack:
        return ok(f"found by rules alone; the extra `pii` is not installed ({lack} is missing)")
    return ok(f"found by rules, and by the model {settings.MEMORY_ADMIN_PII_MODEL} in the worker")


def versions() -> Health:
    """Say which versions run."""
    found = [f"{name} {_version(name)}" for name in PARTS]
    return ok(
        ", ".join(
            [
                f"memory-admin {VERSION}",
                *found,
                f"Django {django.get_version()}",
                f"Python {platform.python_version()}",
            ]
        )
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "from its folder"
