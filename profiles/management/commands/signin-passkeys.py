"""`signin-passkeys ENTITY [--remove all|NUMBER --reason WHY]`: the passkeys somebody signs in by."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory_admin.http.problem import not_found
from profiles.commands import USAGE, ProductCommand, Shown, local_caller, principal
from profiles.models import Account, Principal
from profiles.services import passkeys
from profiles.services.recording import require_admin


class Command(ProductCommand):
    """Other people's passkeys on the command line: which there are, and away with those of a lost device."""

    help = "List the passkeys of a person, or take them away with the sessions they opened."

    def declare(self, parser: CommandParser) -> None:
        """Take whose they are, and which go and why."""
        parser.add_argument("entity", metavar="ENTITY", help="like human:sean")
        parser.add_argument("--remove", type=_which, metavar="all|NUMBER", help="which go, as listed")
        parser.add_argument("--reason", default="", help="kept in the audit; needed to remove")

    def do(self, given: Namespace) -> Shown:
        """List passkeys, or take some away."""
        by, found = local_caller(), principal(given.entity)
        require_admin(by)
        if given.remove is None:
            return _listed(found)
        if not given.reason.strip():
            raise CommandError("Say why: --reason.", returncode=USAGE)
        account = Account.objects.filter(principal=found).first()
        if account is None:
            raise not_found()
        gone = passkeys.take_away(
            account, given.remove or None, by=by, now=timezone.now(), reason=given.reason
        )
        line = f"{len(gone)} of {found.entity_id}'s passkeys are gone, and the sessions that passkeys opened."
        return Shown({"removed": gone}, [line])


def _which(text: str) -> int:
    """Return the number of a passkey, 0 for all of them."""
    if text == "all":
        return 0
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**63:
        raise ArgumentTypeError("must be all, or a number as listed")
    return int(text)


def _listed(found: Principal) -> Shown:
    """Return a person's passkeys without the names it gave them, which are its own."""
    held = [one for row in Account.objects.filter(principal=found) for one in passkeys.held_by(row)]
    items = [
        {"number": one.pk, "created_at": one.created_at, "last_used_at": one.last_used_at} for one in held
    ]
    said = [
        f"{one['number']}  added {_day(one['created_at'])}, {_used(one['last_used_at'])}" for one in items
    ]
    return Shown({"items": items}, said or [f"{found.entity_id} has no passkey."])


def _day(at: object) -> str:
    return f"{at:%Y-%m-%d}"


def _used(at: object) -> str:
    return f"last used {_day(at)}" if at else "never used"
