"""What the site refuses and what the client does not even send; and that nobody reads it in a log."""

from __future__ import annotations

import logging
import subprocess
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_admin_client import MemoryAdmin, NotReachedError, ProblemError
from memory_admin_client.attempts import retry_after
from tests.client.relay import relay

if TYPE_CHECKING:
    from tests.client.stage import Stage

As = Callable[..., Any]
TOKEN = "ma_" + "x" * 40
SECRET = "a heart murmur of grade three"


def test_a_problem_says_what_the_site_said(as_: As) -> None:
    with pytest.raises(ProblemError) as refused:
        as_("owner").create_memory("walks", trust=2.0)
    problem = refused.value
    assert (problem.status, problem.code) == (400, "invalid")
    assert problem.errors == {"trust": ["Must be from 0 to 1."]}
    assert problem.request_id.startswith("req_")
    assert problem.detail in str(problem)


def test_a_token_that_ended_is_a_problem_that_says_so(site: str) -> None:
    with MemoryAdmin(site, TOKEN) as nobody, pytest.raises(ProblemError, match="401 unauthenticated"):
        nobody.whoami()


def test_whoever_is_acted_as_or_asked_for_is_named_in_a_header(as_: As) -> None:
    owner = as_("owner", act_as="group:care_team")
    with pytest.raises(ProblemError, match="act_as_refused"):
        owner.whoami()
    asked = as_("admin", on_behalf_of="human:sean").whoami()
    assert asked["on_behalf_of"] == "human:sean"


def test_a_gateway_speaks_for_one_person_after_another(site: str, stage: Stage) -> None:
    with MemoryAdmin(site, stage.tokens["admin"]) as gateway:
        said = [
            gateway.speaking(on_behalf_of=one).whoami()["on_behalf_of"] for one in ("human:sean", "si:ash")
        ]
        assert (said, gateway.whoami()["on_behalf_of"]) == (["human:sean", "si:ash"], None)


def test_neither_token_nor_text_is_logged_shown_or_told_by_an_error(
    as_: As, site: str, caplog: pytest.LogCaptureFixture, stage: Stage
) -> None:
    """Seen failing with httpx.Client for a transport (its log names the query), and with the token shown."""
    caplog.set_level(logging.DEBUG)
    owner, told = as_("owner"), list[str]()
    owner.create_memory(SECRET)
    owner.recall(SECRET)
    list(owner.list_memories(q=SECRET))
    with relay(site, "drop") as between:
        lonely = as_("owner", url=between.address, retries=0)
        told.append(error_of(owner.create_memory, SECRET, trust=2.0))
        told.append(error_of(lonely.recall, SECRET))
    seen = "\n".join([caplog.text, *told, repr(owner)])
    assert [word for word in (stage.tokens["owner"], SECRET, SECRET.replace(" ", "+")) if word in seen] == []


def error_of(ask: Callable[..., Any], *args: object, **fields: object) -> str:
    """Return all that is printed of the error a call ends with."""
    with pytest.raises((ProblemError, NotReachedError)) as found:
        ask(*args, **fields)
    return "".join(traceback.format_exception(found.value))


@pytest.mark.parametrize(
    "url",
    ["http://memory.example", "memory.example", "https://sean:x@memory.example", "https://m.example/?a=1"],
)
def test_an_address_that_a_token_must_not_go_to_is_refused(url: str) -> None:
    """Seen failing for the first with the check of the host left out."""
    with pytest.raises(ValueError, match=r"url|http://"):
        MemoryAdmin(url, TOKEN)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/", "http://localhost:8000", "http://[::1]:8000/api/v1"]
)
def test_this_machine_may_be_spoken_to_in_clear(url: str) -> None:
    assert "8000'" in repr(MemoryAdmin(url, TOKEN))
    assert "memory.example" in repr(MemoryAdmin("http://memory.example", TOKEN, allow_http=True))


@pytest.mark.parametrize("token", ["", "ma_x\r\nX-Act-As: si:max_agent", "ma_ä"])
def test_what_is_no_token_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(ValueError, match="token") as refused:
        MemoryAdmin("https://memory.example", token)
    assert not token or token not in str(refused.value)


@pytest.mark.parametrize("memory", ["", ".", ".."])
def test_a_place_in_a_path_leads_nowhere_else(memory: str) -> None:
    """Seen failing without the check, with a request to the list of memories."""
    with pytest.raises(ValueError, match="memory cannot be"):
        MemoryAdmin("http://127.0.0.1:1", TOKEN).delete_memory(memory)


def test_an_id_of_any_script_reaches_the_site_as_it_is(as_: As) -> None:
    owner = as_("owner")
    made = owner.create_context("ctx:прогулка")
    assert owner.get_context("ctx:прогулка")["id"] == made["id"]


def test_a_time_without_an_offset_is_not_sent(as_: As) -> None:
    with pytest.raises(ValueError, match="offset"):
        as_("owner").create_memory("walks", occurred_at=datetime(2026, 3, 1, 9, 0))


def test_retry_after_is_read_as_seconds_or_as_a_date() -> None:
    assert (retry_after("7"), retry_after(None), retry_after("soon")) == (7, None, None)
    assert retry_after("Fri, 31 Dec 1999 23:59:59 GMT") == 0
    assert (retry_after("Fri, 31 Dec 2100 23:59:59 GMT") or 0) > 1e9


def test_the_client_is_imported_without_django_and_the_project() -> None:
    """Seen failing with an import of the site's problem codes."""
    here = str(Path(__file__).parents[2])
    blocked = [
        "django",
        "rest_framework",
        "celery",
        "mcp",
        "memory_admin",
        "consent",
        "profiles",
        "audit",
        "text",
    ]
    code = (
        f"import sys; sys.path.insert(0, {here!r}); sys.modules.update(dict.fromkeys({blocked!r}));"
        "import memory_admin_client as client; print(client.MemoryAdmin('https://m.example', 'ma_x'))"
    )
    said = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "MemoryAdmin('https://m.example', token hidden)\n"
