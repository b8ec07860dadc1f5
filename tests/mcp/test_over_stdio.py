"""`memory-admin mcp` as a client starts it: a process with a token in its environment."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from profiles.services import credentials
from tests.doors.stage import Stage
from tests.mcp.test_tools_called import fields
from tests.mcp.test_tools_listed import token
from tests.mcp.test_who_asks import credential

if TYPE_CHECKING:
    from tests.conftest import Database

ARGV = [sys.executable, "-m", "memory_admin.cli", "mcp"]


def environment(database: Database, held: str | None) -> dict[str, str]:
    known = {**os.environ, "DATABASE_URL": database.app_url, "DATABASE_OWNER_URL": ""}
    known.pop("MEMORY_ADMIN_TOKEN", None)
    return known | ({"MEMORY_ADMIN_TOKEN": held} if held else {})


def started(database: Database, held: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ARGV, env=environment(database, held), input="", capture_output=True, text=True, timeout=60
    )


def test_it_speaks_to_the_sdks_client_and_feels_a_pause_at_once(story: Stage, db: Database) -> None:
    held = token(story, "memory", "recall")
    parameters = StdioServerParameters(command=ARGV[0], args=ARGV[1:], env=environment(db, held))

    async def talk() -> None:
        async with Client(stdio_client(parameters)) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                "memory_add",
                "memory_get",
                "memory_update",
                "memory_forget",
                "memory_recall",
                "memory_generalize",
                "prompt_build",
            }
            made = await client.call_tool("memory_add", {"content": "a murmur in the park"})
            assert fields(made)["owner"] == "si:ash"
            found = await client.call_tool("memory_recall", {"query": "murmur"})
            assert [one["memory_id"] for one in fields(found)["items"]] == [fields(made)["id"]]
            await asyncio.to_thread(_pause, story, held)
            after = await client.call_tool("memory_recall", {"query": "murmur"})
            assert (after.is_error, fields(after)["code"]) == (True, "unauthenticated")

    asyncio.run(talk())


def _pause(stage: Stage, held: str) -> None:
    from django.db import connections

    credentials.pause(credential(held).pk, by=stage.admin(), now=stage.clock())
    connections.close_all()


def test_it_refuses_to_start_without_an_identity(story: Stage, db: Database) -> None:
    done = started(db, None)
    assert (done.returncode, done.stdout) == (2, "")
    assert "MEMORY_ADMIN_TOKEN is not set" in done.stderr


def test_it_refuses_to_start_for_a_token_that_is_no_good(story: Stage, db: Database) -> None:
    held = token(story, "recall")
    credentials.pause(credential(held).pk, by=story.admin(), now=story.clock())
    for wrong in (held, "nonsense"):
        done = started(db, wrong)
        assert (done.returncode, done.stdout) == (1, "")
        assert "The token in MEMORY_ADMIN_TOKEN is" in done.stderr
        assert "unauthenticated" in done.stderr and wrong not in done.stderr
