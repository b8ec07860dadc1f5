"""Trust on the pages, and what a review leads to: each with its effect shown first, then done once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from consent.models import Memory, TrustRelationship, TrustRequest, TrustSuggestion
from consent.rules.trusting import Pair, Terms
from consent.services import trust_requests
from consent.services.memories import create
from consent.services.trust import set_trust
from profiles.models import Credential
from tests.cast import CUSTODIAN, GRANTEE, OWNER, caller, draft, principal
from tests.pages.stage import OUTSIDER, SECRET, STAFF, Scene, signed_in
from tests.safety.outside import token_of

PAIR = f"/trust/{CUSTODIAN}/{GRANTEE}/"


@pytest.fixture
def shown(scene: Scene) -> Scene:
    """Three memories of sean's that the agent sees whole."""
    for number in range(3):
        create(
            draft(f"Run {number}.", access_grants=(GRANTEE,)),
            by=caller(CUSTODIAN, is_agent=False),
            now=scene.now,
        )
    return scene


def sean() -> Client:
    return signed_in(CUSTODIAN)


def staff(role: str) -> Client:
    return signed_in(STAFF[role], role)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def values() -> list[float | None]:
    return list(TrustRelationship.objects.order_by("pk").values_list("base_trust", flat=True))


def trust(base: float, **terms: object) -> None:
    by = caller(CUSTODIAN, is_agent=False)
    set_trust(Pair(CUSTODIAN, GRANTEE), Terms(base, **terms), by=by, now=timezone.now())  # type: ignore[arg-type]


def test_setting_trust_shows_what_it_would_do_and_then_does_it_once(shown: Scene) -> None:
    client, sent = sean(), {"base_trust": "0.25", "reason": "less is enough", "version": "0"}
    asked = client.post(f"{PAIR}set/", sent).content.decode()
    assert "<strong>3</strong> shown as metadata instead of full" in asked and values() == []
    assert client.post(f"{PAIR}set/", sent | {"sure": "yes"}).status_code == 302
    assert values() == [0.25]
    stale = client.post(f"{PAIR}set/", sent | {"sure": "yes"})
    assert stale.status_code == 409 and "less is enough" in stale.content.decode()
    text = text_of(client, PAIR)
    assert "less is enough" in text and "<h2>History</h2>" in text


def test_what_cannot_be_read_is_said_with_what_was_typed(shown: Scene) -> None:
    answer = sean().post(f"{PAIR}set/", {"base_trust": "2", "reason": "typed", "version": "0"})
    assert answer.status_code == 400 and 'value="typed"' in answer.content.decode()


def test_the_table_and_the_matrix_show_each_reader_its_own(shown: Scene) -> None:
    trust(0.5, strict_mode=True)
    for address in ("/trust/", "/trust/matrix/"):
        assert GRANTEE in text_of(sean(), address) and GRANTEE in text_of(staff("auditor"), address)
        assert GRANTEE not in text_of(signed_in(OUTSIDER), address)
    assert "strict" in text_of(sean(), "/trust/matrix/")
    assert "No relationship fits" in text_of(sean(), "/trust/?owner=human:kim")


def test_an_auditor_looks_and_sets_nothing(shown: Scene) -> None:
    client = staff("auditor")
    assert "Set it" not in text_of(client, PAIR)
    refused = client.post(f"{PAIR}set/", {"base_trust": "0.1", "version": "0", "sure": "yes", "reason": "x"})
    assert refused.status_code == 404 and values() == []


def test_an_administrator_sets_it_with_a_reason(shown: Scene) -> None:
    client, sent = staff("administrator"), {"base_trust": "0.5", "version": "0", "sure": "yes"}
    assert client.post(f"{PAIR}set/", sent).status_code == 422
    assert client.post(f"{PAIR}set/", sent | {"reason": "after a leak"}).status_code == 302
    assert values() == [0.5]


def test_a_request_is_answered_on_the_page(shown: Scene) -> None:
    trust_requests.request(Pair(CUSTODIAN, GRANTEE), 0.9, "to help", by=caller(GRANTEE), now=timezone.now())
    public = f"trq_{TrustRequest.objects.get().public_id.hex}"
    assert "to help" in text_of(sean(), "/trust/waiting/")
    assert "to help" not in text_of(signed_in(OUTSIDER), "/trust/waiting/")
    assert signed_in(OUTSIDER).post(f"/trust/waiting/{public}/", {"answer": "accept"}).status_code == 404
    assert sean().post(f"/trust/waiting/{public}/", {"answer": "accept"}).status_code == 302
    assert values() == [0.9]


