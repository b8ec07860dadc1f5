"""`stack load OWNER`: the memories of one owner that an entity may see, a page at a time."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management import printed
from consent.management.arguments import acts_as, in_session, several, spread, where
from consent.queries.reading import Place
from consent.queries.search import Filters
from consent.reading import Page, read_page
from consent.serializers.memories import MemoryQuery
from consent.shapes import filters_of, shown
from profiles.commands import ProductCommand, Shown, acting_caller, principal
from profiles.types import Caller

PAGE = 200


class Command(ProductCommand):
    """A stack on the command line."""

    help = "Load the memories of an owner, as far as an entity may see them."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(parser, load="write the memories of OWNER, newest first; with --json a line each")
        verbs["load"].add_argument("owner", metavar="OWNER", help="whose stack")
        acts_as(verbs["load"], "who loads it")
        several(verbs["load"], "--kind", "only these kinds")
        several(verbs["load"], "--tag", "only with all these tags")
        in_session(verbs["load"])

    def do_load(self, given: Namespace) -> Shown:
        """Write what may be seen; each page is decided and recorded by itself, so it takes no memory."""
        owner = principal(given.owner).entity_id
        asked = {"owner": [owner], "kind": spread(given.kind) or None, "tag": spread(given.tag) or None}
        MemoryQuery.check({name: value for name, value in asked.items() if value})
        found = _stream(filters_of(asked), given, acting_caller(given.acting))
        return Shown(found, (line for one in found for line in printed.memory(one)))


def _stream(filters: Filters, given: Namespace, by: Caller) -> Iterator[dict[str, Any]]:
    place: Place | None = None
    while True:
        rows = read_page(Page(filters, place, PAGE), where(given), by=by, now=timezone.now())
        yield from (shown(item) for item, _ in rows[:PAGE])
        if len(rows) <= PAGE:
            return
        place = rows[PAGE - 1][1]
