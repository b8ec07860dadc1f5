"""`validation list|clear`: required validations that have not come, and no longer waiting for one."""

from __future__ import annotations

from argparse import Namespace

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.queries.validations import owed
from consent.services.tickets import clear
from profiles.commands import ProductCommand, Shown, local_caller


class Command(ProductCommand):
    """Required validations on the command line."""

    help = "List required validations that have not come, or stop waiting for one."

    def declare(self, parser: CommandParser) -> None:
        """Take the verb and what it needs."""
        verbs = self.verbs(
            parser,
            list="responses that must be validated and were not",
            clear="no longer wait for one, with a reason",
        )
        verbs["list"].add_argument("--limit", type=int, default=50, help="how many at most (1 to 500)")
        verbs["clear"].add_argument("recall", metavar="RECALL", help="the recall it was required of: rec_…")
        verbs["clear"].add_argument("--reason", required=True, help="why; kept in the audit")

    def do_list(self, given: Namespace) -> Shown:
        """List what is owed, the longest overdue first."""
        rows = owed(limit=max(1, min(given.limit, 500)), now=timezone.now())
        lines = [
            f"{one['recall_id']}  {one['acting']}  {one['reason']}, due {one['due_at']:%Y-%m-%d %H:%M}Z"
            f"{', overdue' if one['overdue'] else ''}"
            for one in rows
        ]
        return Shown({"items": rows}, lines or ["Nothing is owed."])

    def do_clear(self, given: Namespace) -> Shown:
        """Stop waiting."""
        clear(given.recall, given.reason, by=local_caller(), now=timezone.now())
        return Shown({"recall_id": given.recall, "cleared": True}, ["No longer waited for."])
