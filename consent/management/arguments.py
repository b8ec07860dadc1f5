"""Options that several commands about memories share."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from consent.serializers.memories import VISIBILITY
from consent.types import Where


def acts_as(parser: ArgumentParser, text: str) -> None:
    """Take `--as ENTITY`: whose rights count; without it the administrator acts as itself."""
    parser.add_argument("--as", dest="acting", metavar="ENTITY", help=text)


def several(parser: ArgumentParser, flag: str, text: str) -> None:
    """Take an option with one or more values, which may be given more than once."""
    metavar = "WORD" if flag == "--tag" else "KIND" if flag == "--kind" else "E"
    parser.add_argument(flag, nargs="+", action="append", default=[], metavar=metavar, help=text)


def spread(lists: Iterable[Iterable[str]]) -> list[str]:
    """Return the values of a repeated option in order."""
    return [one for found in lists for one in found]


def in_session(parser: ArgumentParser) -> None:
    """Take the context session to read in, and whether to read one's own stack regardless of it."""
    parser.add_argument("--context-session", metavar="ID", help="what may be said in this session: ctxs_…")
    own = "self: one's own stack, regardless of it"
    parser.add_argument("--visibility", choices=VISIBILITY, default="context", help=own)


def where(given: Namespace) -> Where:
    """Return in which session is read."""
    return Where(given.context_session, given.visibility)


def text_or_input(text: str) -> str:
    """Return the text, or standard input for a dash."""
    return sys.stdin.read() if text == "-" else text
