"""Whoever says why is found to have said so: the reason of a change stands in its event, by whatever door."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from tests.cast import OWNER, principal
from tests.profiles.test_commands import answered
from tests.safety.outside import client, token_of

HERE = "/api/v1/principals"


@pytest.fixture
def boss(db: Any) -> Any:
    """A person who administers, and whom it may concern."""
    for one in ("human:luna", "human:sean", "dog:bella", "group:care_team", OWNER):
        principal(one)
    return client(token_of("human:luna", "principals", "admin"))


def why(action: str) -> str:
    """Return the reason of the newest event of an action."""
    return Event.objects.filter(action=action).latest("pk").reason


def done(answer: Any) -> Any:
    assert answer.status_code in {200, 201, 204}, answer.content
    return answer.json() if answer.content else {}


def test_a_memory_is_forgotten_for_a_reason(boss: Any) -> None:
    """Seen failing when an agent's `?reason=` was an unknown parameter."""
    ash = client(token_of(OWNER))
    kept = done(ash.post("/api/v1/memories", {"content": "Long walks are good"}, format="json"))["id"]
    done(ash.delete(f"/api/v1/memories/{kept}?reason=told%20in%20error"))
    assert why("memory.delete") == "told in error"


def test_what_belongs_to_a_principal_comes_and_goes_for_a_reason(boss: Any) -> None:
    """Seen failing when a reason was an unknown field or parameter."""
    sean, bella, team = f"{HERE}/human:sean", f"{HERE}/dog:bella", f"{HERE}/group:care_team"
    alias = done(boss.post(f"{bella}/aliases", {"text": "Bells", "reason": "her call name"}, format="json"))[
        "id"
    ]
    assert why("alias.add") == "her call name"
    done(boss.delete(f"{bella}/aliases/{alias}?reason=no%20longer"))
    assert why("alias.remove") == "no longer"
    account = {"provider": "telegram", "external_id": "42", "reason": "seen in person"}
    bound = done(boss.post(f"{sean}/identities", account, format="json"))["id"]
    assert why("identity.bind") == "seen in person"
    done(boss.delete(f"{sean}/identities/{bound}?reason=lost%20it"))
    assert why("identity.unbind") == "lost it"
    done(boss.post(f"{team}/memberships", {"member": "human:sean"}, format="json"))
    done(boss.delete(f"{team}/memberships/human:sean?reason=moved"))
    assert why("membership.end") == "moved"
    done(boss.post(f"{bella}/custodians", {"custodian": "human:sean"}, format="json"))
    done(boss.delete(f"{bella}/custodians/human:sean?reason=gave%20her%20away"))
    assert why("custodian.end") == "gave her away"


def test_an_alias_is_approved_for_a_reason(boss: Any) -> None:
    himself = client(token_of("human:sean", "principals"))
    proposed = done(himself.post(f"{HERE}/human:sean/aliases", {"text": "Seanie"}, format="json"))["id"]
    asked = {"reason": "it is what they call him"}
    done(boss.post(f"{HERE}/human:sean/aliases/{proposed}/approve", asked, format="json"))
    assert why("alias.add") == "it is what they call him"


def test_the_command_line_keeps_the_reason_it_takes(boss: Any, capsys: Any) -> None:
    """Seen failing when `--reason` of a new alias and account was taken and lost."""
    answered(capsys, "principal", "alias", "dog:bella", "Belli", "--reason", "the vet calls her so")
    assert why("alias.add") == "the vet calls her so"
    answered(capsys, "principal", "identity", "human:sean", "telegram", "43", "--reason", "showed his phone")
    assert why("identity.bind") == "showed his phone"
