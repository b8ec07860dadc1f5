"""`memory-admin backup [FILE]`: one file with everything in the database, made while everybody goes on."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory_admin import env
from memory_admin.backups import making
from memory_admin.backups.lines import made, made_shape
from memory_admin.backups.progress import Progress
from memory_admin.backups.standing import standing
from profiles.commands import USAGE, ProductCommand, Shown, local_caller


class Command(ProductCommand):
    """Making a backup on the command line."""

    help = "Write everything in the database into one private file with digests: backup [FILE]."

    def declare(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", nargs="?", metavar="FILE", help="a new file (the home's folder backups)")

    def do(self, given: Namespace) -> Shown:
        """Make a backup; without a file it goes into the home under its time."""
        now = timezone.now()
        progress = Progress(sys.stderr, quiet=given.json)
        try:
            with standing():
                path = Path(given.file) if given.file else _place(now)
                manifest = making.make(path, by=local_caller(), now=now, told=progress)
        except OSError as error:
            raise CommandError(
                f"{error.filename or given.file}: {error.strerror}", returncode=USAGE
            ) from None
        finally:
            progress.end()
        return Shown(made_shape(path, manifest), made(path, manifest))


def _place(now: datetime) -> Path:
    folder = env.home() / "backups"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / f"memory-admin-{now:%Y%m%dT%H%M%S%fZ}.backup"
