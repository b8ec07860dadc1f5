"""`consent list|give|request|approve|deny|revoke|receipt`: who agreed to what."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management import consent_lines as lines
from consent.management.arguments import acts_as
from consent.management.ruling import asking, reasoned, ruling
from consent.models import Consent
from consent.queries.consent_views import seen, show, show_asking
from consent.queries.consents import Wanted, listed
from consent.queries.visibility import may_see
from consent.rules.consenting import ROLES, STATUSES, Statement
from consent.services import consent_answers, receipts
from consent.services.consent_naming import canonical_scope
from consent.services.consent_records import public
from consent.services.consents import submit
from memory_admin.http.cursor import Paging
from profiles.commands import ProductCommand, Shown, acting_caller, moment
from profiles.types import Caller

MOST = 10_000


class Command(ProductCommand):
    """Consents on the command line."""

    help = (
        "Give, ask for, answer, withdraw and list consents. What is done here counts as the administrator's."
    )

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            list="list consents and requests",
            give="record that someone agreed",
            request="ask someone to agree",
            approve="agree to a request",
            deny="refuse a request, or stand against a consent",
            revoke="withdraw a consent, from the next request on",
            receipt="say who may read what, for what, until when",
        )
        for one in verbs.values():
            acts_as(one, "in whose name")
        for name in ("approve", "deny", "revoke", "receipt"):
            verbs[name].add_argument("consent", metavar="ID", help="con_…")
        for name in ("give", "request"):
            _take_statement(verbs[name])
        for name in ("give", "approve", "deny", "revoke"):
            reasoned(verbs[name])
        verbs["request"].add_argument("--reason", default="", help="told to whoever is asked")
        verbs["approve"].add_argument(
            "--expires", type=moment, metavar="T", help="30d, or a time with offset"
        )
        _take_filters(verbs["list"])

    def do_list(self, given: Namespace) -> Shown:
        """List what concerns the entity, or everything."""
        by, now = acting_caller(given.acting), timezone.now()
        scope = canonical_scope(given.scope) if given.scope else None
        wanted, own = Wanted(given.role, given.status, scope), bool(given.acting or given.role)
        found = listed(by, wanted, Paging(MOST, None, b""), now, everything=not own)
        items = show(found[:MOST], by=by, now=now)
        answer = {"items": items, "next": None, "previous": None}
        return Shown(answer, [lines.consent(one) for one in items] or ["No consents."])

    def do_give(self, given: Namespace) -> Shown:
        """Record a consent as the administrator."""
        return _submitted(given, ruling(given.acting))

    def do_request(self, given: Namespace) -> Shown:
        """Ask for a consent."""
        return _submitted(given, asking(given.acting))

    def do_approve(self, given: Namespace) -> Shown:
        """Agree."""
        return _answered(given, partial(consent_answers.approve, expires_at=given.expires))

    def do_deny(self, given: Namespace) -> Shown:
        """Refuse."""
        return _answered(given, consent_answers.deny)

    def do_revoke(self, given: Namespace) -> Shown:
        """Withdraw."""
        return _answered(given, consent_answers.revoke)

    def do_receipt(self, given: Namespace) -> Shown:
        """Print a receipt."""
        found = receipts.issue(given.consent, by=acting_caller(given.acting), now=timezone.now())
        return Shown(found, lines.receipt(found))


def _take_statement(parser: ArgumentParser) -> None:
    parser.add_argument("grantor", metavar="GRANTOR", help="who agrees, or whose custodian does")
    parser.add_argument("grantee", metavar="GRANTEE", help="to whom: an entity or *")
    parser.add_argument(
        "--scope", required=True, help="all, memory:mem_…, subject:dog:bella or ctx:bella_health"
    )
    parser.add_argument("--purpose", default="unspecified", help="care, education, work, …")
    parser.add_argument("--expires", type=moment, metavar="T", help="30d, or a time with offset")


def _take_filters(parser: ArgumentParser) -> None:
    parser.add_argument("--role", choices=ROLES, help="as what it concerns the entity of --as")
    parser.add_argument("--status", choices=STATUSES)
    parser.add_argument("--scope", help="like subject:dog:bella")


def _submitted(given: Namespace, by: Caller) -> Shown:
    now = timezone.now()
    statement = Statement(
        given.grantor, given.grantee, given.scope, given.purpose, given.expires, given.reason
    )
    done = submit(statement, by=by, now=now, sees=partial(may_see, by=by, now=now))
    if done.asked is not None:
        found = show_asking(done.asked, now) | {"status": "requested"}
    else:
        found = _shown(public(done.active), by) if done.active else {}
    return Shown(found, [lines.consent(found)])


def _answered(given: Namespace, act: Callable[..., Consent]) -> Shown:
    by = ruling(given.acting)
    record = act(given.consent, by=by, now=timezone.now(), reason=given.reason)
    found = _shown(public(record), by)
    return Shown(found, [lines.consent(found)])


def _shown(public_id: str, by: Caller) -> dict[str, Any]:
    now = timezone.now()
    (found,) = show([seen(public_id, by=by, now=now)], by=by, now=now)
    return found
