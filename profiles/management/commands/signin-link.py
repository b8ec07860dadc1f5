"""`signin-link ENTITY`: a one-time way into the pages, minted on this machine."""

from __future__ import annotations

from argparse import Namespace
from datetime import timedelta

from django.core.management.base import CommandParser
from django.utils import timezone

from profiles.commands import ProductCommand, Shown, local_caller, principal
from profiles.models import Account
from profiles.services import signin


class Command(ProductCommand):
    """One-time sign-in links on the command line."""

    help = "Print a link that signs a verified person in, once."

    def declare(self, parser: CommandParser) -> None:
        """Take whom it is for, the role it gives and how long it lasts."""
        parser.add_argument("entity", metavar="ENTITY", help="like human:sean")
        parser.add_argument("--role", choices=[one for one in Account.ROLES if one], default="")
        parser.add_argument("--hours", type=int, default=1, help="how long it lasts (1 to 72)")

    def do(self, given: Namespace) -> Shown:
        """Mint a link."""
        by, now, lasts = local_caller(), timezone.now(), timedelta(hours=min(given.hours, 10_000))
        token = signin.mint(principal(given.entity), by=by, now=now, role=given.role, lasts=lasts)
        answer = {"url": signin.url(token), "expires_at": now + lasts}
        return Shown(answer, [signin.url(token)])
