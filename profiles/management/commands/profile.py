"""`profile`: what a principal's profile holds, read as that principal, and the schema of all profiles."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from profiles.commands import ProductCommand, Shown, acting_caller, local_caller
from profiles.queries.profile_fields import field_of, fields
from profiles.rules.profile_fields import KINDS, Field, as_text
from profiles.serializers import layers_shown
from profiles.services import reading, schema
from text.characters import inert


class Command(ProductCommand):
    """Profiles on the command line."""

    help = "Show a principal's profile, and keep the fields that profiles have."

    def declare(self, parser: CommandParser) -> None:
        """Declare the verbs."""
        made = self.verbs(
            parser,
            show="print a profile, acting as its principal, which is on record",
            fields="list the fields that profiles have",
            field="add a field, change or retire it",
        )
        made["show"].add_argument("entity", metavar="ENTITY", help="like human:sean")
        one = made["field"]
        one.add_argument("key", metavar="KEY", help="like tone")
        one.add_argument("--label")
        one.add_argument("--type", choices=KINDS)
        one.add_argument("--max-length", type=int)
        one.add_argument("--editable", choices=("yes", "no"), help="may the principal change it")
        one.add_argument("--sensitive", choices=("yes", "no"), help="is it covered to everybody else")
        one.add_argument("--retire", action="store_true", help="take it out of the schema")

    def do_show(self, given: Namespace) -> Shown:
        """Print a profile, as its principal."""
        by, now = acting_caller(given.entity), timezone.now()
        kept = reading.read(by=by, now=now)
        said = [f"{key}: {inert(as_text(value))}" for key, value in kept.values.items()]
        answer = layers_shown.profile(kept, by.acting, fields())
        return Shown(answer, [f"{by.acting}, version {kept.version}", *said])

    def do_fields(self, given: Namespace) -> Shown:
        """List the schema."""
        known = fields()
        answer = [layers_shown.field(one) for one in known.values()]
        return Shown(answer, [_line(one) for one in known.values()])

    def do_field(self, given: Namespace) -> Shown:
        """Add, change or retire one."""
        by, now = local_caller(), timezone.now()
        if given.retire:
            row = schema.retire(given.key, by=by, now=now)
            return Shown({"key": row.key, "retired": True}, [f"{row.key} is retired."])
        row = schema.put(_field(given, fields().get(given.key)), by=by, now=now)
        return Shown(layers_shown.field(field_of(row)), [_line(field_of(row))])


def _field(given: Namespace, known: Field | None) -> Field:
    """Return a field as the command line says it, the rest as it is or as a new one begins."""
    before = known or Field(given.key, given.key.replace("_", " "), "text", 200)
    asked: dict[str, Any] = {
        "label": given.label,
        "kind": given.type,
        "max_length": given.max_length,
        "editable": _yes(given.editable),
        "sensitive": _yes(given.sensitive),
    }
    plain = {name: getattr(before, name) for name in asked}
    return Field(before.key, **{name: plain[name] if one is None else one for name, one in asked.items()})


def _yes(word: str | None) -> bool | None:
    return None if word is None else word == "yes"


def _line(field: Field) -> str:
    fixed = "" if field.editable else "  set by the administrator"
    covered = "  sensitive" if field.sensitive else ""
    return f"{field.key}  {field.kind} up to {field.max_length}  {field.label}{fixed}{covered}"
