"""Learning what somebody answered, or displacing whose answer counts, by looking at one's own memory."""

from __future__ import annotations

from typing import Any

from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian, principal
from tests.safety.stages import SCOPES, ask, token

KEYS = ("consent_grants", "pending_grants", "access_grants", "scope")


def _memory(bearer: str, memory: str) -> dict[str, Any]:
    body = ask(bearer, "GET", f"memories/{memory}").json()
    return {key: body[key] for key in KEYS}


def test_the_owner_of_a_memory_cannot_tell_a_denial_from_silence(db: Any) -> None:
    custodian("dog:bella", CUSTODIAN)
    owner, sean = token(OWNER), token(CUSTODIAN)
    body = {"content": "Bella has a murmur", "access_grants": [GRANTEE]}
    memory = ask(owner, "POST", "memories", body).json()["id"]
    before = _memory(owner, memory)
    asked = ask(sean, "GET", "consents?status=requested").json()["items"]
    assert len(asked) == 1
    assert ask(sean, "POST", f"consents/{asked[0]['id']}/deny", {"reason": "no"}).status_code == 200
    assert _memory(owner, memory) == before


def test_what_has_expired_is_not_brought_back_by_asking_as_of_earlier(db: Any) -> None:
    owner, outsider = token(OWNER), token(OUTSIDER)
    body = {
        "content": "The gate code is taped inside",
        "access_grants": ["*"],
        "occurred_at": "2024-01-01T00:00:00Z",
        "valid_until": "2025-01-01T00:00:00Z",
    }
    assert ask(owner, "POST", "memories", body).status_code == 201
    asked = {"query": "gate code", "as_of": "2024-06-01T00:00:00Z"}
    assert ask(outsider, "POST", "recall", asked).json()["items"] == []
    assert len(ask(owner, "POST", "recall", asked).json()["items"]) == 1


def test_naming_oneself_as_a_subject_does_not_displace_the_source(db: Any) -> None:
    principal("vet:dr_smith")
    owner, outsider = token(OWNER), token(OUTSIDER)
    body = {"content": "Told in confidence", "source_entity": "vet:dr_smith", "access_grants": ["*"]}
    memory = ask(owner, "POST", "memories", body).json()["id"]
    assert ask(outsider, "GET", f"memories/{memory}").status_code == 404
    edited = ask(owner, "PATCH", f"memories/{memory}", {"version": 1, "subject_ids": [OWNER]})
    assert (edited.status_code, edited.json()["code"]) == (422, "refused")
    assert ask(outsider, "GET", f"memories/{memory}").status_code == 404


def test_a_memory_about_oneself_alone_still_asks_whoever_told_it(db: Any) -> None:
    # Mutant seen failing: decide.py and decisions.sql without the owner-alone clause.
    principal("vet:dr_smith")
    owner, outsider, vet = token(OWNER), token(OUTSIDER), token("vet:dr_smith")
    body = {"content": "Told in confidence", "source_entity": "vet:dr_smith", "subject_ids": [OWNER]}
    made = ask(owner, "POST", "memories", {**body, "access_grants": ["*"]}).json()
    assert made["pending_grants"] == [{"grantee": "*", "missing_consent_from": ["vet:dr_smith"]}]
    assert ask(outsider, "GET", f"memories/{made['id']}").status_code == 404
    given = {"grantor": "vet:dr_smith", "grantee": "*", "scope": f"memory:{made['id']}", "purpose": "care"}
    assert ask(vet, "POST", "consents", given).status_code in {201, 404}
    requests = ask(vet, "GET", "consents?status=requested").json()["items"]
    for one in requests:
        ask(vet, "POST", f"consents/{one['id']}/approve", {"reason": "fine"})
    assert ask(outsider, "GET", f"memories/{made['id']}").status_code == 200


def test_writing_it_again_with_oneself_as_subject_does_not_displace_the_source(db: Any) -> None:
    principal("vet:dr_smith")
    owner, outsider = token(OWNER), token(OUTSIDER)
    body = {"content": "Told in confidence", "source_entity": "vet:dr_smith", "access_grants": ["*"]}
    memory = ask(owner, "POST", "memories", body).json()["id"]
    ask(owner, "POST", "memories", {**body, "subject_ids": [OWNER]})
    assert ask(outsider, "GET", f"memories/{memory}").status_code == 404


def test_a_metadata_rendering_keeps_the_owners_redactions(db: Any) -> None:
    owner, outsider = token(OWNER), token(OUTSIDER)
    body = {
        "content": "x y z",
        "title": "Call 5551234 at the Heron hotel",
        "tags": ["heron", "travel"],
        "trust": 0.3,
        "access_grants": ["*"],
        "redactions": [
            {"field": "title", "pattern": "\\d{7}|Heron", "replacement": "[private]"},
            {"field": "tags", "pattern": "heron"},
        ],
    }
    memory = ask(owner, "POST", "memories", body).json()["id"]
    seen = ask(outsider, "GET", f"memories/{memory}")
    assert seen.json()["tier"] == "metadata"
    assert "5551234" not in seen.content.decode()
    assert "eron" not in seen.content.decode()


def test_another_token_of_the_same_agent_does_not_assert_in_its_own_favour(db: Any) -> None:
    principal(CUSTODIAN)
    principal(GRANTEE)
    token(OWNER, act_as=(GRANTEE,))
    asserting = token(OWNER, *SCOPES, f"consent:record:{CUSTODIAN}")
    body = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "all", "purpose": "care"}
    assert ask(asserting, "POST", "consents", body).status_code == 202


def test_who_asserts_a_consent_for_another_is_answered_with_it(db: Any) -> None:
    principal(CUSTODIAN)
    principal(GRANTEE)
    asserting = token(OWNER, *SCOPES, f"consent:record:{CUSTODIAN}")
    body = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "all", "purpose": "care"}
    made = ask(asserting, "POST", "consents", body)
    assert (made.status_code, made.json()["status"], made.json()["evidence"]) == (201, "active", "asserted")


def test_a_write_does_not_assert_consent_in_favour_of_a_context_the_writer_sits_in(db: Any) -> None:
    principal(CUSTODIAN)
    asserting = token(OWNER, *SCOPES, f"consent:record:{CUSTODIAN}")
    assert ask(asserting, "POST", "contexts", {"id": "ctx:den"}).status_code == 201
    body = {"content": "Sean naps", "subject_ids": [CUSTODIAN], "access_grants": ["ctx:den"]}
    written = ask(asserting, "POST", "memories", {**body, "consent_grants": [CUSTODIAN]}).json()
    assert written["access_grants"] == []


def test_a_redaction_that_cannot_be_read_is_refused_and_is_not_printed(db: Any, capfd: Any) -> None:
    body = {"content": "x", "title": "Heron", "trust": 0.3, "access_grants": ["*"]}
    rules = [{"field": "title", "pattern": "(unreadable"}]
    asker = token(OWNER)
    assert ask(asker, "POST", "memories", {**body, "redactions": rules}).status_code == 400
    assert ask(asker, "GET", "memories").json()["items"] == []
    assert "unreadable" not in "".join(capfd.readouterr())
