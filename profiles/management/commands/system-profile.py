"""`system-profile`: the one layer that holds for everybody, read and written on this machine."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory_admin.http.json import rfc3339
from profiles.commands import USAGE, ProductCommand, Shown, local_caller, principal
from profiles.models import SystemProfile
from profiles.queries.principals import entity_ids
from profiles.queries.system_profile import current, text_of, version, versions
from profiles.rules.system_profile import SECTIONS, Setting, Text, from_json, lines
from profiles.serializers.layers_shown import system_profile as shown
from profiles.services import signin, system_profile
from profiles.services.principals import LOCAL_ADMIN
from text.characters import inert

_SHOWN: Final = 100


class Command(ProductCommand):
    """The system profile on the command line."""

    help = "Show, edit, restore the system profile, and its history; only this machine writes it."

    def declare(self, parser: CommandParser) -> None:
        """Declare the verbs."""
        made = self.verbs(
            parser,
            show="print a version, the newest by default",
            edit="write a new version, or with --web print a link to do so in the browser",
            history="list versions with author, reason and what changed",
            restore="make an old version the newest",
        )
        made["show"].add_argument("--version", type=int, metavar="N")
        made["history"].add_argument("--diff", action="store_true", help="with what changed")
        made["restore"].add_argument("version", type=int, metavar="N")
        made["restore"].add_argument("--reason", required=True, help="why, for the history")
        _edits(made["edit"])

    def do_show(self, given: Namespace) -> Shown:
        """Print a version."""
        row = current() if given.version is None else version(given.version)
        text = text_of(row)
        said = ["Nothing is set yet: system-profile edit --help"] if text.is_empty else lines(text)
        return Shown(shown(row), [f"version {row.version if row else 0}", *map(inert, said)])

    def do_edit(self, given: Namespace) -> Shown:
        """Write a version, or print a link."""
        by, now = local_caller(), timezone.now()
        if given.web is not None:
            token = signin.mint_local(principal(given.web), by=by, now=now)
            answer = {"url": signin.url(token), "expires_at": now + signin.LOCAL_LINK}
            return Shown(answer, [signin.url(token), "It works once, on this machine, for ten minutes."])
        if not given.reason:
            raise CommandError("Say why with --reason, for the history.", returncode=USAGE)
        known = current()
        text = edited(text_of(known), given)
        row = system_profile.edit(
            text, by=by, now=now, reason=given.reason, expected=known.version if known else 0
        )
        return _written(row)

    def do_history(self, given: Namespace) -> Shown:
        """List versions, newest first."""
        rows = list(versions()[:_SHOWN])
        names = entity_ids({row.author_id for row in rows})
        answer = [{**_version(row, names), "diff": row.diff} for row in rows]
        return Shown(answer, _listed(answer, with_diff=given.diff) if answer else ["No version yet."])

    def do_restore(self, given: Namespace) -> Shown:
        """Make an old version the newest."""
        by, now = local_caller(), timezone.now()
        return _written(system_profile.restore(given.version, by=by, now=now, reason=given.reason))


def _edits(parser: ArgumentParser) -> None:
    """Declare what an edit may change."""
    parser.add_argument("--section", choices=SECTIONS, help="which text to replace, with --text or --file")
    parser.add_argument("--text", help="the section's text; - reads standard input, empty takes it away")
    parser.add_argument("--file", type=Path, help="read the section's text from here")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="VALUE is JSON or text"
    )
    parser.add_argument("--unset", action="append", default=[], metavar="KEY")
    parser.add_argument("--lock", action="append", default=[], metavar="KEY", help="no principal decides it")
    parser.add_argument("--unlock", action="append", default=[], metavar="KEY")
    parser.add_argument("--whole", type=Path, help="take all of it from a file of `show --json`")
    parser.add_argument("--reason", default="", help="why, for the history")
    parser.add_argument(
        "--web", nargs="?", const=LOCAL_ADMIN, metavar="ENTITY", help="print a one-time link for the browser"
    )


def edited(before: Text, given: Namespace) -> Text:
    """Return the system profile with what the command line changes."""
    if given.whole:
        return _whole(given.whole)
    sections, settings = dict(before.sections), dict(before.settings)
    if given.section:
        sections[given.section] = _said(given)
    for pair in given.set:
        key, sign, value = pair.partition("=")
        if not sign:
            raise CommandError(f"{pair!r} is not KEY=VALUE.", returncode=USAGE)
        settings[key] = Setting(_value(value), settings[key].locked if key in settings else False)
    for key in given.unset:
        settings.pop(key, None)
    _lock(settings, given)
    return Text(sections, settings)


def _lock(settings: dict[str, Setting], given: Namespace) -> None:
    for key, locked in [*((key, True) for key in given.lock), *((key, False) for key in given.unlock)]:
        if key not in settings:
            raise CommandError(f"There is no setting {key}; give it a value with --set.", returncode=USAGE)
        settings[key] = Setting(settings[key].value, locked)


def _said(given: Namespace) -> str:
    if given.file:
        return str(_read(given.file))
    if given.text is None:
        raise CommandError("Give the section's text with --text or --file.", returncode=USAGE)
    return sys.stdin.read() if given.text == "-" else str(given.text)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise CommandError(f"{file} cannot be read: {type(error).__name__}", returncode=USAGE) from None


def _whole(file: Path) -> Text:
    try:
        given = json.loads(_read(file))
        sections = {one["name"]: str(one["text"]) for one in given["sections"]}
        return from_json(sections, {one["key"]: one for one in given["settings"]})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CommandError(f"{file} is not what `show --json` writes.", returncode=USAGE) from None


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _written(row: SystemProfile) -> Shown:
    return Shown(
        {**_version(row, entity_ids([row.author_id])), "diff": row.diff},
        [f"version {row.version}", *map(inert, row.diff.splitlines())],
    )


def _version(row: SystemProfile, names: dict[int, str]) -> dict[str, Any]:
    return {
        "version": row.version,
        "author": names.get(row.author_id),
        "reason": row.reason,
        "restored_from": row.restored_from,
        "created_at": row.created_at,
    }


def _listed(answer: list[dict[str, Any]], *, with_diff: bool) -> Iterator[str]:
    for one in answer:
        again = f" (version {one['restored_from']} again)" if one["restored_from"] else ""
        yield f"{one['version']}  {rfc3339(one['created_at'])}  {one['author']}  {one['reason']}{again}"
        if with_diff:
            yield from (f"    {inert(line)}" for line in one["diff"].splitlines())
