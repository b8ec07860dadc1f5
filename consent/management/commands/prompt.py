"""`prompt`: the layers a model is given for one principal, and what is recalled after them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management.arguments import acts_as
from consent.prompt import build
from consent.serializers.prompt import PromptBody
from consent.shapes.prompt import built, prompt_of
from profiles.commands import ProductCommand, Shown, acting_caller
from text.characters import inert


class Command(ProductCommand):
    """The layered prompt on the command line."""

    help = "Build the prompt of one principal: the layers in their order, then what is recalled."

    def declare(self, parser: CommandParser) -> None:
        """Take whose it is, in which session, under which constraints, and what is asked."""
        parser.add_argument("query", nargs="?", metavar="QUERY", help="what to recall, if anything")
        acts_as(parser, "whose prompt")
        parser.add_argument("--for", dest="served", metavar="ENTITY", help="the live caller one speaks for")
        parser.add_argument("--session", metavar="ID", help="whose facts go in")
        parser.add_argument("--platform", action="append", default=[], metavar="TEXT")
        parser.add_argument("--max-characters", type=int, help="what the whole may cost")
        parser.add_argument("--max-tokens", type=int)

    def do(self, given: Namespace) -> Shown:
        """Build it."""
        by, now = acting_caller(given.acting), timezone.now()
        if not given.served:  # speaks for itself, so nobody has to be named
            by = replace(by, scopes=by.scopes - {"gateway"})
        answer = built(build(prompt_of(PromptBody.check(_body(given))), by=by, now=now))
        return Shown(answer, _lines(answer))


def _body(given: Namespace) -> dict[str, Any]:
    asked = {
        "caller": {"principal_id": given.served} if given.served else None,
        "session_id": given.session,
        "query": given.query,
    }
    budget = {"max_characters": given.max_characters, "max_tokens": given.max_tokens}
    kept = {name: value for name, value in asked.items() if value is not None}
    return {**kept, "platform": given.platform, "budget": budget}


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    for message in answer["messages"]:
        yield f"--- {message['role']}"
        yield from map(inert, message["content"].split("\n"))
    yield "---"
    for one in answer["layers"]:
        version = "" if one["version"] is None else f" version {one['version']}"
        yield f"{one['layer']}{version}: {one['characters']} characters"
    yield from (f"left out: {one['layer']} {one['key']} ({one['reason']})" for one in answer["dropped"])