def test_a_person_asks_for_trust_in_itself_on_the_page(shown: Scene) -> None:
    by = caller(CUSTODIAN, is_agent=False)
    set_trust(Pair(CUSTODIAN, OUTSIDER), Terms(0.25), by=by, now=timezone.now())
    page = f"/trust/{CUSTODIAN}/{OUTSIDER}/"
    client = signed_in(OUTSIDER)
    assert "Ask for another" in text_of(client, page)
    assert client.post(f"{page}request/", {"wanted": "1", "reason": "please"}).status_code == 302
    assert TrustRequest.objects.get().wanted == 1.0 and values() == [0.25]
    assert client.post(f"{page}set/", {"base_trust": "1", "version": "1", "sure": "yes"}).status_code == 403
    assert values() == [0.25]


def test_a_suggestion_is_shown_with_its_evidence_and_answered(shown: Scene) -> None:
    suggestion = TrustSuggestion.objects.create(
        owner=principal(CUSTODIAN), accessor=principal(GRANTEE), base_trust=1.0, suggested=0.75,
        evidence={"violations": [shown.own_violation], "severities": ["high"]}, at=shown.now,
    )  # fmt: skip
    text = text_of(sean(), "/trust/waiting/")
    assert "1 confirmed violation" in text and f"/violations/{shown.own_violation}/" in text
    public = f"tsg_{suggestion.public_id.hex}"
    assert sean().post(f"/trust/waiting/{public}/", {"answer": "accept", "reason": "yes"}).status_code == 302
    assert values() == [0.75]


def test_from_a_review_trust_is_lowered_a_step(shown: Scene) -> None:
    page = text_of(staff("administrator"), f"/violations/{shown.own_violation}/")
    link = f"{PAIR}lower/?because={shown.own_violation}"
    assert link in page and "Pause the agent" in page and "Quarantine the memory" in page
    asked = text_of(staff("administrator"), link)
    assert f"{CUSTODIAN} would trust {GRANTEE} 0.75" in asked and f"After {shown.own_violation}" in asked
    assert values() == []


def test_from_a_review_a_memory_is_quarantined_and_let_back_in(shown: Scene) -> None:
    memory = Memory.objects.get(content="Run 0.")
    public = f"mem_{memory.public_id.hex}"
    client = staff("reviewer")
    asked = text_of(client, f"/memories/{public}/quarantine/?because={shown.own_violation}")
    assert "1 agent loses sight of 1 memory" in asked and GRANTEE in asked and SECRET not in asked
    assert client.post(f"/memories/{public}/quarantine/", {"reason": ""}).status_code == 400
    assert client.post(f"/memories/{public}/quarantine/", {"reason": "it leaked"}).status_code == 302
    memory.refresh_from_db()
    assert memory.state == "quarantined"
    assert set(memory.renderings.values_list("state", flat=True)) == {"quarantined"}
    assert client.post(f"/memories/{public}/quarantine/", {"reason": "again"}).status_code == 409
    assert client.post(f"/memories/{public}/release/", {"reason": "it is fine"}).status_code == 302
    memory.refresh_from_db()
    assert memory.state == "active"


@pytest.mark.parametrize(("who", "role"), [(OUTSIDER, ""), (STAFF["auditor"], "auditor")])
def test_others_set_no_memory_aside(shown: Scene, who: str, role: str) -> None:
    client = signed_in(who, role)
    assert client.post(f"/memories/{shown.memory}/quarantine/", {"reason": "no"}).status_code == 404
    assert not Memory.objects.filter(state="quarantined").exists()


def test_from_a_review_an_agent_is_paused(shown: Scene) -> None:
    token_of(GRANTEE, "memory"), token_of(GRANTEE, "recall")
    token_of(OWNER, "memory")
    client, page = staff("administrator"), f"/principals/{GRANTEE}/pause/"
    assert "2 tokens stop working at the next request" in text_of(client, page)
    assert staff("reviewer").post(page, {"reason": "no"}).status_code == 404
    assert client.post(page, {"reason": "it leaked"}).status_code == 302
    assert Credential.objects.filter(paused_at=None).count() == 1
    assert client.post(page, {"reason": "again"}).status_code == 409
