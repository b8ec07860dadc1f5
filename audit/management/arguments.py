"""What the audit command takes."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from audit.actions import OUTCOMES, asked
from audit.management.speaking import in_one_line
from audit.queries import EventFilter
from audit.queries.directory import number_of, thing_named

USAGE = 2
FREE = ("object_type", "object_id", "request_id", "door")
FILTERS = ("action", "outcome", *FREE)


def moment(text: str) -> datetime:
    """Read an RFC 3339 time; without an offset it is UTC."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def add(parser: CommandParser) -> None:
    """Declare the verbs and their options."""
    in_one_line(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verify = verbs.add_parser("verify", help="recompute every seal and name the first bad event")
    verify.add_argument("--against", metavar="FILE", type=Path, help="the exported seals (seals.jsonl)")
    listing = verbs.add_parser("list", help="show events, newest first")
    listing.add_argument("--limit", type=int, default=50)
    export = verbs.add_parser("export", help="write events as JSON lines, oldest first")
    export.add_argument("file", metavar="FILE", nargs="?", default="-", help="a new file (standard output)")
    gap = verbs.add_parser("gap", help="declare a restore or a new key, for ever in the chain")
    gap.add_argument("--reason", required=True)
    seal = verbs.add_parser("seal", help="seal and export what is over, now")
    for chosen in (listing, export):
        _add_filters(chosen)
    for one in (verify, listing, export, seal, gap):
        in_one_line(one)
        one.add_argument("--json", action="store_true", default=SUPPRESS, help="write JSON")


def _add_filters(parser: ArgumentParser) -> None:
    parser.add_argument("--since", type=moment, metavar="TIME")
    parser.add_argument("--until", type=moment, metavar="TIME")
    parser.add_argument("--actor", metavar="ENTITY")
    parser.add_argument("--action", type=_action, help="like memory.create; memory. is a whole family")
    parser.add_argument("--outcome", choices=OUTCOMES)
    for name in FREE:
        parser.add_argument(f"--{name.replace('_', '-')}", dest=name)


def _action(text: str) -> str:
    try:
        return asked(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def chosen(options: dict[str, Any]) -> EventFilter:
    """Return the filter of the options; raises CommandError for an actor nobody knows."""
    actor = number_of(options["actor"]) if options["actor"] else None
    if options["actor"] and actor is None:
        raise CommandError(f"No principal is called {options['actor']}.", returncode=USAGE)
    same = {name: options[name] for name in (*FILTERS, "since", "until") if options[name] is not None}
    about = thing_named(same.pop("object_id")) if "object_id" in same else {}
    return EventFilter(actor_id=actor, **{**about, **same})
