"""The directory run from the pages: made, vouched for, given tokens; one's own sessions; the first steps."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from django.test import Client

from memory_admin.first_steps import steps
from profiles.models import Credential, Custodian, Principal
from tests.cast import CUSTODIAN, GRANTEE, OWNER, principal
from tests.pages.stage import OUTSIDER, STAFF, Scene, signed_in
from tests.safety.outside import client as over_rest
from tests.safety.outside import token_of

LUNA = "si:luna_agent"


@pytest.fixture
def boss(scene: Scene) -> Client:
    return signed_in(STAFF["administrator"], "administrator")


def token_on(text: str) -> str:
    """Return the token a page shows."""
    found = re.search(r'<pre id="token">([^<]+)</pre>', text)
    assert found is not None
    return found[1]


def issued(boss: Client, entity: str) -> str:
    form = {
        "label": "a try",
        "scopes": ["memory", "recall", "validate", "trust"],
        "max_provenance": "tool_derived",
    }
    return token_on(boss.post(f"/principals/{entity}/tokens/new/", form).content.decode())


def test_an_agent_is_made_and_its_token_works_and_is_shown_once(boss: Client) -> None:
    assert boss.post("/principals/new/", {"id": LUNA, "display_name": "Luna's agent"}).status_code == 302
    token = issued(boss, LUNA)
    assert over_rest(token).get("/api/v1/whoami").json()["principal"] == LUNA
    assert token not in boss.get(f"/principals/{LUNA}/").content.decode()


def test_a_scope_says_what_it_allows_and_a_token_names_the_application_it_is_for(boss: Client) -> None:
    """Seen failing when scopes were bare words, and every token of the pages was one of "pages"."""
    text = boss.get(f"/principals/{GRANTEE}/tokens/new/").content.decode()
    assert "grant: share its memories, and take that back" in text and "memory-admin token create" in text
    assert over_rest(issued(boss, GRANTEE)).get("/api/v1/whoami").json()["application"] == ""
    form = {"label": "b", "scopes": ["memory"], "max_provenance": "tool_derived", "application": "walker"}
    token = token_on(boss.post(f"/principals/{GRANTEE}/tokens/new/", form).content.decode())
    assert over_rest(token).get("/api/v1/whoami").json()["application"] == "walker"


@pytest.mark.parametrize(("entity", "status"), [("", 400), ("luna", 422), ("si:bella_agent", 409)])
def test_one_that_cannot_be_made_says_why(boss: Client, entity: str, status: int) -> None:
    answer = boss.post("/principals/new/", {"id": entity, "display_name": "kept words"})
    assert answer.status_code == status and "kept words" in answer.content.decode()


def test_a_token_stops_after_its_effect_was_shown(boss: Client) -> None:
    token = issued(boss, GRANTEE)
    page = f"/principals/{GRANTEE}/tokens/{Credential.objects.get().pk}"
    assert "It ends at its next request, for good" in boss.get(f"{page}/revoke/").content.decode()
    assert boss.post(f"{page}/pause/", {"reason": ""}).status_code == 400
    for verb, status in (("pause", 401), ("resume", 200), ("revoke", 401)):
        assert boss.post(f"{page}/{verb}/", {"reason": "a test"}).status_code == 302
        assert over_rest(token).get("/api/v1/whoami").status_code == status


@pytest.mark.parametrize("who", [CUSTODIAN, OUTSIDER, *STAFF.values()])
@pytest.mark.parametrize("verb", ["pause", "resume", "revoke"])
def test_a_token_of_another_is_for_an_administrator_alone(scene: Scene, who: str, verb: str) -> None:
    token_of(GRANTEE)
    roles = {name: role for role, name in STAFF.items() if role != "administrator"}
    address = f"/principals/{GRANTEE}/tokens/{Credential.objects.get().pk}/{verb}/"
    client = signed_in(who, roles.get(who, ""))
    assert {client.get(address).status_code, client.post(address, {"reason": "x"}).status_code} == {404}
    kept = Credential.objects.get()
    assert (kept.paused_at, kept.revoked_at) == (None, None)


def test_a_custodian_is_appointed_and_dismissed_with_the_effect_first(boss: Client) -> None:
    page = "/principals/dog:bella/change"
    assert "agrees and refuses in its name" in boss.get(f"{page}/custodian/").content.decode()
    given = {"other": OUTSIDER, "reason": "moved in"}
    assert boss.post(f"{page}/custodian/", given).status_code == 302
    assert boss.post(f"{page}/custodian/", given).status_code == 409
    assert Custodian.objects.filter(custodian__entity_id=OUTSIDER, until=None).exists()
    assert boss.post(f"{page}/dismiss/", given).status_code == 302
    assert not Custodian.objects.filter(custodian__entity_id=OUTSIDER, until=None).exists()


def test_one_merged_names_the_other_and_nobody_twice(boss: Client) -> None:
    principal("human:sea_n")
    page = "/principals/human:sea_n/change/merge/"
    assert boss.post(page, {"other": "", "reason": "twice"}).status_code == 422
    assert boss.post(page, {"other": "human:none", "reason": "twice"}).status_code == 404
    assert boss.post(page, {"other": CUSTODIAN, "reason": "twice"}).status_code == 302
    assert Principal.objects.get(entity_id="human:sea_n").merged_into == principal(CUSTODIAN)


@pytest.mark.parametrize("verb", ["verify", "unverify", "deactivate", "merge", "custodian", "dismiss"])
@pytest.mark.parametrize(("who", "role"), [(CUSTODIAN, ""), (STAFF["reviewer"], "reviewer")])
def test_only_an_administrator_changes_the_directory(scene: Scene, who: str, role: str, verb: str) -> None:
    form = {"other": OWNER, "reason": "mine"}
    assert signed_in(who, role).post(f"/principals/dog:bella/change/{verb}/", form).status_code == 403
    bella = Principal.objects.get(entity_id="dog:bella")
    assert bella.active and bella.verified_at and bella.merged_into is None


def test_a_session_elsewhere_is_ended_and_nobody_elses_is_seen(scene: Scene) -> None:
    here, there, other = signed_in(CUSTODIAN), signed_in(CUSTODIAN), signed_in(OUTSIDER)
    names = re.findall(r'name="session" value="(\w+)"', here.get("/my-sessions/").content.decode())
    assert len(names) == 2
    assert here.get("/my-sessions/").content.decode().count('data-label="Since"><time datetime="') == 2
    assert other.post("/my-sessions/end/", {"session": names[0]}).status_code == 302
    assert here.get("/").status_code == there.get("/").status_code == 200
    assert here.post("/my-sessions/end/", {"session": ""}).headers["Location"] == "/sign-in/"
    assert {here.get("/").status_code, there.get("/").status_code} == {302}
    assert other.get("/").status_code == 200


def test_the_first_steps_are_offered_until_something_was_recalled(db: object) -> None:
    boss = signed_in(STAFF["administrator"], "administrator")
    assert "Take the first steps" in boss.get("/").content.decode()
    text = boss.get("/first-steps/").content.decode()
    assert text.count("to do") == 4 and "memory-admin principal create si:luna_agent" in text


def test_the_lines_of_the_first_steps_are_ones_a_shell_takes(boss: Client) -> None:
    """Seen failing when "an administrator's token" in one broke its quotes, and it named one there was."""
    taken = [shlex.split(line) for step in steps() for line in (step.curl, step.cli)]
    assert [words[0] for words in taken] == ["curl", "memory-admin"] * 4
    assert json.loads(taken[0][-1]) == {"id": "si:luna_agent"}
    principal("si:luna_agent")
    assert json.loads(shlex.split(steps()[0].curl)[-1]) == {"id": "si:max_agent"}
