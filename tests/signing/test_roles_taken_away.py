"""A staff role ends without the help of whoever has it, at that person's next request."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.models import Account, Principal
from profiles.services import roles
from tests.cast import admin, caller, principal
from tests.commands.shell import Shell
from tests.conftest import Database
from tests.pages.stage import link_for, nobody, signed_in

LUNA = "human:luna"


@pytest.fixture
def shell(db: Database, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def role_of(entity: str) -> str:
    return str(Account.objects.get(principal__entity_id=entity).role)


def test_it_ends_in_the_browser_where_she_is_signed_in(shell: Shell) -> None:
    """Seen failing while a role ended only once whoever had it pressed a link that gave a lesser one."""
    browser = signed_in(LUNA, "administrator")
    assert browser.get("/jobs/").status_code == 200 and browser.get("/audit/").status_code == 200
    answer = shell.answer("signin-role", LUNA, "none", "--reason", "left the team")
    assert answer == {"entity": LUNA, "was": "administrator", "role": ""}
    assert browser.get("/audit/").status_code == 404 and browser.get("/my-sessions/").status_code == 200
    event = Event.objects.get(action="role.lower")
    assert (event.reason, event.details["was"], event.details["role"]) == (
        "left the team",
        "administrator",
        "",
    )


def test_a_link_on_its_way_gives_it_back_to_nobody(shell: Shell) -> None:
    """Seen failing with the links left: one made before was pressed afterwards."""
    signed_in(LUNA, "administrator")
    waiting, plain = link_for(LUNA, "administrator"), link_for(LUNA)
    shell.answer("signin-role", LUNA, "none", "--reason", "left the team")
    assert nobody().post(waiting).status_code == 404
    assert nobody().post(plain).status_code == 302 and role_of(LUNA) == ""


def test_who_only_has_a_link_on_its_way_loses_that(shell: Shell) -> None:
    waiting = link_for(LUNA, "reviewer")
    shell.answer("signin-role", LUNA, "none", "--reason", "a mistake")
    assert nobody().post(waiting).status_code == 404
    assert shell("signin-role", LUNA, "none", "--reason", "again").code == 1


@pytest.mark.parametrize("role, code", [("auditor", 0), ("none", 0), ("reviewer", 1)])
def test_a_role_is_only_lowered(shell: Shell, role: str, code: int) -> None:
    signed_in(LUNA, "reviewer")
    assert shell("signin-role", LUNA, role, "--reason", "why").code == code
    assert shell("signin-role", LUNA, "reviewer", "--reason", "why").code == 1


@pytest.mark.parametrize(
    "words", [("none",), ("none", "--reason", " "), ("administrator", "--reason", "why")]
)
def test_what_is_asked_wrongly_changes_nothing(shell: Shell, words: tuple[str, ...]) -> None:
    signed_in(LUNA, "reviewer")
    assert shell("signin-role", LUNA, *words).code == 2 and role_of(LUNA) == "reviewer"


@pytest.mark.parametrize(
    "who, by, reason, status",
    [(LUNA, caller, "why", 403), (LUNA, admin, "", 422), ("human:admin", admin, "why", 422)],
)
def test_only_an_administrator_lowers_one_and_not_the_machines_own(
    db: Database, who: str, by: Any, reason: str, status: int
) -> None:
    """Seen failing without the question."""
    signed_in(LUNA, "reviewer")
    asks, whose = by(LUNA) if by is caller else by(), principal(who)
    with pytest.raises(Problem) as refusal:
        roles.lower(Principal.objects.get(pk=whose.pk), "", by=asks, now=timezone.now(), reason=reason)
    assert refusal.value.status == status and role_of(LUNA) == "reviewer"
