"""`export FORMAT FILE`: memories leave as a file."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management.arguments import acts_as, in_session, several, spread, where
from consent.moving import outgoing
from consent.moving.leaving import FORMATS
from consent.moving.outgoing import Held, Keep
from consent.moving.whole.left_behind import SAID, waiting
from consent.moving.whole.taking_out import everything
from consent.queries.search import Filters
from consent.shapes import filters_of
from profiles.commands import USAGE, ProductCommand, Shown, acting_caller
from profiles.types import Caller

READS = (
    "who is to read the file: jsonl is our own and keeps everything; mem0, openmemory, kernle and chatgpt "
    "keep what they have a place for of your own stack; csv what you may see"
)
ALONE = "--everything is the whole installation: leave --as and --whole out."
NARROWS = (
    "--owner, --context-session and --visibility narrow a csv; other formats hold one stack: --as says whose."
)
NONE = "{0} owns none: --as ENTITY writes somebody else's, jsonl with --everything REASON all there is."


class Command(ProductCommand):
    """Exporting on the command line."""

    help = "Write memories to a file: our own format, or another product's."

    def declare(self, parser: CommandParser) -> None:
        """Take the format, the file and whose."""
        parser.add_argument("format", choices=tuple(FORMATS), help=READS)
        parser.add_argument("path", type=Path, metavar="FILE", help="a file that does not exist yet")
        acts_as(parser, "whose memories, with that entity's rights alone")
        several(parser, "--owner", "csv: only memories of these")
        in_session(parser)
        faithful = "jsonl: a faithful copy with everybody's consents, to be put back; audited"
        parser.add_argument("--whole", metavar="REASON", help=faithful)
        everything = "jsonl: a faithful copy of the whole installation, to be put back elsewhere; audited"
        parser.add_argument("--everything", metavar="REASON", help=everything)

    def do(self, given: Namespace) -> Shown:
        """Write the file, or nothing: it gets its name once it is whole."""
        _refuse(given)
        by = acting_caller(given.acting)
        held = _Kept()
        parts = _write(given.path, lines(given, by, held))
        answer: dict[str, Any] = {
            "file": str(given.path), "format": given.format,
            "lines": parts if FORMATS[given.format].lines else held.memories,
            "whole": bool(given.whole or given.everything), "everything": bool(given.everything),
        }  # fmt: skip
        if given.everything:
            answer |= {"left_behind": left} if (left := waiting()) else {}
            return Shown(answer, [f"{parts} lines in {given.path}.", *_left_behind(answer)])
        said = [f"{held.memories} {'memory' if held.memories == 1 else 'memories'} in {given.path}."]
        said += [] if held.memories or given.format == "csv" else [NONE.format(by.acting)]
        return Shown({**answer, "memories": held.memories}, said)


def _refuse(given: Namespace) -> None:
    """Stop with a usage error at words that contradict each other, and at a file that is there."""
    if given.path.exists():
        raise CommandError(f"{given.path} exists already; name another file.", returncode=USAGE)
    if (given.whole or given.everything) and given.format != "jsonl":
        raise CommandError("Only our own format holds a whole copy: export jsonl.", returncode=USAGE)
    if given.everything and (given.whole or given.acting):
        raise CommandError(ALONE, returncode=USAGE)
    if given.format != "csv" and (given.owner or given.context_session or given.visibility != "context"):
        raise CommandError(NARROWS, returncode=USAGE)


class _Kept:
    """Counts the memories that are written down."""

    def __init__(self) -> None:
        self.memories = 0

    def __call__(self, held: Iterable[Held]) -> None:
        self.memories += len(list(held))


def _left_behind(answer: dict[str, Any]) -> list[str]:
    """Return a line with what waits here for an answer, where something does."""
    left: dict[str, int] = answer.get("left_behind", {})
    waits = ", ".join(f"{SAID[name]} ({number})" for name, number in left.items())
    return [f"Left behind, answer it here first: {waits}."] if left else []


def lines(given: Namespace, by: Caller, keep: Keep) -> Iterator[bytes]:
    """Return the parts of a file in the chosen format: its lines, where it has any."""
    if given.everything:
        return everything(given.everything, by=by, clock=timezone.now)
    if given.format == "csv":
        return outgoing.csv_lines(_filters(given), by=by, clock=timezone.now, where=where(given), keep=keep)
    if given.whole:
        return outgoing.own_lines(by=by, clock=timezone.now, whole=given.whole, keep=keep)
    return FORMATS[given.format].write(by=by, clock=timezone.now, keep=keep)


def _filters(given: Namespace) -> Filters:
    return filters_of({"owner": spread(given.owner)} if given.owner else {})


def _write(path: Path, found: Iterator[bytes]) -> int:
    """Write lines to a file only its owner reads; a half-written one is taken away."""
    part = path.with_name(path.name + ".part")
    count = 0
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            for line in found:
                stream.write(line)
                count += 1
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return count
