"""`bench CASE...`: run recalls that were saved as test cases, and say what comes back otherwise now."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent import bench
from consent.rules.cases import Expected, differences
from consent.serializers.cases import CaseShape
from consent.shapes import ask_of
from memory_admin.http.problem import Problem, bad_request
from profiles.commands import ProductCommand, Shown, local_caller
from profiles.queries.directory import find
from profiles.types import Caller


class Command(ProductCommand):
    """Saved recalls on the command line."""

    help = "Run recalls saved on the recall bench: exit code 1 where one comes back otherwise."

    def declare(self, parser: CommandParser) -> None:
        """Take the files."""
        parser.add_argument("cases", nargs="+", type=Path, metavar="CASE", help="files saved there")

    def do(self, given: Namespace) -> Shown:
        """Run each; what the memories say is asked for by nobody and shown to nobody."""
        by = local_caller()
        ran = [{"case": str(file), "differences": _run(file, by)} for file in given.cases]
        failed = sum(bool(one["differences"]) for one in ran)
        told = f"{failed} of {len(ran)} cases came back otherwise." if failed else ""
        return Shown({"ok": not failed, "cases": ran}, _lines(ran), told)


def _run(file: Path, by: Caller) -> list[str]:
    """Return what is otherwise than a file expects; raises Problem for a file that is no case."""
    kept = CaseShape.check(_read(file))
    now = timezone.now()
    try:
        asked = ask_of(kept["recall"])
        tried = bench.bench(asked, find(kept["principal"], by, now), by=by, now=now)
    except Problem as trouble:
        return [f"it could not be run: {trouble.detail or trouble.code}"]
    return differences([Expected(**one) for one in kept["expect"]], bench.expected(tried))


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise bad_request("invalid", f"{file} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise bad_request("invalid", f"{file} is not JSON: save it on the recall bench.") from None


def _lines(ran: list[dict[str, Any]]) -> Iterator[str]:
    for one in ran:
        yield f"{'changed' if one['differences'] else 'holds  '}  {one['case']}"
        yield from (f"         {line}" for line in one["differences"])
