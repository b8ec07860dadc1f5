"""Whose a memory is and who wrote it stay what they were; one name is one entity."""

from __future__ import annotations

from consent.models import Memory
from profiles.models import Principal
from profiles.rules.credentials import CredentialSpec
from profiles.services.credentials import issue
from tests.cast import NOW, admin, principal
from tests.conftest import Database
from tests.field_reports.people import Person, person


def test_metadata_does_not_reassign_the_owner(db: Database) -> None:
    """U01: an update's metadata can reassign the owner."""
    ash = person("si:ash")
    memory = ash.write("the harness rubs")
    for name in ("user_id", "owner", "Owner-ID", "agent_id", "provenance", "Trust"):
        body = {"metadata": {name: "si:other"}, "version": 1}
        assert ash.send("PATCH", f"/memories/{memory}", body).status_code == 422, name
    assert ash.get(f"/memories/{memory}")["owner"] == "si:ash"
    assert ash.get(f"/memories/{memory}")["version"] == 1


def _acting_as(entity: str, whom: str) -> Person:
    spec = CredentialSpec(label="helper", scopes=("memory",), act_as=(principal(whom).entity_id,))
    _, token = issue(principal=principal(entity), spec=spec, by=admin(), now=NOW)
    return Person(entity, token)


def test_the_first_author_stays_and_the_editor_is_recorded(db: Database) -> None:
    """U02: a second actor's update erases the first author."""
    alice, bob = person("si:alice"), _acting_as("si:bob", "si:alice")
    memory = alice.write("the harness rubs")
    body = {"content": "the harness rubs less", "version": 1}
    assert bob.send("PATCH", f"/memories/{memory}", body, **{"X-Act-As": "si:alice"}).status_code == 200
    kept = Memory.objects.select_related("owner").get()
    assert kept.owner.entity_id == "si:alice"
    assert kept.author_id == principal("si:alice").pk
    assert kept.editor_id == principal("si:bob").pk
    assert alice.listed(owner="si:alice") == {"the harness rubs less"}


def test_changing_the_text_keeps_everything_else(db: Database) -> None:
    """U03: a text update loses custom metadata."""
    ash = person("si:ash")
    own = {
        "metadata": {"category": "gear", "priority": 2},
        "tags": ["gear"],
        "title": "Harness",
        "trust": 0.5,
    }
    memory = ash.write("the harness rubs", **own)
    changed = ash.asked("PATCH", f"/memories/{memory}", {"content": "it fits now", "version": 1})
    assert {name: changed[name] for name in own} == own


def test_one_agent_in_any_case_is_one_agent(db: Database) -> None:
    """U05: a mixed-case agent reads another document than the platform writes."""
    bot, platform = person("si:mybot"), person("si:platform")
    platform.write("your style is brief", access_grants=["si:MyBot"], source_entity="si:PLATFORM")
    assert bot.recalled("style") == ["your style is brief"]
    assert Principal.objects.filter(entity_id__iexact="si:mybot").count() == 1


def test_a_slash_or_an_address_is_no_name_so_it_cannot_be_two(db: Database) -> None:
    """U07, U09: `agent/ns` never equals `agent__NS__ns`; a trailing slash or case makes two agents."""
    ash = person("si:ash")
    for name in ("si:agent/ns", "https://a/", "https://A", "si:a\\b", "si:a b", "si:a\u200bb"):
        answer = ash.send("POST", "/memories", {"content": "x", "access_grants": [name]})
        assert answer.status_code == 400, name
        assert list(answer.json()["errors"]) == ["access_grants.0"]
    memory = ash.write("the harness rubs")
    refused = ash.send("POST", f"/memories/{memory}/grants", {"grantee": "si:a/b"})
    assert "U+002F SOLIDUS" in refused.json()["errors"]["grantee"][0]


def test_spaces_around_and_composed_letters_are_the_same_name(db: Database) -> None:
    """U07: ids are made canonical before they are compared."""
    ash = person("si:ash")
    memory = ash.write("a caf\u00e9 in the park", access_grants=[" human:rene\u0301 ", "human:REN\u00c9"])
    assert ash.get(f"/memories/{memory}")["access_grants"] == ["human:ren\u00e9"]
