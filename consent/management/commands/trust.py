"""`trust show|set|history|request|requests|accept|decline`: how far an owner trusts an accessor."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management import consent_lines as lines
from consent.management.arguments import acts_as
from consent.management.ruling import reasoned, ruling
from consent.models import TrustRelationship
from consent.queries import suggestions
from consent.queries import trust as queries
from consent.rules.trusting import Pair, Terms
from consent.services import trust, trust_requests, trust_suggestions
from profiles.commands import ProductCommand, Shown, acting_caller
from profiles.queries.principals import ids_of
from profiles.rules.entity import parse_entity, parse_grantee
from profiles.types import Caller


class Command(ProductCommand):
    """Trust on the command line."""

    help = "Show and set how far an owner trusts an accessor; what is set here is the administrator's word."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            show="show a relationship, or all",
            set="set one, with a reason",
            history="show each step of one",
            request="ask an owner for trust",
            requests="list what waits for an answer",
            suggestions="list what the records of accessors speak for",
            accept="grant what was asked or suggested",
            decline="refuse what was asked, or leave trust as it is",
        )
        for one in verbs.values():
            acts_as(one, "in whose name")
        verbs["show"].add_argument("pair", metavar="OWNER ACCESSOR", nargs="*")
        for name in ("set", "history"):
            _take_pair(verbs[name])
        for name in ("show", "set", "history"):
            verbs[name].add_argument("--context", metavar="CTX", help="what holds there")
        _take_terms(verbs["set"])
        _take_wish(verbs["request"])
        for name in ("accept", "decline"):
            verbs[name].add_argument("request", metavar="ID", help="trq_… or tsg_…")
            reasoned(verbs[name])

    def do_show(self, given: Namespace) -> Shown:
        """Show one relationship, or all the entity is a side of."""
        by, now = acting_caller(given.acting), timezone.now()
        if len(given.pair) == 2:
            found = queries.show(_found(Pair(*given.pair), given, by), by=by, now=now)
            return Shown(found, [lines.trust(found)])
        rows = queries.relationships(by, now).order_by("owner_id", "accessor_id", "pk")
        owner = ids_of([str(parse_entity(given.pair[0]))]).values() if given.pair else None
        rows = rows if owner is None else rows.filter(owner_id__in=list(owner))
        items = [queries.show(one, by=by, now=now) for one in rows]
        answer = {"items": items, "next": None, "previous": None}
        return Shown(answer, [lines.trust(one) for one in items] or ["No trust relationships."])

    def do_set(self, given: Namespace) -> Shown:
        """Set a relationship; guards not named stay as they are."""
        by, now, pair = ruling(given.acting), timezone.now(), _pair(given.owner, given.accessor)
        terms = _terms(given, _known(pair, given))
        found = queries.show(trust.set_trust(pair, terms, by=by, now=now), by=by, now=now)
        return Shown(found, [lines.trust(found)])

    def do_history(self, given: Namespace) -> Shown:
        """Show each step."""
        by = acting_caller(given.acting)
        found = _found(Pair(given.owner, given.accessor), given, by)
        items = [queries.show_change(one) for one in queries.history_for(found, by=by, now=timezone.now())]
        answer = {"items": items, "next": None, "previous": None}
        return Shown(answer, [lines.change(one) for one in items])

    def do_request(self, given: Namespace) -> Shown:
        """Ask for trust, as the accessor of --as."""
        by, now = acting_caller(given.acting), timezone.now()
        pair = Pair(str(parse_entity(given.owner)), by.acting)
        trust_requests.request(pair, given.wanted, given.reason, by=by, now=now)
        sides = {"owner": pair.owner, "accessor": pair.accessor}
        return Shown(sides | {"wanted": given.wanted, "status": "requested"}, [f"{pair.owner} is asked."])

    def do_requests(self, given: Namespace) -> Shown:
        """List what waits for an answer."""
        rows = queries.open_requests(acting_caller(given.acting), timezone.now())
        items = [queries.show_request(one) for one in rows]
        return Shown({"items": items}, [lines.request(one) for one in items] or ["Nothing waits."])

    def do_suggestions(self, given: Namespace) -> Shown:
        """List what the records of accessors speak for."""
        rows = suggestions.open_suggestions(acting_caller(given.acting), timezone.now())
        items = [suggestions.show_suggestion(one) for one in rows]
        return Shown({"items": items}, [lines.suggestion(one) for one in items] or ["Nothing is suggested."])

    def do_accept(self, given: Namespace) -> Shown:
        """Grant what was asked or suggested."""
        by, now = ruling(given.acting), timezone.now()
        answers = trust_suggestions if given.request.startswith("tsg_") else trust_requests
        done = answers.accept(given.request, by=by, now=now, reason=given.reason)
        found = queries.show(done, by=by, now=now)
        return Shown(found, [lines.trust(found)])

    def do_decline(self, given: Namespace) -> Shown:
        """Refuse what was asked, or leave trust as it is."""
        by, now = ruling(given.acting), timezone.now()
        if given.request.startswith("tsg_"):
            left = trust_suggestions.decline(given.request, by=by, now=now, reason=given.reason)
            return Shown(suggestions.show_suggestion(left), [f"{given.request} is declined."])
        done = trust_requests.decline(given.request, by=by, now=now, reason=given.reason)
        return Shown(queries.show_request(done), [f"{given.request} is declined."])


def level(text: str) -> float:
    """Read a trust value from 0.0 to 1.0."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise ArgumentTypeError(f"{text!r} is no trust; write a number from 0.0 to 1.0")
    return value


