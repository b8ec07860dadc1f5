"""`token create|list|pause|resume|revoke|rotate`: what agents and people present."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import timedelta

from django.core.management.base import CommandParser
from django.utils import timezone

from profiles.commands import ProductCommand, Shown, duration, local_caller, moment, principal, words
from profiles.management import lines
from profiles.models import Credential
from profiles.rules.credentials import PROVENANCE, CredentialSpec
from profiles.rules.entity import parse_entity
from profiles.services import credentials, last_used


class Command(ProductCommand):
    """Tokens on the command line."""

    help = "Issue, list, pause, resume, revoke and rotate tokens."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            create="issue a token; it is shown once",
            list="list tokens",
            pause="stop a token until it is resumed",
            resume="let a paused token work again",
            revoke="end a token for good",
            rotate="replace a token by a new one; it is shown once",
        )
        _take_create(verbs["create"])
        verbs["list"].add_argument("entity", metavar="ENTITY", nargs="?", help="only this principal's")
        for name in ("pause", "resume", "revoke", "rotate"):
            verbs[name].add_argument("token", metavar="ID", type=number, help="like tok_5")
        for name in ("pause", "resume", "revoke"):
            verbs[name].add_argument("--reason", default="", help="kept in the audit")
        overlap = "how long the old one still works, like 2h"
        verbs["rotate"].add_argument("--overlap", type=duration, default=timedelta(0), help=overlap)

    def do_create(self, given: Namespace) -> Shown:
        """Issue a token."""
        spec = CredentialSpec(
            label=given.label,
            scopes=given.scopes,
            max_provenance=given.max_provenance,
            source_types=given.sources,
            act_as=tuple(str(parse_entity(one)) for several in given.act_as for one in several),
            providers=given.providers,
            context_required=given.context_required,
            application=given.application,
            expires_at=given.expires,
        )
        holder, by, now = principal(given.entity), local_caller(), timezone.now()
        return _once(*credentials.issue(principal=holder, spec=spec, by=by, now=now))

    def do_list(self, given: Namespace) -> Shown:
        """List tokens, without their secrets."""
        rows = Credential.objects.select_related("principal").order_by("pk")
        if given.entity:
            rows = rows.filter(principal=principal(given.entity))
        used = last_used.read([row.pk for row in rows])
        now = timezone.now()
        items = [lines.token(row, now, used.get(row.pk)) for row in rows]
        return Shown({"items": items}, [lines.token_line(one) for one in items] or ["No tokens."])

    def do_pause(self, given: Namespace) -> Shown:
        """Stop a token."""
        now = timezone.now()
        return _state(credentials.pause(given.token, by=local_caller(), now=now, reason=given.reason))

    def do_resume(self, given: Namespace) -> Shown:
        """Let a token work again."""
        now = timezone.now()
        return _state(credentials.resume(given.token, by=local_caller(), now=now, reason=given.reason))

    def do_revoke(self, given: Namespace) -> Shown:
        """End a token."""
        now = timezone.now()
        return _state(credentials.revoke(given.token, by=local_caller(), now=now, reason=given.reason))

    def do_rotate(self, given: Namespace) -> Shown:
        """Replace a token."""
        now = timezone.now()
        return _once(*credentials.rotate(given.token, by=local_caller(), now=now, overlap=given.overlap))


def number(text: str) -> int:
    """Read a token's id: tok_5, or 5."""
    digits = text.removeprefix("tok_")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise ArgumentTypeError(f"{text!r} is no token's id; `token list` shows them")
    return int(digits)


def _take_create(parser: ArgumentParser) -> None:
    parser.add_argument("entity", metavar="ENTITY", help="whose token it is, like si:ash")
    parser.add_argument("--label", default="command line", help="what it is for")
    parser.add_argument("--scopes", type=words, required=True, metavar="A,B", help="like memory,recall")
    parser.add_argument("--max-provenance", choices=PROVENANCE, default="tool_derived")
    act_as = "whom it may act as; may be repeated"
    parser.add_argument("--act-as", type=words, action="append", default=[], metavar="E", help=act_as)
    parser.add_argument("--expires", type=moment, metavar="TIME", help="2026-03-01T09:00:00+00:00 or 30d")
    parser.add_argument("--sources", type=words, default=(), metavar="A,B", help="source types it may state")
    parser.add_argument("--providers", type=words, default=(), metavar="A,B", help="for a gateway")
    context = "it reads nothing outside a context session"
    parser.add_argument("--context-required", action="store_true", help=context)
    parser.add_argument("--application", default="", help="kept with what it writes and reads")


def _once(row: Credential, token: str) -> Shown:
    answer = {"id": f"tok_{row.pk}", "token": token}
    return Shown(answer, [f"tok_{row.pk} of {row.principal.entity_id}, shown this once:", token])


def _state(row: Credential) -> Shown:
    answer = lines.token(row, timezone.now())
    return Shown(answer, [f"tok_{row.pk} is {answer['state']}."])
