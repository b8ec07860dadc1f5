"""Bella's story over HTTP with tokens, as the handbook tells it, and each step of it on record."""

from __future__ import annotations

from typing import Any

from profiles.services import custody, principals
from tests.doors.stage import Got, Plain, Stage

ASH, BELLAS, MAX, LUNA, SEAN = "si:ash", "si:bella_agent", "si:max_agent", "si:luna_agent", "human:sean"
CAST = (ASH, BELLAS, MAX, LUNA, SEAN, "vet:dr_smith", "dog:bella", "si:new_vet")
HEALTH, PARK = "ctx:bella_health", "ctx:dog_park"
MURMUR = "Bella has a grade 2 heart murmur"
QUESTION = "How is Bella's heart murmur?"


class Telling:
    """The story as it goes: who did what, and with which request."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.steps: list[tuple[str, str, str]] = []
        now, by = stage.clock(), stage.admin()
        people = {entity: principals.create(entity, by=by, now=now).pk for entity in CAST}
        custody.appoint(people["dog:bella"], people[SEAN], by=by, now=now)

    def does(self, who: str, action: str, method: str, path: str, body: Plain | None = None) -> Got:
        """Let someone send a request that the audit is to know as `action`."""
        self.stage.clock.advance(minutes=1)
        found = self.stage.http(self.stage.token(who), method, path, body)
        self.steps.append((who, action, found.request_id))
        return found

    def enters(self, who: str, context: str, role: str | None, *others: str) -> str:
        body = {"role": role, "participants": [{"entity": one, "role": None} for one in others]}
        found = self.does(who, "context.enter", "POST", f"contexts/{context}/enter", body)
        assert found.status == 200, found
        session: str = found.body["context_session"]
        return session

    def recalls(self, who: str, session: str | None) -> set[str]:
        body = {"query": QUESTION, "context_session": session}
        found = self.does(who, "memory.recall", "POST", "recall", body)
        assert found.status == 200, found
        assert ("murmur" in str(found.body["messages"])) == bool(found.body["items"])
        return {one["memory_id"] for one in found.body["items"]}

    def on_record(self) -> list[tuple[str, str, str]]:
        """Return the steps that the audit has under the request that did them."""
        token = self.stage.token("human:admin", "audit")
        found = []
        for who, action, request_id in self.steps:
            rows = self.stage.http(token, "GET", "audit/events", request_id=request_id).body["items"]
            found += [
                (who, action, request_id) for row in rows if (row["actor"], row["action"]) == (who, action)
            ]
        return found


def test_bellas_heart_is_known_in_her_context_alone_until_consent_ends(stage: Stage) -> None:
    story = Telling(stage)
    health = story.enters(ASH, HEALTH, "care_agent", SEAN, BELLAS)

    told = tells(story, health)
    memory = told["id"]
    assert told["access_grants"] == [SEAN, ASH]  # who speaks for Bella needs nobody's word
    assert {one["grantee"] for one in told["pending_grants"]} == {BELLAS, HEALTH}

    inside = story.enters(BELLAS, HEALTH, None)
    assert story.recalls(BELLAS, inside) == set()
    consent = agrees(story)
    assert story.recalls(BELLAS, inside) == {memory}
    assert story.recalls(SEAN, None) == {memory}

    assert_the_park_hears_nothing(story)
    story.does(SEAN, "consent.revoke", "POST", f"consents/{consent}/revoke", {"reason": "enough is known"})
    assert story.recalls(BELLAS, inside) == set()
    assert_gone(story, memory)
    assert story.recalls(ASH, None) == {memory}
    assert story.on_record() == story.steps


def assert_the_park_hears_nothing(story: Telling) -> None:
    park = story.enters(ASH, PARK, "friend", MAX, LUNA)
    assert story.recalls(ASH, park) == set()  # its own, but not to be said there
    assert story.recalls(MAX, story.enters(MAX, PARK, None)) == set()
    assert story.recalls(MAX, None) == set()


def assert_gone(story: Telling, memory: str) -> None:
    gone = story.does(BELLAS, "request.refused", "GET", f"memories/{memory}")
    unknown = story.stage.http(story.stage.token(BELLAS), "GET", "memories/mem_" + "0" * 32)
    assert (gone.status, without_id(gone)) == (404, without_id(unknown))


def tells(story: Telling, session: str) -> dict[str, Any]:
    """Let the agent write down what the vet told."""
    body = {
        "content": MURMUR,
        "source_entity": "vet:dr_smith",
        "subject_ids": ["dog:bella"],
        "context_session": session,
        "source": {"type": "user_message"},
    }
    found = story.does(ASH, "memory.create", "POST", "memories", body)
    assert found.status == 201, found
    fields: dict[str, Any] = found.body
    return fields


def agrees(story: Telling) -> str:
    """Let sean agree to what is said of Bella in her health context."""
    body = {"grantor": SEAN, "grantee": HEALTH, "scope": HEALTH, "purpose": "care"}
    found = story.does(SEAN, "consent.record", "POST", "consents", body)
    assert (found.status, found.body["status"], found.body["evidence"]) == (201, "active", "verified")
    public_id: str = found.body["id"]
    return public_id


def without_id(got: Got) -> Plain:
    return {name: value for name, value in got.body.items() if name != "request_id"}


def test_a_new_vet_learns_of_it_once_sean_agrees_and_nothing_after_the_grant_is_taken_back(
    stage: Stage,
) -> None:
    story = Telling(stage)
    memory = tells(story, story.enters(ASH, HEALTH, "care_agent", SEAN))["id"]
    wish = {"grantee": "si:new_vet", "consent": [SEAN], "reason": "a second opinion"}

    shared = story.does(ASH, "grant.add", "POST", f"memories/{memory}/grants", wish)
    assert (shared.status, shared.body["effective"]) == (201, False)  # the agent's word is a request
    assert story.recalls("si:new_vet", None) == set()
    refused = story.does(
        ASH, "request.refused", "POST", f"memories/{memory}/grants", wish | {"require": True}
    )
    assert (refused.status, refused.body["code"]) == (409, "consent_required")

    requests = stage.http(stage.token(SEAN), "GET", "consents", status="requested").body["items"]
    (asked,) = [one for one in requests if one["grantee"] == "si:new_vet"]
    story.does(SEAN, "consent.approve", "POST", f"consents/{asked['id']}/approve", {"reason": "she may know"})
    assert story.recalls("si:new_vet", None) == {memory}
    audit = stage.http(stage.token(SEAN), "GET", "privacy/audit", subject="dog:bella").body["items"]
    assert "si:new_vet" in str(audit) and MURMUR not in str(audit)

    story.does(ASH, "grant.revoke", "DELETE", f"memories/{memory}/grants/si:new_vet")
    assert story.recalls("si:new_vet", None) == set()
    assert story.on_record() == story.steps
