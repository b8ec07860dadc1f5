"""Whoever looks into the record, or into a profile, is on record, through whatever door."""

from __future__ import annotations

from typing import Any

from audit.models import Event
from tests.cast import ADMIN, CUSTODIAN
from tests.commands.conftest import shell
from tests.commands.shell import Shell
from tests.mcp.agents import call
from tests.pages.stage import signed_in
from tests.safety.outside import client, token_of

__all__ = ["shell"]


def looked(action: str) -> list[tuple[str, dict[str, Any]]]:
    rows = Event.objects.filter(action=action, outcome="ok").order_by("id")
    return [(row.door, row.details) for row in rows]


def test_a_verification_is_on_record_with_what_it_found(db: object, shell: Shell) -> None:
    """Seen failing while the page alone recorded it."""
    assert client(token_of(ADMIN, "audit")).get("/api/v1/audit/verify").status_code == 200
    assert signed_in(ADMIN, "administrator").post("/audit/verify/").status_code == 200
    assert shell("audit", "verify").code == 0
    found = looked("audit.verify")
    assert [door for door, _ in found] == ["rest", "web", "cli"]
    assert all(details == {"ok": True, "seals": 0, "findings": 0} for _, details in found)
    assert Event.objects.filter(action="audit.verify", object_type="audit").count() == 3


def test_a_profile_that_was_read_is_on_record_with_its_version(db: object, shell: Shell) -> None:
    """Seen failing while the page did not say which version it had shown."""
    asking = client(token_of(CUSTODIAN, "profile"))
    assert asking.get("/api/v1/profile").status_code == 200
    assert asking.get("/api/v1/profile/history").status_code == 200
    assert signed_in(CUSTODIAN).get("/profile/").status_code == 200
    assert shell("profile", "show", CUSTODIAN).code == 0
    assert not call(token_of(CUSTODIAN, "profile"), "profile_get").is_error
    found = looked("profile.read")
    assert [door for door, _ in found] == ["rest", "rest", "web", "cli", "mcp"]
    assert [details for _, details in found] == [{"version": 0}, {"history": True}, *[{"version": 0}] * 3]
