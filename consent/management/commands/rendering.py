"""`rendering remake|status`: what each tier shows of memories, made anew."""

from __future__ import annotations

from argparse import Namespace

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.queries.outdated import newest, outdated
from consent.services import remaking
from jobs.serializers import show_job
from profiles.commands import ProductCommand, Shown, local_caller


class Command(ProductCommand):
    """Renderings on the command line."""

    help = "Make anew what each tier below full shows of memories, or say how many wait for it."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb."""
        self.verbs(
            parser,
            remake="make every rendering below full anew, as a job; until then each shows its generic line",
            status="say how many memories wait for their renderings",
        )

    def do_remake(self, given: Namespace) -> Shown:
        """Start it."""
        by = local_caller()
        job = show_job(remaking.remake_all(by=by, now=timezone.now()), by)
        return Shown(job, [f"Started {job['id']}; `memory-admin job show {job['id']}` says how far it is."])

    def do_status(self, given: Namespace) -> Shown:
        """Count what waits."""
        last = newest()
        waiting = 0 if last is None else len(outdated(last))
        line = f"{waiting} memories show generic lines below full until their renderings are made anew."
        return Shown({"waiting": waiting}, [line if waiting else "Every rendering is as it should be."])
