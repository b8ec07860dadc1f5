"""How commands speak: in one line what is wrong, and only the options that are ours."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import OutputWrapper

NOT_OURS: Final = {
    "--version",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
    "--skip-checks",
}


class Plain(OutputWrapper):
    """Standard error without Django's "CommandError: "."""

    def write(self, msg: str = "", *args: Any, **options: Any) -> None:  # type: ignore[override]
        """Write a line."""
        super().write(msg.removeprefix("CommandError: "), *args, **options)


def in_one_line(parser: ArgumentParser) -> None:
    """Let a parser say what is wrong without its whole usage before it; --help has that."""
    parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
