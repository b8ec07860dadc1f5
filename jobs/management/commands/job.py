"""`job list|show|cancel`: look at long work and stop it."""

from __future__ import annotations

from argparse import Namespace

from django.core.management.base import CommandParser
from django.utils import timezone

from jobs import queries, services
from jobs.serializers import show_job
from profiles.commands import ProductCommand, Shown, local_caller


class Command(ProductCommand):
    """Jobs on the command line."""

    help = "List, show and cancel long work."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            list="list jobs, newest first",
            show="show how far a job is",
            cancel="ask a job to stop; what it finished stays",
        )
        verbs["list"].add_argument("--limit", type=int, default=20, help="how many (20)")
        for name in ("show", "cancel"):
            verbs[name].add_argument("job", metavar="ID", help="job_…")

    def do_list(self, given: Namespace) -> Shown:
        """List jobs."""
        by = local_caller()
        rows = [show_job(job, by) for job in queries.visible(by).order_by("-pk")[: given.limit]]
        return Shown(rows, [_line(row) for row in rows] or ["No jobs."])

    def do_show(self, given: Namespace) -> Shown:
        """Show one."""
        by = local_caller()
        return _shown(show_job(queries.find(given.job, by), by))

    def do_cancel(self, given: Namespace) -> Shown:
        """Stop one."""
        by = local_caller()
        return _shown(show_job(services.cancel(given.job, by=by, now=timezone.now()), by))


def _shown(row: dict[str, object]) -> Shown:
    wrong = [f"  {one['where']} {one['detail']} ({one['code']})" for one in row["errors"]]  # type: ignore[attr-defined]
    return Shown(row, [_line(row), *wrong])


def _line(row: dict[str, object]) -> str:
    of = "" if row["total"] is None else f" of {row['total']}"
    return f"{row['id']}  {row['kind']}  {row['state']}  {row['done']}{of} done, {row['error_count']} wrong"
