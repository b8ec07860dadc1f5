"""Who the command line is for consents and trust: somebody that asks, or an administrator that rules.

Nothing done on the machine is anybody's own authenticated act: it is evidence "admin" and needs a reason.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace

from profiles.commands import acting_caller
from profiles.types import Caller


def asking(entity: str | None) -> Caller:
    """Return the caller with the entity's rights alone; it asks, and rules over nothing."""
    local = acting_caller(entity)
    return replace(local, staff_role="", scopes=local.scopes - {"admin"})


def ruling(entity: str | None) -> Caller:
    """Return the administrator, in the entity's name where one is given."""
    return replace(acting_caller(entity), staff_role="administrator")


def reasoned(parser: ArgumentParser) -> None:
    """Take the reason an administrator has to give."""
    parser.add_argument("--reason", required=True, help="kept in the record and in the audit")
