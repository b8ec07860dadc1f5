"""The first steps of `up`: migrate as the owner, load the demonstration, make the first link and token."""

import dataclasses
import importlib
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Bring the database up to date and print one line of JSON for `up`."""

    help = "Migrate, load the demonstration, and print the first link and token (called by `up`)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take --demo."""
        parser.add_argument("--demo", action="store_true", help="load the demonstration")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate through the owner's connection; everything else goes through the app's."""
        call_command("migrate", database="owner", interactive=False, stdout=self.stderr)
        if options["demo"] and "demo" in get_commands():
            call_command("demo", stdout=self.stderr)
        self.stdout.write(json.dumps(_facts()))


def _facts() -> dict[str, str]:
    try:
        first_run = importlib.import_module("memory_admin.first_run")
    except ModuleNotFoundError:
        return {"admin_link": "", "token": "", "curl": ""}
    return dataclasses.asdict(first_run.first_run_facts())