def _take_pair(parser: ArgumentParser) -> None:
    parser.add_argument("owner", metavar="OWNER")
    parser.add_argument("accessor", metavar="ACCESSOR", help="an entity, or * for the owner's default")


def _take_wish(parser: ArgumentParser) -> None:
    parser.add_argument("owner", metavar="OWNER")
    parser.add_argument("wanted", metavar="VALUE", type=level)
    parser.add_argument("--reason", default="", help="told to the owner")


def _take_terms(parser: ArgumentParser) -> None:
    parser.add_argument("value", metavar="VALUE", type=level, help="0.0 to 1.0")
    parser.add_argument("--summary", help="shown with what is recalled")
    parser.add_argument("--strict", action=BooleanOptionalAction, help="a summary at most, always validated")
    parser.add_argument(
        "--require-validation", action=BooleanOptionalAction, help="replies have to be validated"
    )
    parser.add_argument("--auto-lower", action=BooleanOptionalAction, help="violations may lower it at once")
    reasoned(parser)


def _pair(owner: str, accessor: str) -> Pair:
    return Pair(str(parse_entity(owner)), str(parse_grantee(accessor)))


def _context(given: Namespace) -> str | None:
    return str(parse_entity(given.context)) if given.context else None


def _found(sides: Pair, given: Namespace, by: Caller) -> TrustRelationship:
    pair = _pair(sides.owner, sides.accessor)
    return queries.find(pair.owner, pair.accessor, _context(given), by=by, now=timezone.now())


def _known(pair: Pair, given: Namespace) -> TrustRelationship | None:
    context = _context(given)
    ids = ids_of([one for one in (pair.owner, pair.accessor, context) if one is not None])
    if pair.owner not in ids or pair.accessor not in ids or (context is not None and context not in ids):
        return None
    return queries.row(ids[pair.owner], ids[pair.accessor], ids[context] if context else None)


def _terms(given: Namespace, known: TrustRelationship | None) -> Terms:
    def kept(name: str, asked: bool | None) -> bool:
        return bool(getattr(known, name, False)) if asked is None else asked

    summary = given.summary if given.summary is not None else known.summary if known else ""
    guards = kept("require_validation", given.require_validation), kept("strict_mode", given.strict)
    return Terms(given.value, _context(given), summary, given.reason, *guards, given.auto_lower)
