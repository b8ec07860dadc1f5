"""What every command shares: verbs, `--json`, exit codes 0, 1 (refused) and 2 (asked wrongly), who asks."""

from __future__ import annotations

import sys
import uuid
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from audit.management.speaking import NOT_OURS, Plain, in_one_line
from memory_admin.http.json import render
from memory_admin.http.problem import Problem, spelled
from profiles.models import Principal
from profiles.queries.principals import by_entity
from profiles.rules.entity import AGENT, EntityError, check_namespace, parse_entity
from profiles.services.principals import ensure_local_admin
from profiles.types import NARROW_SCOPES, SCOPES, Caller

REFUSED: Final = 1
USAGE: Final = 2
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a command answers: for machines, and the same in lines for people; `failed` makes it exit 1.

    An answer that is an iterator is written a line of JSON each, as it comes."""

    answer: object
    lines: Iterable[str] = field(default=())
    failed: str = ""


class ProductCommand(BaseCommand):
    """A command with verbs (`do_list` is `list`) or with one act (`do`); it returns its answer."""

    requires_system_checks: Any = []
    suppressed_base_arguments = NOT_OURS

    def __init__(self, *args: Any, **options: Any) -> None:
        """Say what is wrong in the words of the problem, without the name of a class before them."""
        super().__init__(*args, **options)
        self.stderr = Plain(options.get("stderr") or sys.stderr)

    def add_arguments(self, parser: CommandParser) -> None:
        """Take `--json` and what the command declares."""
        in_one_line(parser)
        parser.add_argument("--json", action="store_true", help="write one line of JSON")
        self.declare(parser)

    def declare(self, parser: CommandParser) -> None:
        """Declare verbs and options; overridden."""

    def verbs(self, parser: CommandParser, **described: str) -> Mapping[str, ArgumentParser]:
        """Declare verbs by name and one-line help; returns the parser of each."""
        several = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
        made = {name: several.add_parser(name, help=text) for name, text in described.items()}
        for one in made.values():
            in_one_line(one)
            one.add_argument("--json", action="store_true", default=SUPPRESS, help="write one line of JSON")
        return made

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry out the verb and print its answer; a refusal is one line on standard error."""
        verb = options.get("verb")
        act = getattr(self, f"do_{verb.replace('-', '_')}" if verb else "do")
        try:
            self._print(act(Namespace(**options)), as_json=options["json"])
        except EntityError as error:
            raise CommandError(error.reason, returncode=USAGE) from None
        except Problem as problem:
            raise CommandError(
                said(problem), returncode=USAGE if problem.status == 400 else REFUSED
            ) from None

    def _print(self, shown: Shown, *, as_json: bool) -> None:
        for line in _json(shown.answer) if as_json else shown.lines:
            self.stdout.write(line)
        if shown.failed:
            raise CommandError(shown.failed, returncode=REFUSED)


def _json(answer: object) -> Iterator[str]:
    """Return the lines of JSON of an answer; one that is an iterator is never held whole."""
    for one in answer if isinstance(answer, Iterator) else [answer]:
        yield render(one).decode()


def said(problem: Problem) -> str:
    """Return a problem in one line: the sentence, what is wrong by field, the code."""
    by_field = [f"{name}: {' '.join(found)}" for name, found in problem.errors.items()]
    # A detail that spells the first of them out says nothing more.
    detail = [] if problem.errors and problem.detail == spelled(problem.errors) else [problem.detail]
    return " ".join([*detail, *by_field, f"({problem.code})"])


def local_caller() -> Caller:
    """Return who the command line on this machine is: the local administrator, acting as itself."""
    admin = ensure_local_admin(timezone.now())
    return Caller(
        principal_id=admin.pk,
        principal=admin.entity_id,
        acting_id=admin.pk,
        acting=admin.entity_id,
        request_id=f"req_{uuid.uuid4().hex}",
        door="cli",
        scopes=frozenset((*SCOPES, *NARROW_SCOPES)),
        staff_role="administrator",
        local=True,
    )


def acting_caller(entity: str | None) -> Caller:
    """Return the local administrator acting as an entity (`--as`), with that entity's rights alone.

    Without an entity the administrator acts as itself. Nothing done so counts as the entity's own act."""
    local = local_caller()
    if not entity:
        return local
    acting = principal(entity)
    if acting.is_collective:
        raise CommandError(f"{acting.entity_id} is a collective; act as an individual.", returncode=USAGE)
    return replace(
        local,
        acting_id=acting.pk,
        acting=acting.entity_id,
        act_as=(acting.pk,),
        staff_role="",
        local=False,
        is_agent=acting.namespace == AGENT,
    )


def principal(text: str) -> Principal:
    """Return the principal a person named; raises CommandError for nobody."""
    entity = str(parse_entity(text))
    found = by_entity(entity)
    if found is None:
        raise CommandError(f"There is no principal {entity}. Create it first: principal create {entity}")
    return found


def namespace(text: str) -> str:
    """Read the namespace of entities, like si."""
    try:
        return check_namespace(text)
    except EntityError as error:
        raise ArgumentTypeError(error.reason) from None


def words(text: str) -> tuple[str, ...]:
    """Read a comma-separated list."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def moment(text: str) -> datetime:
    """Read a time: RFC 3339 with an offset, or from now on like 12h, 30d, 2w."""
    if text[:-1].isdigit() and text[-1] in _UNITS:
        return timezone.now() + duration(text)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no time; write 2026-03-01T09:00:00+00:00 or 30d") from None
    if found.tzinfo is None:
        raise ArgumentTypeError(f"{text!r} has no offset; write 2026-03-01T09:00:00+00:00")
    return found.astimezone(UTC)


def duration(text: str) -> timedelta:
    """Read a length of time like 30m, 12h, 30d, 2w."""
    if not (text[:-1].isdigit() and len(text) <= 6 and text[-1] in _UNITS):
        raise ArgumentTypeError(f"{text!r} is no length of time; write 30m, 12h, 30d or 2w")
    return timedelta(**{_UNITS[text[-1]]: int(text[:-1])})
