"""`import FORMAT FILE`: memories come in from a file."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management.arguments import acts_as
from consent.management.commands.export import ALONE
from consent.moving import formats
from consent.moving.formats import Whose
from consent.moving.incoming import Hand, How, take_in
from consent.moving.restoring import Back, put_back
from consent.moving.tally import Tally
from consent.moving.whole.putting_back import put_back_everything
from consent.rules.provenance import Provenance
from profiles.commands import USAGE, ProductCommand, Shown, acting_caller, local_caller
from profiles.types import Caller


class Command(ProductCommand):
    """Importing on the command line."""

    help = "Take memories in from a file: our own, or another product's."

    def declare(self, parser: CommandParser) -> None:
        """Take the format, the file and how."""
        parser.add_argument("format", choices=sorted(formats.FORMATS), help="what wrote the file")
        parser.add_argument("path", type=Path, metavar="FILE", help="the file")
        acts_as(parser, "whose memories they become")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen; write nothing")
        parser.add_argument("--atomic", action="store_true", help="all or nothing, not line by line")
        parser.add_argument("--user", metavar="USER", help="only what was this user's there")
        parser.add_argument("--every-user", action="store_true", help="every user's, each about that user")
        most, levels = "the most authority a line may claim (tool_derived)", [one.word for one in Provenance]
        parser.add_argument("--max-provenance", choices=levels, default="tool_derived", help=most)
        back = "put a whole export of ours back as it was, on your word; all or nothing"
        parser.add_argument("--restore", metavar="REASON", help=back)
        everything = "put the copy of a whole installation of ours back, on your word; all or nothing"
        parser.add_argument("--everything", metavar="REASON", help=everything)

    def do(self, given: Namespace) -> Shown:
        """Take the file in; exit 1 where a line was refused."""
        if not given.path.is_file():
            raise CommandError(f"There is no file {given.path}.", returncode=USAGE)
        if given.everything and (given.restore or given.acting):
            raise CommandError(ALONE, returncode=USAGE)
        by = _with(acting_caller(given.acting), given)
        back = given.restore or given.everything
        tally = self._restore(given, by, back) if back else self._take(given, by)
        return Shown(_answer(tally, given), _lines(tally, given), _failure(tally))

    def _take(self, given: Namespace, by: Caller) -> Tally:
        how = How(atomic=given.atomic, dry_run=given.dry_run)
        found = formats.entries_of(given.format, given.path)
        means = formats.means_of(given.format, Whose(given.user, given.every_user), by)
        return take_in(found, means, how, Hand(by, timezone.now, self._step))

    def _restore(self, given: Namespace, by: Caller, reason: str) -> Tally:
        if given.format != "jsonl":
            raise CommandError("Only our own format can be put back as it was.", returncode=USAGE)
        back = Back(by, local_caller(), reason, timezone.now(), given.dry_run)
        put = put_back_everything if given.everything else put_back
        return put(formats.entries_of("jsonl", given.path), back, self._step)

    def _step(self, tally: Tally) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"{tally.read} read, {tally.created} new, {tally.refused} refused", ending="\r")


def _with(by: Caller, given: Namespace) -> Caller:
    return replace(by, max_provenance=given.max_provenance)


def _answer(tally: Tally, given: Namespace) -> dict[str, Any]:
    wrong = [{"where": one.where, "code": one.code, "detail": one.detail} for one in tally.errors]
    return {**tally.told(), "dry_run": given.dry_run, "errors": wrong}


def _lines(tally: Tally, given: Namespace) -> list[str]:
    would = "would be" if given.dry_run else "were"
    plain = (
        f"{tally.read} read: {tally.created} {would} new, {tally.unchanged} were here already, "
        f"{tally.skipped} passed over, {tally.refused} refused."
    )
    wrong = [f"  {one.where}: {one.detail} ({one.code})" for one in tally.errors]
    more = tally.refused - len(tally.errors)
    return [plain, *_by_kind(tally), *wrong, *([f"  and {more} more."] if more else [])]


def _failure(tally: Tally) -> str:
    if not tally.refused:
        return ""
    return f"{tally.refused} refused." + ("" if tally.kept else " Nothing was written.")


def _by_kind(tally: Tally) -> list[str]:
    """Return a line with how many of each kind are new, where several kinds came in."""
    counted = [f"{number} {kind.replace('_', ' ')}" for kind, number in tally.kinds.items()]
    return [f"New by kind: {', '.join(counted)}."] if counted else []
