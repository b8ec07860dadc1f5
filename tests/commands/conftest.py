"""A shell on an installation of the test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.commands.shell import Shell
    from tests.conftest import Database


@pytest.fixture
def shell(db: Database, capsys: pytest.CaptureFixture[str]) -> Shell:
    from tests.commands.shell import Shell

    return Shell(capsys)
