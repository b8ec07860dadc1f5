"""`memory show|list|delete`: read and forget memories."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management import printed
from consent.management.arguments import acts_as, in_session, several, spread, where
from consent.models import Memory
from consent.queries.describing import describe
from consent.reading import Page, read, read_page, read_search
from consent.serializers.memories import MemoryQuery
from consent.services import editing, quarantine, verifying
from consent.shapes import filters_of, shown
from profiles.commands import USAGE, ProductCommand, Shown, acting_caller


class Command(ProductCommand):
    """Memories on the command line."""

    help = "Show, list and delete memories, as far as an entity may see them."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            show="show a memory, whole to its owner",
            list="list what an entity may see, newest first, or best matches first with --search",
            delete="forget a memory: its text and versions go, the events stay",
            verify="record that somebody who reads it whole checked what it says",
            quarantine="take it out of every recall until it is released",
            release="let a quarantined memory back in",
        )
        for name, whom in (("show", "who looks"), ("list", "who looks"), ("delete", "its owner")):
            acts_as(verbs[name], whom)
        for name in ("show", "delete"):
            verbs[name].add_argument("memory", metavar="ID", help="mem_…")
        for name in ("verify", "quarantine", "release"):
            acts_as(verbs[name], "who does it; the administrator sets aside and releases without")
            verbs[name].add_argument("memory", metavar="ID", help="mem_…")
            verbs[name].add_argument("--reason", required=True, help="kept in the audit")
        for name in ("show", "list"):
            in_session(verbs[name])
        _take_filters(verbs["list"])
        verbs["delete"].add_argument("--reason", required=True, help="kept in the audit")
        verbs["delete"].add_argument("--yes", action="store_true", help="really; it cannot be undone")

    def do_show(self, given: Namespace) -> Shown:
        """Show one."""
        by, now = acting_caller(given.acting), timezone.now()
        found = read(given.memory, where(given), by=by, now=now)
        if found.own is None:
            one = shown(found.item)
            return Shown(one, printed.memory(one))
        (fields,) = describe([found.own], now=now)
        return Shown(fields, printed.own(fields))

    def do_list(self, given: Namespace) -> Shown:
        """List those that may be seen."""
        page = Page(filters_of(MemoryQuery.check(_asked(given))), limit=given.limit)
        by, now = acting_caller(given.acting), timezone.now()
        if given.search:
            found = list(read_search(given.search, page, where(given), by=by, now=now))
        else:
            rows = read_page(page, where(given), by=by, now=now)
            found = [item for item, _ in rows[: given.limit]]
        items = [shown(item) for item in found]
        lines = [line for one in items for line in printed.memory(one)]
        return Shown({"items": items}, lines or ["No memories."])

    def do_delete(self, given: Namespace) -> Shown:
        """Forget one."""
        if not given.yes:
            raise CommandError("This cannot be undone; add --yes to do it.", returncode=USAGE)
        by, now = acting_caller(given.acting), timezone.now()
        editing.delete(given.memory, by=by, now=now, reason=given.reason)
        return Shown({"deleted": given.memory}, [f"{given.memory} is gone."])

    def do_verify(self, given: Namespace) -> Shown:
        """Vouch for one."""
        by, now = acting_caller(given.acting), timezone.now()
        row = verifying.verify(given.memory, version=None, by=by, now=now, reason=given.reason)
        return _stands(row)

    def do_quarantine(self, given: Namespace) -> Shown:
        """Set one aside."""
        by, now = acting_caller(given.acting), timezone.now()
        return _stands(quarantine.quarantine(given.memory, by=by, now=now, reason=given.reason))

    def do_release(self, given: Namespace) -> Shown:
        """Let one back in."""
        by, now = acting_caller(given.acting), timezone.now()
        return _stands(quarantine.release(given.memory, by=by, now=now, reason=given.reason))


def _stands(row: Memory) -> Shown:
    name = f"mem_{row.public_id.hex}"
    told = {"id": name, "version": row.version, "state": row.state, "epistemic_status": row.epistemic_status}
    return Shown(told, [f"{name} is {row.state} and {row.epistemic_status}."])


def _take_filters(parser: ArgumentParser) -> None:
    parser.add_argument("--search", metavar="QUERY")
    several(parser, "--owner", "only memories of these")
    several(parser, "--kind", "only these kinds")
    several(parser, "--tag", "only with all these tags")
    parser.add_argument("--subject", metavar="E", help="only about this entity")
    parser.add_argument("--limit", type=int, default=50, help="how many at most (1 to 200)")


def _asked(given: Namespace) -> dict[str, Any]:
    """Return what was asked as the list over REST takes it, so that the same is refused."""
    plain: dict[str, Any] = {"q": given.search, "subject": given.subject}
    plain |= {name: spread(getattr(given, name)) for name in ("owner", "kind", "tag")}
    return {name: value for name, value in plain.items() if value} | {"limit": str(given.limit)}
