"""Who may do what: missing tokens, rights that stay after they ended, bodies that name somebody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from audit.models import Event
from consent.models import Memory
from profiles.models import Credential
from profiles.services.credentials import revoke
from tests.cast import NOW, admin
from tests.conftest import Database
from tests.field_reports.people import API, Person, administrator, person
from tests.safety.whole_api import ROWS, setting


def test_nothing_is_answered_without_a_token(db: Database) -> None:
    """P01, P07: no credentials needed; authentication off by default."""
    stage = setting(db)
    for row in ROWS:
        body = json.dumps(stage.filled(row.body)) if row.body is not None else ""
        path = API + stage.filled(row.path)
        answer = Client().generic(row.method, path, body, "application/json")
        assert (answer.status_code, answer["WWW-Authenticate"].split()[0]) == (401, "Bearer"), row.path


def test_who_is_not_the_owner_neither_reads_nor_changes_by_naming_the_owner(db: Database) -> None:
    """P01: read by uuid; update and delete trust the body's user_id."""
    ash, other = person("si:ash"), person("si:max_agent")
    memory = ash.write("the cellar is damp")
    assert not other.sees(memory)
    assert other.send("PATCH", f"/memories/{memory}", {"title": "mine", "version": 1}).status_code == 404
    assert other.send("PATCH", f"/memories/{memory}", {"owner": "si:ash", "version": 1}).status_code == 400
    assert other.send("DELETE", f"/memories/{memory}").status_code == 404
    assert ash.get(f"/memories/{memory}")["version"] == 1


def test_no_grant_at_all_shows_nothing(db: Database) -> None:
    """P03: a deny-all list becomes an empty allow-list becomes "no filter"."""
    ash = person("si:ash")
    ash.write("the cellar is damp", access_grants=[])
    assert person("si:newcomer").finds_nothing("cellar")


def test_no_field_makes_the_server_read_a_file_or_an_address(db: Database) -> None:
    """P07: `doc_path` reads server files."""
    ash = person("si:ash")
    for name in ("doc_path", "file", "path", "url"):
        assert ash.send("POST", "/memories", {"content": "x", name: "/etc/passwd"}).status_code == 400
    kept = ash.asked(
        "POST", "/memories", {"content": "x", "source": {"uri": "file:///etc/passwd"}}, status=201
    )
    assert "root:" not in json.dumps(kept)


def test_a_token_of_one_scope_reaches_nothing_else(db: Database) -> None:
    """P08, P12: a scoped key lists another scope; a denied read looks like "no memories"."""
    person("si:max_agent").write("not for Ash")
    narrow = person("si:ash", "recall")
    refused = narrow.send("GET", "/memories")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert "memory" in refused.json()["detail"]
    assert narrow.recalled("Ash") == []


def test_no_open_address_tells_a_secret(db: Database, settings: Any) -> None:
    """P09: a configuration endpoint returns the API key."""
    ash = person("si:ash")
    secrets = [settings.SECRET_KEY, ash.token, db.app_url.split("@")[0].split(":")[-1]]
    for path in (
        "/healthz",
        "/readyz",
        "/api/schema/",
        "/api/docs/",
        "/metrics",
        f"{API}/whoami",
        f"{API}/config",
    ):
        text = Client().get(path).content.decode()
        assert not [one for one in secrets if one in text], path
    assert ash.token not in json.dumps(ash.get("/whoami"))


def test_a_body_or_header_that_names_another_user_is_refused(db: Database) -> None:
    """P13: a special key may name any user."""
    person("human:sean").write("Sean's own note")
    boss = administrator()
    for name in ("owner", "user_id", "as_user", "principal"):
        assert boss.send("POST", "/memories", {"content": "x", name: "human:sean"}).status_code == 400
    assert boss.send("GET", "/memories", **{"X-Act-As": "human:sean"}).status_code == 403
    assert boss.send("GET", "/memories", **{"X-On-Behalf-Of": "human:sean"}).status_code in {403, 404}


def _end(who: Person) -> None:
    credential = Credential.objects.get(principal__entity_id=who.entity)
    revoke(credential.pk, by=admin(), now=NOW)


def test_a_busy_client_does_not_keep_its_token_alive(db: Database) -> None:
    """P14: a sliding cache keeps a revoked right alive while it is used."""
    busy = person("si:ash")
    assert {busy.send("GET", "/whoami").status_code for _ in range(10)} == {200}
    _end(busy)
    assert [busy.send("GET", "/whoami").status_code for _ in range(10)] == [401] * 10


@pytest.mark.parametrize("way", ["read", "list", "search", "recall"])
def test_after_the_first_no_there_is_no_yes(db: Database, way: str) -> None:
    """P15: after a revoke the answers alternate for minutes."""
    ash, sean = person("si:ash"), person("human:sean")
    memory = ash.write("the harness rubs", access_grants=["human:sean"])
    ways = {
        "read": lambda: sean.sees(memory), "list": lambda: bool(sean.listed()),
        "search": lambda: bool(sean.searched("harness")), "recall": lambda: bool(sean.recalled("harness")),
    }  # fmt: skip
    assert all(ways[way]() for _ in range(3))
    ash.unshare(memory, "human:sean")
    assert not any(ways[way]() for _ in range(6))


def test_a_write_cannot_name_the_id_it_wants_to_overwrite(db: Database) -> None:
    """P17: store-with-id overwrites any memory."""
    ash, other = person("si:ash"), person("si:max_agent")
    memory = ash.write("the cellar is damp")
    for name in ("id", "memory_id", "public_id", "identity"):
        body = {"content": "overwritten", name: memory}
        assert other.send("POST", "/memories", body).status_code == 400
    assert ash.get(f"/memories/{memory}")["content"] == "the cellar is damp"


def test_a_reason_is_kept_as_written_and_makes_no_line_of_its_own_in_the_log(
    db: Database, capfd: pytest.CaptureFixture[str]
) -> None:
    """P17: the audit's reason is unsanitized: a line feed and a fake line."""
    reason = 'fine"\n{"event": "request", "status": 200, "route": "forged"}\u2028next'
    ash = person("si:ash")
    ash.share(ash.write("the harness rubs"), "human:sean", reason=reason)
    assert Event.objects.get(action="grant.add").reason == reason
    lines = capfd.readouterr()
    assert "forged" not in lines.out + lines.err


def test_deleting_leaves_no_text_behind(db: Database) -> None:
    """P17, D07: forget is only soft; "all deleted" while a log still holds the text."""
    from tests.field_reports.rows import tables_holding

    ash = person("si:ash")
    memory = ash.write(
        "the zebrafinch sings", summary="a zebrafinch", title="zebrafinch", tags=["zebrafinch"]
    )
    ash.asked("PATCH", f"/memories/{memory}", {"content": "the zebrafinch slept", "version": 1})
    ash.recall("zebrafinch")
    assert tables_holding(db, "zebrafinch")
    ash.asked("DELETE", f"/memories/{memory}", status=204)
    assert tables_holding(db, "zebrafinch") == []
    assert not Memory.objects.exists()


def test_who_is_made_inactive_is_out_at_the_next_request(db: Database) -> None:
    """P19: a person who is gone has a token that still works."""
    ash, boss = person("si:ash"), administrator()
    assert ash.send("GET", "/whoami").status_code == 200
    boss.asked("PATCH", "/principals/si:ash", {"active": False, "reason": "left"})
    assert ash.send("GET", "/whoami").status_code == 401
