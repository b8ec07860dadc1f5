"""`memory-admin doctor`: look at the whole installation and say what to do."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import Final

from memory_admin.checks import Check, Finding, database, entrance, parts, run, work, worst
from profiles.commands import ProductCommand, Shown

CHECKS: Final[dict[str, Check]] = {
    "database": database.answers,
    "durability": database.durable,
    "roles": database.roles,
    "migrations": database.migrations,
    "row security": database.row_security,
    "append-only audit": database.append_only,
    "connections": database.connections_left,
    "cache": parts.keeps,
    "worker": parts.worker,
    "regular work": parts.ticking,
    "queue": work.queue,
    "site": work.site,
    "agents' door": work.agents_door,
    "sign-in": entrance.ways,
    "seals": parts.seals,
    "clock": parts.clock,
    "disk": parts.disk,
    "home": parts.home,
    "backup": work.backup,
    "extras": work.extras,
    "personal data": parts.personal_data,
    "versions": parts.versions,
}


class Command(ProductCommand):
    """The doctor on the command line."""

    help = "Check the whole installation and say what to do; exit code 1 when something must not stay so."

    def do(self, given: Namespace) -> Shown:
        """Carry out every check, whatever the others found."""
        found = list(run(CHECKS))
        level = worst(found)
        failed = [one.name for one in found if one.level == "fail"]
        answer = {"level": level, "checks": [asdict(one) for one in found]}
        return Shown(answer, map(_line, found), f"Not well: {', '.join(failed)}." if failed else "")


def _line(one: Finding) -> str:
    fix = f"\n      {one.fix}" if one.fix else ""
    return f"{one.level:<4}  {one.name}: {one.said}{fix}"
