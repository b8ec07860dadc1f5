"""`validation list|clear|sampled`: validations that have not come, and those drawn for people to see."""

from __future__ import annotations

from argparse import Namespace

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.queries.validations import owed, sampled
from consent.services.tickets import clear
from profiles.commands import ProductCommand, Shown, local_caller


class Command(ProductCommand):
    """Validations on the command line."""

    help = "List validations that have not come or were drawn for review; stop waiting for one."

    def declare(self, parser: CommandParser) -> None:
        """Take the verb and what it needs."""
        verbs = self.verbs(
            parser,
            list="responses that must be validated and were not",
            clear="no longer wait for one, with a reason",
            sampled="responses that passed and were drawn for review, masked (validation_review_share)",
        )
        for name in ("list", "sampled"):
            verbs[name].add_argument("--limit", type=int, default=50, help="how many at most (1 to 500)")
        verbs["clear"].add_argument("recall", metavar="RECALL", help="the recall it was required of: rec_…")
        verbs["clear"].add_argument("--reason", required=True, help="why; kept in the audit")

    def do_list(self, given: Namespace) -> Shown:
        """List what is owed, the longest overdue first."""
        rows = owed(limit=_within(given.limit), now=timezone.now())
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

    def do_sampled(self, given: Namespace) -> Shown:
        """List what passed and was drawn for review, the newest first."""
        rows = sampled(limit=_within(given.limit))
        lines = [
            f"{one['recall_id']}  {one['acting']}  {one['at']:%Y-%m-%d %H:%M}Z  {one['action_taken']},"
            f" score {one['score']:g}, {len(one['spans'])} found\n    {one['response']}"
            for one in rows
        ]
        return Shown({"items": rows}, lines or ["No response was drawn for review."])


def _within(limit: int) -> int:
    return max(1, min(limit, 500))
