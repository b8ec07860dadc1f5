"""`memory-admin selftest isolation`: store as one, read as another through every door that runs here."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from django.core.management.base import CommandParser

from memory_admin.backups.progress import Progress
from memory_admin.selftest import isolation
from memory_admin.selftest.types import Tried
from profiles.commands import ProductCommand, Shown, local_caller

SAID: Final = {
    "kept": "kept    ",
    "leaked": "LEAKED  ",
    "unclear": "unclear ",
    "closed": "closed  ",
}


class Command(ProductCommand):
    """The self test on the command line."""

    help = "Store as one and read as another through every door: selftest isolation."

    def declare(self, parser: CommandParser) -> None:
        """Take the verb."""
        self.verbs(parser, isolation="exit code 1 when a door leaked, or did not show what it should")

    def do_isolation(self, given: Namespace) -> Shown:
        """Try every door as somebody who may see one of two memories."""
        progress = Progress(sys.stderr, quiet=given.json)
        try:
            run = isolation.run(by=local_caller(), told=progress)
        finally:
            progress.end()
        answer = {"ok": not run.bad, "doors": [asdict(one) for one in run.tried], "cleaned": run.cleaned}
        return Shown(answer, _lines(run), _failed(run))


def _answered(one: Tried) -> str:
    if one.verdict != "kept":
        return f"{one.hidden}: {one.why}"
    without = f"{one.hidden} without the hidden one"
    return without if one.shared is None else f"{without}, {one.shared} with the shared one"


def _failed(run: isolation.Run) -> str:
    leaked = [one.door for one in run.bad if one.verdict == "leaked"]
    if leaked:
        return f"Leaked through: {', '.join(leaked)}. Stop the agents (token pause), then look into it."
    return f"Cannot be judged: {', '.join(one.door for one in run.bad)}." if run.bad else ""


def _lines(run: isolation.Run) -> Iterator[str]:
    """Say what was tried and what each door answered."""
    yield "A writer stored two memories, one shared with a reader, one hidden. The reader asked for both:"
    for one in run.tried:
        yield f"  {SAID[one.verdict]}  {one.door}  ({_answered(one)})"
    kept = sum(one.verdict == "kept" for one in run.tried)
    yield f"{kept} of {len(run.tried)} doors kept the hidden memory. Memories and tokens are gone again."
