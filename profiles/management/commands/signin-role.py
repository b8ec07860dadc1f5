"""`signin-role ENTITY ROLE|none --reason WHY`: takes a staff role away, or a part of it."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from profiles.commands import USAGE, ProductCommand, Shown, local_caller, principal
from profiles.services import roles

_NONE: Final = "none"


class Command(ProductCommand):
    """Staff roles on the command line: less of them; more comes with `signin-link --role`."""

    help = "Take a person's staff role away, or lower it; it holds from that person's next request."

    def declare(self, parser: CommandParser) -> None:
        """Take whose role it is, what is left of it and why."""
        parser.add_argument("entity", metavar="ENTITY", help="like human:sean")
        parser.add_argument("role", choices=(_NONE, "auditor", "reviewer"), help="what is left of it")
        parser.add_argument("--reason", default="", help="kept in the audit; needed")

    def do(self, given: Namespace) -> Shown:
        """Lower the role."""
        if not given.reason.strip():
            raise CommandError("Say why: --reason.", returncode=USAGE)
        found, role = principal(given.entity), "" if given.role == _NONE else given.role
        was = roles.lower(found, role, by=local_caller(), now=timezone.now(), reason=given.reason)
        answer = {"entity": found.entity_id, "was": was, "role": role}
        return Shown(answer, [f"{found.entity_id}: {was or _NONE} before, {role or _NONE} from now on."])
