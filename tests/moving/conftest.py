"""A shell on an installation of the test's own."""

from tests.commands.conftest import shell

__all__ = ["shell"]
