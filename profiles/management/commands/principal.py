"""`principal create|list|show|update|verify|merge|alias|identity|member|custodian`: the directory."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from profiles.commands import USAGE, ProductCommand, Shown, local_caller, moment, namespace, principal
from profiles.management import lines
from profiles.models import Alias, ExternalIdentity, Principal
from profiles.queries import directory
from profiles.rules.entity import parse_entity
from profiles.rules.names import canonical_email, check_display_name
from profiles.rules.terms import Term
from profiles.serializers import shown
from profiles.services import aliases, custody, identities, memberships, merging, principals
from text.normalize import normalize


class Command(ProductCommand):
    """The directory on the command line."""

    help = "Create, list, show, change, verify and merge principals, and what belongs to them."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            create="make a verified principal",
            list="list principals",
            show="show one with all that belongs to it",
            update="change name, address, verification or activity",
            verify="vouch for a principal that was only named so far",
            merge="make a duplicate another name of a survivor",
            alias="add, approve or remove a name it is found by in text",
            identity="bind or unbind an account elsewhere",
            member="let an entity belong to a collective, or no longer",
            custodian="appoint who agrees for an entity, or dismiss",
        )
        for name, one in verbs.items():
            getattr(self, f"_take_{name}", _take_entity)(one)

    def _take_create(self, parser: ArgumentParser) -> None:
        _take_entity(parser)
        parser.add_argument("--name", default="", help="the name people see")

    def _take_list(self, parser: ArgumentParser) -> None:
        parser.add_argument("--namespace", type=namespace, help="only this namespace, like si")
        parser.add_argument("--held", action="store_true", help="only look-alikes that wait for you")
        parser.add_argument("--unverified", action="store_true", help="only those merely named so far")

    def _take_update(self, parser: ArgumentParser) -> None:
        _take_entity(parser)
        parser.add_argument("--name", help="the name people see")
        parser.add_argument("--email", help="the address; empty takes it away")
        for yes, no in (("verified", "unverified"), ("active", "inactive")):
            choice = parser.add_mutually_exclusive_group()
            choice.add_argument(f"--{yes}", dest=yes, action="store_true", default=None)
            choice.add_argument(f"--{no}", dest=yes, action="store_false")
        parser.add_argument("--email-verified", action="store_true", default=None)
        parser.add_argument("--release", action="store_true", help="let a held look-alike through")

    def _take_merge(self, parser: ArgumentParser) -> None:
        parser.add_argument("duplicate", metavar="DUPLICATE")
        parser.add_argument("into", metavar="INTO")
        parser.add_argument("--reason", required=True)

    def _take_alias(self, parser: ArgumentParser) -> None:
        _take_entity(parser)
        parser.add_argument("text", metavar="NAME")
        parser.add_argument("--remove", action="store_true")

    def _take_identity(self, parser: ArgumentParser) -> None:
        _take_entity(parser)
        parser.add_argument("provider", metavar="PROVIDER")
        parser.add_argument("external_id", metavar="ID")
        parser.add_argument("--remove", action="store_true")

    def _take_member(self, parser: ArgumentParser) -> None:
        parser.add_argument("collective", metavar="COLLECTIVE")
        _take_pair(parser, "ENTITY")

    def _take_custodian(self, parser: ArgumentParser) -> None:
        parser.add_argument("subject", metavar="SUBJECT")
        _take_pair(parser, "CUSTODIAN")

    def do_create(self, given: Namespace) -> Shown:
        """Make a verified principal."""
        name = _checked(check_display_name, given.name)
        by, now = local_caller(), timezone.now()
        entity = str(parse_entity(given.entity))
        made = principals.create(entity, by=by, now=now, display_name=name, reason=given.reason)
        return _one(made, f"Created {made.entity_id}.")

    def do_list(self, given: Namespace) -> Shown:
        """List principals by entity id."""
        by, now = local_caller(), timezone.now()
        wanted: dict[str, Any] = {"namespace": given.namespace} if given.namespace else {}
        wanted |= {"held": True} if given.held else {}
        wanted |= {"verified": False} if given.unverified else {}
        rows = directory.matching(directory.principals(by, now), wanted).order_by("entity_id")
        items = [shown.principal(row, by) for row in rows]
        return Shown({"items": items}, [lines.principal(one) for one in items] or ["No principals."])

    def do_show(self, given: Namespace) -> Shown:
        """Show one principal whole."""
        return lines.whole(principal(given.entity), local_caller(), timezone.now())

    def do_update(self, given: Namespace) -> Shown:
        """Change a principal."""
        changes = {
            "display_name": given.name,
            "email": given.email,
            "email_verified": given.email_verified,
            "verified": given.verified,
            "active": given.active,
            "held": False if given.release else None,
        }
        changes = {name: value for name, value in changes.items() if value is not None}
        if not changes:
            raise CommandError("Say what to change: --name, --email, --verified, …", returncode=USAGE)
        if given.name is not None:
            changes["display_name"] = _checked(check_display_name, given.name)
        if given.email is not None:
            changes["email"] = _checked(canonical_email, given.email) if given.email else None
        return self._updated(given, changes)

    def do_verify(self, given: Namespace) -> Shown:
        """Vouch for a principal."""
        return self._updated(given, {"verified": True})

    def do_merge(self, given: Namespace) -> Shown:
        """Merge a duplicate into a survivor."""
        duplicate, into = _as_named(given.duplicate), principal(given.into)
        by, now = local_caller(), timezone.now()
        kept = merging.merge(duplicate.pk, into.pk, by=by, now=now, reason=given.reason)
        return _one(kept, f"{duplicate.entity_id} is now another name of {kept.entity_id}.")

    def do_alias(self, given: Namespace) -> Shown:
        """Add (or approve) an alias, or remove it."""
        found, by, now = principal(given.entity), local_caller(), timezone.now()
        known = Alias.objects.filter(principal=found, normalized=normalize(given.text)).first()
        if given.remove:
            aliases.remove(found.pk, known.pk if known else 0, by=by, now=now, reason=given.reason)
            return Shown({"removed": given.text}, [f"{found.entity_id} is no longer found by {given.text}."])
        waits = known is not None and known.approved_at is None
        alias = (
            aliases.approve(found.pk, known.pk, by=by, now=now, reason=given.reason)
            if known is not None and waits
            else aliases.add(found.pk, given.text, by=by, now=now, reason=given.reason)
        )
        return Shown(shown.alias(alias), [f"{found.entity_id} is also found by {alias.text}."])

    def do_identity(self, given: Namespace) -> Shown:
        """Bind an account elsewhere, or unbind it."""
        found, by, now = principal(given.entity), local_caller(), timezone.now()
        account = {"provider": given.provider, "external_id": given.external_id}
        if given.remove:
            known = ExternalIdentity.objects.filter(principal=found, **account).first()
            identities.unbind(found.pk, known.pk if known else 0, by=by, now=now, reason=given.reason)
            return Shown({"removed": account}, [f"The account is no longer {found.entity_id}'s."])
        bound = identities.bind(found.pk, **account, by=by, now=now, reason=given.reason)
        return Shown(shown.identity(bound), [f"The account at {bound.provider} is {found.entity_id}'s."])

    def do_member(self, given: Namespace) -> Shown:
        """Begin or end a membership."""
        by, now = local_caller(), timezone.now()
        collective, member = _pair(given, given.collective)
        if given.end:
            memberships.leave(collective.pk, member.pk, by=by, now=now, reason=given.reason)
            return _ended(collective, member)
        term = Term(given.until, given.reason)
        made = memberships.join(collective.pk, member.pk, by=by, now=now, term=term)
        line = f"{member.entity_id} belongs to {collective.entity_id}."
        return Shown(shown.membership(made), [line])

    def do_custodian(self, given: Namespace) -> Shown:
        """Appoint or dismiss a custodian."""
        by, now = local_caller(), timezone.now()
        subject, custodian = _pair(given, given.subject)
        if given.end:
            custody.dismiss(subject.pk, custodian.pk, by=by, now=now, reason=given.reason)
            return _ended(subject, custodian)
        term = Term(given.until, given.reason)
        made = custody.appoint(subject.pk, custodian.pk, by=by, now=now, term=term)
        line = f"{custodian.entity_id} agrees for {subject.entity_id}."
        return Shown(shown.custodian(made), [line])

    def _updated(self, given: Namespace, changes: dict[str, Any]) -> Shown:
        found, by, now = principal(given.entity), local_caller(), timezone.now()
        row = principals.update(found.pk, changes, by=by, now=now, reason=given.reason)
        return _one(row, f"Changed {row.entity_id}.")


def _take_entity(parser: ArgumentParser) -> None:
    parser.add_argument("entity", metavar="ENTITY", help="like human:sean")
    parser.add_argument("--reason", default="", help="kept in the audit")


def _take_pair(parser: ArgumentParser, other: str) -> None:
    parser.add_argument("other", metavar=other)
    parser.add_argument("--until", type=moment, metavar="TIME", help="2026-03-01T09:00:00+00:00 or 30d")
    parser.add_argument("--end", action="store_true", help="end it now")
    parser.add_argument("--reason", default="", help="kept in the audit")


def _pair(given: Namespace, first: str) -> tuple[Principal, Principal]:
    """Return both principals; whoever nobody named before is registered, as in any write."""
    by, now = local_caller(), timezone.now()
    names = [str(parse_entity(text)) for text in (first, given.other)]
    found = principals.register(names, by=by, now=now, reason=given.reason)
    return found[names[0]], found[names[1]]


def _as_named(text: str) -> Principal:
    """Return the row of exactly this id, also when it was merged before."""
    row = Principal.objects.filter(entity_id=str(parse_entity(text))).first()
    return row if row is not None else principal(text)


def _one(row: Principal, line: str) -> Shown:
    return Shown(shown.principal(row, local_caller()), [line])


def _ended(one: Principal, other: Principal) -> Shown:
    return Shown(
        {"ended": [one.entity_id, other.entity_id]}, ["Ended; it counts for no request from now on."]
    )


def _checked(rule: Any, text: str) -> str:
    try:
        return str(rule(text))
    except ValueError as error:
        raise CommandError(str(error), returncode=USAGE) from None
