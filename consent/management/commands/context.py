"""`context create|enter|leave|list|show|edit`: settings with participants, and stays in them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management import consent_lines as lines
from consent.management.arguments import acts_as, several, spread
from consent.management.ruling import ruling
from consent.queries import contexts as queries
from consent.queries import open_sessions
from consent.rules.contexts import Outline, Seat
from consent.services import context_sessions, contexts
from consent.services.contexts import Changes, Made
from profiles.commands import REFUSED, USAGE, ProductCommand, Shown, acting_caller
from profiles.queries.principals import entity_ids
from profiles.types import Caller


class Command(ProductCommand):
    """Contexts on the command line."""

    help = "Make, edit, enter and leave contexts. A session is named by each request that reads in it."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            create="make a context",
            enter="open a session; a context nobody refers to yet is made",
            leave="close a session",
            list="list contexts",
            show="show a context, or the sessions now open",
            edit="add or remove participants, set what it shares by default",
        )
        for name in ("create", "enter", "edit"):
            verbs[name].add_argument("context", metavar="CTX", help="like ctx:bella_health")
        verbs["show"].add_argument("context", metavar="CTX", nargs="?")
        verbs["leave"].add_argument("session", metavar="ID", nargs="?", help="ctxs_… (the only one open)")
        for one in verbs.values():
            acts_as(one, "who makes, enters or looks; its rights count")
        _take_seats(verbs)
        _take_edit(verbs["edit"])
        for name in ("create", "edit"):
            _take_grants(verbs[name])
        for name in ("create", "edit", "leave"):
            verbs[name].add_argument("--reason", default="", help="kept in the audit")

    def do_create(self, given: Namespace) -> Shown:
        """Make a context; with a reason the consent it is to carry is the administrator's word."""
        by = ruling(given.acting) if given.reason else acting_caller(given.acting)
        outline = Outline(
            given.context, _seats(given), _grants(given), tuple(spread(given.consent_for)), given.reason
        )
        return _made(contexts.create(outline, by=by, now=timezone.now()))

    def do_enter(self, given: Namespace) -> Shown:
        """Open a session."""
        by, now = acting_caller(given.acting), timezone.now()
        session = context_sessions.enter(given.context, given.role, _seats(given), by=by, now=now)
        found = queries.show_session(session)
        return Shown(found, [lines.session(found)])

    def do_leave(self, given: Namespace) -> Shown:
        """Close a session."""
        by, now = acting_caller(given.acting), timezone.now()
        session = given.session or _only_session(by)
        found = queries.show_session(context_sessions.leave(session, by=by, now=now, reason=given.reason))
        return Shown(found, [lines.session(found)])

    def do_list(self, given: Namespace) -> Shown:
        """List the contexts the entity may know."""
        items = queries.show(list(queries.known_to(acting_caller(given.acting)).order_by("pk")))
        answer = {"items": items, "next": None, "previous": None}
        return Shown(answer, [line for one in items for line in lines.context(one)] or ["No contexts."])

    def do_show(self, given: Namespace) -> Shown:
        """Show one context, or the open sessions."""
        by = acting_caller(given.acting)
        if given.context:
            (found,) = queries.show([queries.find(given.context, by)])
            return Shown(found, lines.context(found))
        sessions = [queries.show_session(one) for one in open_sessions.open_to(by, timezone.now())]
        return Shown({"sessions": sessions}, [lines.session(one) for one in sessions] or ["No open session."])

    def do_edit(self, given: Namespace) -> Shown:
        """Change a context, as its owner."""
        by, now = acting_caller(given.acting), timezone.now()
        row = queries.find(given.context, by)
        (shown,) = queries.show([row])
        changes = Changes(_edited(shown, given), _grants(given), _changes_grants(given), given.reason)
        return _made(contexts.edit(given.context, changes, version=row.version, by=by, now=now))


def _only_session(by: Caller) -> str:
    """Return the one session that is open; raises CommandError where none is, or several are."""
    rows = open_sessions.live_sessions(by.acting_id, timezone.now())[:10]
    found = [queries.show_session(one) for one in rows]
    if not found:
        raise CommandError(f"{by.acting} has no open session.", returncode=REFUSED)
    if len(found) > 1:
        names = ", ".join(f"{one['context_session']} ({one['context']})" for one in found)
        raise CommandError(f"{by.acting} has several open: name one of {names}.", returncode=USAGE)
    return str(found[0]["context_session"])


def _take_seats(verbs: Mapping[str, ArgumentParser]) -> None:
    several(verbs["create"], "--participants", "who sits there: ENTITY or ENTITY=ROLE")
    several(verbs["create"], "--consent-for", "subjects whose consent this is to carry")
    others = "who else sits in a context made by this: ENTITY or ENTITY=ROLE"
    several(verbs["enter"], "--participants", others)
    verbs["enter"].add_argument("--role", help="as what; a bare role means role:")


def _take_edit(parser: ArgumentParser) -> None:
    several(parser, "--add", "who is to sit there too: ENTITY or ENTITY=ROLE")
    several(parser, "--remove", "who no longer does")


def _take_grants(parser: ArgumentParser) -> None:
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--share-with", nargs="*", metavar="E", help="what is written here is shared with these"
    )
    either.add_argument("--share-as-usual", action="store_true", help="with its participants and itself")


def _seats(given: Namespace) -> tuple[Seat, ...]:
    return tuple(_seat(text) for text in spread(given.participants))


def _seat(text: str) -> Seat:
    entity, _, role = text.partition("=")
    return Seat(entity, role or None)


def _grants(given: Namespace) -> tuple[str, ...] | None:
    return None if given.share_with is None else tuple(given.share_with)


def _changes_grants(given: Namespace) -> bool:
    return given.share_with is not None or given.share_as_usual


def _edited(shown: dict[str, Any], given: Namespace) -> tuple[Seat, ...] | None:
    """Return the seats after adding and removing, or None where neither was asked for."""
    added, removed = [_seat(text) for text in spread(given.add)], set(spread(given.remove))
    if not added and not removed:
        return None
    gone = removed | {seat.entity for seat in added}
    kept = [Seat(one["entity"], one["role"]) for one in shown["participants"] if one["entity"] not in gone]
    return (*kept, *added)


def _made(made: Made) -> Shown:
    (found,) = queries.show([made.context])
    found["consents"] = [{"subject": name, "status": status} for name, status in made.consents.items()]
    found["renew_from"] = sorted(entity_ids(made.renew_from).values())
    return Shown(found, lines.context(found))
