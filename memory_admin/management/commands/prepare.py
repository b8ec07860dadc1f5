"""The first steps of `up`: migrate as the owner, load the demonstration, make the first link and token."""

import dataclasses
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from memory_admin.first_run import first_run_facts


class Command(BaseCommand):
    """Bring the database up to date and print one line of JSON for `up`."""

    requires_system_checks: Any = []
    help = "Migrate, load the demonstration, and print the first link and token (called by `up`)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take --demo."""
        parser.add_argument("--demo", action="store_true", help="load the demonstration")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate through the owner's connection; everything else goes through the app's."""
        call_command("migrate", database="owner", interactive=False, stdout=self.stderr)
        if options["demo"]:
            call_command("demo", stdout=self.stderr)
        self.stdout.write(json.dumps(dataclasses.asdict(first_run_facts())))
