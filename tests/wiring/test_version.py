"""The version is said in one place."""

from __future__ import annotations

import re
import tomllib

from memory_admin import VERSION
from memory_admin.checks.parts import versions
from memory_admin.mcp.server import make_server
from profiles.types import Caller
from tests.wiring.test_docs import ROOT


def _nobody(context: object, request_id: str) -> Caller:
    raise LookupError


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    """Seen failing while the code said 0.1.0."""
    newest = re.search(r"(?m)^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text())
    assert newest and newest[1] == VERSION


def test_nobody_says_a_version_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "memory_admin.VERSION"}
    assert make_server(_nobody).version == VERSION
    assert f"memory-admin {VERSION}," in versions().said
