"""`memory-admin restore FILE`: put a backup in the place of what is there, whole or not at all."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory_admin.backups import restoring
from memory_admin.backups.lines import inspected, inspected_shape, restored, restored_shape
from memory_admin.backups.progress import Progress
from memory_admin.backups.standing import standing
from profiles.commands import USAGE, ProductCommand, Shown

TAMPERED = "The record does not verify: run `memory-admin audit verify`."


class Command(ProductCommand):
    """Putting a backup back on the command line."""

    help = "Put a backup in the place of what is in the database, whole or not at all: restore FILE [--yes]."

    def declare(self, parser: CommandParser) -> None:
        """Take the file and the word that something may be replaced."""
        parser.add_argument("file", metavar="FILE", help="a file that `backup` wrote")
        parser.add_argument("--yes", action="store_true", help="replace an installation that is not empty")
        parser.add_argument("--check", action="store_true", help="check the file and change nothing")

    def do(self, given: Namespace) -> Shown:
        """Check the file, then put it back."""
        progress = Progress(sys.stderr, quiet=given.json)
        try:
            with standing():
                return _checked(given, progress) if given.check else _restored(given, progress)
        except OSError as error:
            raise CommandError(
                f"{error.filename or given.file}: {error.strerror}", returncode=USAGE
            ) from None
        finally:
            progress.end()


def _checked(given: Namespace, progress: Progress) -> Shown:
    manifest, present = restoring.inspect(Path(given.file), told=progress)
    return Shown(inspected_shape(manifest, present), inspected(manifest, present))


def _restored(given: Namespace, progress: Progress) -> Shown:
    done = restoring.restore(Path(given.file), replace=given.yes, now=timezone.now(), told=progress)
    failed = "" if done.record.verified.ok else TAMPERED
    return Shown(restored_shape(done), restored(done), failed)
