"""What `memory-admin doctor` looks at: each check says how one thing is and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Level = Literal["ok", "warn", "fail"]
START: Final = "Start the installation with `memory-admin up` and look again."


@dataclass(frozen=True, slots=True)
class Finding:
    """How one thing is: its name, how bad, in a sentence, and what to do."""

    name: str
    level: Level
    said: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found, before it has a name."""

    level: Level
    said: str
    fix: str = ""


Check = Callable[[], Health]


def ok(said: str) -> Health:
    """Return that all is well."""
    return Health("ok", said)


def warn(said: str, fix: str) -> Health:
    """Return something that works but should be otherwise."""
    return Health("warn", said, fix)


def fail(said: str, fix: str) -> Health:
    """Return something that must not stay so."""
    return Health("fail", said, fix)


def worst(found: Iterable[Finding]) -> Level:
    """Return the worst level among findings."""
    levels = {one.level for one in found}
    return "fail" if "fail" in levels else "warn" if "warn" in levels else "ok"


def run(checks: Mapping[str, Check]) -> Iterable[Finding]:
    """Carry out checks in order; one that cannot be carried out is a failure with its reason."""
    for name, check in checks.items():
        health = _tried(check)
        yield Finding(name, health.level, health.said, health.fix)


def _tried(check: Check) -> Health:
    try:
        return check()
    except Exception as error:  # whatever is broken is what the doctor is asked about
        reason = (str(error).strip().splitlines() or [""])[0][:200]
        return fail(f"cannot be looked at: {type(error).__name__} {reason}".rstrip(), START)
