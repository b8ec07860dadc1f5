"""`privacy grant|revoke|audit|explain|simulate`: share a memory or not; who can see it, why, and what if."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management import printed
from consent.management.arguments import acts_as, several, spread
from consent.management.effect_lines import effect_lines
from consent.management.whatif import change_of, take_changes
from consent.queries.access import Audited, memory_of
from consent.services import grants, questions
from consent.services.simulating import simulate
from consent.shapes import audited, granted, told
from memory_admin.http.problem import not_found
from profiles.commands import USAGE, ProductCommand, Shown, acting_caller
from profiles.queries.principals import by_ids, ids_of
from profiles.rules.entity import parse_entity
from profiles.types import Caller

MOST = 10_000
OWNER, ASKER = "the owner; left out, it is the memory's owner", "who asks; the administrator is told all"


class Command(ProductCommand):
    """Privacy on the command line."""

    help = "Share and unshare a memory, and see who can see it and why."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            grant="share a memory; without the consents it needs the grant waits",
            revoke="take a grant back, from the next request on",
            audit="list who can see a memory, or all about a subject, and through what",
            explain="say why a principal can or cannot see a memory",
            simulate="say who would gain or lose what by a change, without making it",
        )
        for name in ("grant", "revoke", "explain"):
            verbs[name].add_argument("memory", metavar="ID", help="mem_…")
        for name, whom in (
            ("grant", OWNER),
            ("revoke", OWNER),
            ("audit", ASKER),
            ("explain", ASKER),
            ("simulate", ASKER),
        ):
            acts_as(verbs[name], whom)
        take_changes(verbs["simulate"])
        _take_sharing(verbs["grant"], verbs["revoke"])
        _take_audit(verbs["audit"])
        verbs["explain"].add_argument("--principal", required=True, metavar="P", help="who would look")
        verbs["explain"].add_argument("--context-session", metavar="ID", help="in this session: ctxs_…")

    def do_grant(self, given: Namespace) -> Shown:
        """Share a memory."""
        wish = grants.Sharing(given.to, tuple(spread(given.consent)), given.reason, given.require)
        state = grants.grant(given.memory, wish, by=_owner(given), now=timezone.now())
        answer = granted(given.memory, state)
        return Shown(answer, [printed.granted(answer)])

    def do_revoke(self, given: Namespace) -> Shown:
        """Take a grant back."""
        now = timezone.now()
        grants.revoke(given.memory, given.grantee, by=_owner(given), now=now, reason=given.reason)
        answer = {"memory": given.memory, "revoked": given.grantee}
        return Shown(answer, [f"{given.grantee} no longer has a grant on {given.memory}."])

    def do_audit(self, given: Namespace) -> Shown:
        """List who can see what."""
        by, now = acting_caller(given.acting), timezone.now()
        if given.memory:
            found, more = [questions.answer_audit_memory(given.memory, by=by, now=now)], False
        else:
            found, more = _about(given, by)
        items = [audited(one, count) for one, count in found]
        last = items[-1]["memory"] if more else None
        lines = [line for item in items for line in printed.audited(item)] or ["No memories."]
        tail = [f"More: add --after {last}"] if last else []
        return Shown({"items": items, "next": last, "previous": None}, [*lines, *tail])

    def do_explain(self, given: Namespace) -> Shown:
        """Say why."""
        by, now = acting_caller(given.acting), timezone.now()
        session = given.context_session
        answer = told(questions.answer_explain(given.memory, given.principal, session, by=by, now=now))
        return Shown(answer, printed.explained(answer, str(parse_entity(given.principal))))

    def do_simulate(self, given: Namespace) -> Shown:
        """Say what a change would do."""
        kind, change = change_of(given)
        found = simulate(kind, change, by=acting_caller(given.acting), now=timezone.now())
        return Shown(found, effect_lines(found))


def _take_sharing(grant: ArgumentParser, revoke: ArgumentParser) -> None:
    grant.add_argument("--to", required=True, metavar="E", help="with whom: an entity or *")
    several(grant, "--consent", "who is said to have agreed")
    grant.add_argument("--require", action="store_true", help="share nothing unless all who must agree have")
    revoke.add_argument("--from", dest="grantee", required=True, metavar="E", help="whose grant")
    for one in (grant, revoke):
        one.add_argument("--reason", default="", help="kept in the audit")


def _take_audit(parser: ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("--subject", metavar="S", help="every memory about this entity")
    one.add_argument("--memory", metavar="ID", help="mem_…")
    parser.add_argument("--limit", type=int, default=200, help=f"memories at most (1 to {MOST})")
    parser.add_argument("--after", metavar="ID", help="continue after this memory")


def _owner(given: Namespace) -> Caller:
    """Return the administrator acting as whom it names, else as the memory's owner: only an owner shares."""
    if given.acting:
        return acting_caller(given.acting)
    memory = memory_of(given.memory)
    if memory is None:
        raise not_found()
    return acting_caller(by_ids({memory.owner_id})[memory.owner_id].entity_id)


def _about(given: Namespace, by: Caller) -> tuple[list[tuple[Audited, int]], bool]:
    """Return a page of the memories about a subject, and whether there are more."""
    if not 1 <= given.limit <= MOST:
        raise CommandError(f"--limit must be from 1 to {MOST}.", returncode=USAGE)
    beside = memory_of(given.after) if given.after else None
    if given.after and beside is None:
        raise not_found()
    subject, after = str(parse_entity(given.subject)), beside.pk if beside else 0
    number = ids_of([subject]).get(subject)
    about = questions.AskedSubject(subject, number, after, given.limit + 1)
    rows = questions.answer_audit_subject(about, by=by, now=timezone.now())
    return rows[: given.limit], len(rows) > given.limit
