"""`audit verify|list|export|seal|gap`: read, check and carry out the record of what happened."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from audit import queries, services
from audit.actions import AUDIT_EXPORT
from audit.management import arguments, lines
from audit.management.speaking import NOT_OURS, Plain
from audit.queries.directory import people_in
from audit.serializers.events import show_event, show_verification
from audit.types import Event
from memory_admin.http.json import render
from memory_admin.http.problem import Problem

TAMPERED = 1


class Command(BaseCommand):
    """The audit on the command line; exit code 0, 1 when something is wrong, 2 when asked wrongly."""

    help = "Verify, list, export and seal the audit."
    requires_system_checks: Any = []
    suppressed_base_arguments = NOT_OURS

    def __init__(self, *args: Any, **options: Any) -> None:
        """Say what is wrong without the name of a class before it."""
        super().__init__(*args, **options)
        self.stderr = Plain(options.get("stderr") or sys.stderr)

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        arguments.add(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry out one verb; a problem is said in one line."""
        try:
            getattr(self, f"_{options['verb']}")(options)
        except Problem as problem:
            raise CommandError(f"{problem.detail} ({problem.code})") from None

    def _verify(self, options: dict[str, Any]) -> None:
        try:
            asked = Event(action="", door="cli")
            found = services.verify(asked, against=options["against"], now=timezone.now())
        except OSError as error:
            raise CommandError(
                f"{options['against']}: {error.strerror}", returncode=arguments.USAGE
            ) from None
        shown = show_verification(found)
        self._say(options, shown, lines.verification(shown))
        if not found.ok:
            raise CommandError("The audit was tampered with.", returncode=TAMPERED)

    def _list(self, options: dict[str, Any]) -> None:
        if not 1 <= options["limit"] <= lines.MOST:
            raise CommandError(f"--limit must be from 1 to {lines.MOST}.", returncode=arguments.USAGE)
        rows = queries.events(arguments.chosen(options), limit=options["limit"])
        names = people_in(rows)
        shown = [show_event(row, names) for row in rows]
        self._say(options, shown, [lines.event(one) for one in shown] or ["No events."])

    def _export(self, options: dict[str, Any]) -> None:
        chosen = arguments.chosen(options)
        with transaction.atomic():
            services.record(Event(action=AUDIT_EXPORT, object_type="audit", door="cli"), now=timezone.now())
        if options["file"] == "-":
            self.stderr.write(f"{lines.write_events(chosen, self.stdout)} events written.")
            return
        count = self._export_file(chosen, Path(options["file"]))
        shown = {"file": options["file"], "events": count}
        self._say(options, shown, [f"{count} events written to {options['file']}."])

    def _export_file(self, chosen: queries.EventFilter, path: Path) -> int:
        """Write a new file, whole or not at all."""
        try:
            file: IO[str] = path.open("x", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=arguments.USAGE) from None
        try:
            with file:
                return lines.write_events(chosen, file)
        except BaseException:
            path.unlink()
            raise

    def _seal(self, options: dict[str, Any]) -> None:
        report = services.seal(now=timezone.now())
        said = f"{report.state}: {report.seals} seals over {report.events} events, {report.exported} exported"
        self._say(options, asdict(report), [said])

    def _gap(self, options: dict[str, Any]) -> None:
        event = Event(action="", reason=options["reason"], door="cli")
        try:
            gap = services.declare_gap(event, now=timezone.now())
        except ValueError as error:
            raise CommandError(f"{error}.", returncode=arguments.USAGE) from None
        self._say(options, {"seal": gap.number}, [f"The gap is seal {gap.number}."])

    def _say(self, options: dict[str, Any], shown: object, said: list[str]) -> None:
        """Write JSON if asked, else lines."""
        self.stdout.write(render(shown).decode() if options["json"] else "\n".join(said))
