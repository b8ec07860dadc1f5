"""`generalize MEMORY STATEMENT`: say in general what a private memory taught, without it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management.arguments import acts_as, several, spread, text_or_input
from consent.queries import generalizations as queries
from consent.rules.generalizing import CHECKS
from consent.serializers.generalizing import GeneralizeBody
from consent.services import generalizing
from consent.shapes import memory_id
from memory_admin.http.problem import Problem
from profiles.commands import ProductCommand, Shown, acting_caller, said
from text.characters import inert


class Command(ProductCommand):
    """Generalizing on the command line."""

    help = "Draw a shareable statement from a private memory; exit 1 with findings where it says too much."

    def declare(self, parser: CommandParser) -> None:
        """Take the memory, the statement, whom it is for and what was looked at."""
        parser.add_argument("memory", metavar="MEMORY", help="the private memory: mem_…")
        parser.add_argument("statement", metavar="STATEMENT", help="what to say; - reads standard input")
        several(parser, "--access", "who is to see it, like * or group:care_team")
        parser.add_argument("--note", default="", help="how it was abstracted; for its owner and approvers")
        looked = "checks whose warnings were looked at: specificity"
        parser.add_argument(
            "--acknowledge", nargs="+", default=[], choices=CHECKS, metavar="CHECK", help=looked
        )
        acts_as(parser, "whose memory it is")

    def do(self, given: Namespace) -> Shown:
        """Write it, put it before somebody, or say what is wrong with it."""
        body, by, now = GeneralizeBody.check(_body(given)), acting_caller(given.acting), timezone.now()
        wish = generalizing.Proposed(
            body["statement"],
            tuple(body["access_grants"]),
            body["abstraction_note"],
            frozenset(body["acknowledge"]),
        )
        try:
            made = generalizing.generalize(memory_id(given.memory), wish, by=by, now=now)
        except Problem as problem:
            return _blocked(problem, wish.statement)
        fields = queries.told(queries.by_id(generalizing.public(made), by), by, now)
        return Shown(fields, _lines(fields, wish.statement))


def _body(given: Namespace) -> dict[str, Any]:
    return {
        "statement": text_or_input(given.statement),
        "access_grants": spread(given.access),
        "abstraction_note": given.note,
        "acknowledge": given.acknowledge,
    }


def _blocked(problem: Problem, statement: str) -> Shown:
    """Return the findings that stand against a statement; raises any other problem again."""
    findings: Any = problem.members.get("findings")
    if problem.code != "generalization_blocked" or findings is None:
        raise problem
    answer = {"status": "blocked", "code": problem.code, "findings": findings}
    return Shown(answer, _findings(findings, statement), said(problem))


def _lines(fields: dict[str, Any], statement: str) -> Iterator[str]:
    if fields["status"] == "created":
        yield f"{fields['id']}  belief of {fields['owner']}"
        yield f"seen by: {', '.join(fields['access_grants']) or 'its owner alone'}"
    else:
        yield f"{fields['id']} waits for an approval: its source is about somebody."
    yield from _findings(fields["findings"], statement)


def _findings(findings: list[dict[str, Any]], statement: str) -> Iterator[str]:
    for one in findings:
        words = inert(statement[one["start"] : one["end"]])
        yield f"  {one['level']}  {one['check']}: {one['kind']}  {words}"
