"""Drawing a belief from a private memory: what blocks, what waits, who approves, and that no link shows."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Generalization, Memory
from profiles.models import Alias
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, custodian, member, principal
from tests.consent.doors import SCOPES, Door, token

PRIVATE = "Bella has a grade 2 heart murmur"
SHARED = "Heart murmurs in small breeds need exercise monitoring"
ALL = (*SCOPES, "profile", "privacy")


@pytest.fixture
def speak(db: object, door: Door) -> Door:
    """The door with tokens that may answer proposals."""
    tokens: dict[str, str] = {}

    def send(who: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        bearer = (tokens.get(who) or tokens.setdefault(who, token(who, *ALL))) if ":" in who else who
        return door(bearer, method, path, body, **headers)

    return send


def private(speak: Door, content: str = PRIVATE, who: str = OWNER, **more: Any) -> str:
    found: str = speak(who, "POST", "memories", {"content": content, **more}).json()["id"]
    return found


def generalize(speak: Door, memory: str, statement: str, who: str = OWNER, **more: Any) -> Any:
    body = {"statement": statement, "access_grants": ["*"], **more}
    return speak(who, "POST", f"memories/{memory}/generalize", body)


def test_the_safe_example_is_written_at_once_and_everybody_sees_it(speak: Door) -> None:
    memory = private(speak, "Sean's son struggled with fractions last Tuesday")
    made = generalize(speak, memory, "Visual fraction models help kids who are concrete thinkers")
    assert made.status_code == 201
    fields = made.json()
    assert (fields["kind"], fields["owner"], fields["scope"]) == ("belief", OWNER, "public")
    assert (fields["subject_ids"], fields["source_entity"], fields["derived_from"]) == ([], None, [])
    assert speak(OUTSIDER, "GET", f"memories/{fields['id']}").json()["content"].startswith("Visual")
    assert speak(OUTSIDER, "GET", f"memories/{memory}").status_code == 404


def test_the_borderline_example_waits_for_a_second_look(speak: Door) -> None:
    memory = private(speak, "The only golden retriever at Zilker Dog Park has hip dysplasia")
    statement = "Golden retrievers are prone to hip dysplasia"
    refused = generalize(speak, memory, statement)
    assert (refused.status_code, refused.json()["code"]) == (422, "generalization_blocked")
    assert {(one["check"], one["level"]) for one in refused.json()["findings"]} >= {("specificity", "warn")}
    assert generalize(speak, memory, statement, acknowledge=["specificity"]).status_code == 201


def test_the_unsafe_example_is_blocked_whatever_is_acknowledged(speak: Door) -> None:
    # Mutant seen failing: names warn instead of blocking.
    memory = private(speak, subject_ids=["dog:bella"])
    refused = generalize(
        speak, memory, "My patient Bella has common cardiac issues", acknowledge=["names", "specificity"]
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "generalization_blocked")
    (named,) = [one for one in refused.json()["findings"] if one["level"] == "block"]
    assert (named["check"], named["start"], named["end"]) == ("names", 11, 16)


def waiting(speak: Door) -> tuple[str, str]:
    custodian("dog:bella", CUSTODIAN)
    memory = private(speak, subject_ids=["dog:bella"])
    answer = generalize(speak, memory, SHARED, abstraction_note="of the breed, not of one")
    assert (answer.status_code, answer.json()["status"]) == (202, "awaiting_approval")
    return memory, answer.json()["id"]


def test_what_is_about_somebody_waits_for_a_custodian_who_sees_no_source(speak: Door) -> None:
    memory, proposal = waiting(speak)
    (asked,) = speak(CUSTODIAN, "GET", "proposals").json()["items"]
    assert (asked["id"], asked["kind"], asked["statement"]) == (proposal, "generalization", SHARED)
    assert (asked["source"], asked["memory"], asked["review"]) == (None, None, None)
    assert speak(OUTSIDER, "GET", "proposals").json()["items"] == []
    assert not Memory.objects.filter(kind="belief").exists()
    done = speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {"reason": "true of many"})
    assert (done.status_code, done.json()["status"]) == (200, "accepted")
    (mine,) = speak(OWNER, "GET", "generalizations").json()["items"]
    assert (mine["source"], mine["statement"]) == (memory, SHARED)
    assert speak(OUTSIDER, "GET", f"memories/{mine['memory']}").json()["content"] == SHARED


def test_no_agent_approves_its_own_under_any_name_or_key(speak: Door) -> None:
    # Mutant seen failing: `proposed_itself` that is always false.
    _, proposal = waiting(speak)
    custodian("dog:bella", OWNER)
    custodian("dog:bella", GRANTEE)
    other_key = token(OWNER, *ALL)
    other_name = token(GRANTEE, *ALL, act_as=(OWNER,))
    for bearer in (OWNER, other_key, other_name):
        refused = speak(bearer, "POST", f"proposals/{proposal}/accept", {})
        assert (refused.status_code, refused.json()["code"]) == (403, "own_request")
    assert Generalization.objects.get().status == "open"


def test_an_outsider_finds_no_proposal_to_answer(speak: Door) -> None:
    _, proposal = waiting(speak)
    unknown = speak(OUTSIDER, "POST", "proposals/gen_" + "0" * 32 + "/accept", {})
    answer = speak(OUTSIDER, "POST", f"proposals/{proposal}/accept", {})
    assert answer.status_code == unknown.status_code == 404


def test_what_is_sent_back_is_never_published_and_says_why(speak: Door) -> None:
    _, proposal = waiting(speak)
    assert speak(CUSTODIAN, "POST", f"proposals/{proposal}/decline", {"reason": "no"}).status_code == 200
    (mine,) = speak(OWNER, "GET", "proposals?status=declined").json()["items"]
    assert (mine["id"], mine["reason"]) == (proposal, "no")
    assert speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {}).json()["code"] == "not_open"


def test_only_what_is_read_in_full_is_generalized(speak: Door) -> None:
    memory = private(speak, "the gate is green", access_grants=[GRANTEE], trust=0.5)
    assert generalize(speak, memory, "gates are painted", GRANTEE).status_code == 403
    assert generalize(speak, memory, "gates are painted", OUTSIDER).status_code == 404
    assert generalize(speak, "mem_" + "0" * 32, "gates are painted", OUTSIDER).status_code == 404


def test_a_person_who_owns_the_source_says_yes_for_itself(speak: Door) -> None:
    memory = private(speak, who=CUSTODIAN, subject_ids=["dog:bella"])
    assert generalize(speak, memory, SHARED, CUSTODIAN).status_code == 201


def test_revoking_the_source_leaves_it_published_and_up_for_review(speak: Door) -> None:
    # Against `review_of_sources` that does nothing.
    memory = private(speak, "gates that squeak were never oiled", who=CUSTODIAN, access_grants=[OWNER])
    made = generalize(speak, memory, "oil helps hinges").json()
    assert speak(OWNER, "GET", "generalizations?review=due").json()["items"] == []
    assert speak(CUSTODIAN, "DELETE", f"memories/{memory}/grants/{OWNER}").status_code == 204
    (due,) = speak(OWNER, "GET", "generalizations?review=due").json()["items"]
    assert (due["memory"], due["review"]["because"]) == (made["id"], "revoked")
    assert speak(OUTSIDER, "GET", f"memories/{made['id']}").status_code == 200
    kept = speak(OWNER, "POST", f"generalizations/{due['id']}/keep")
    assert kept.status_code == 200 and kept.json()["review"]["reviewed_at"]
    assert speak(OWNER, "GET", "generalizations?review=due").json()["items"] == []
    assert speak(OUTSIDER, "POST", f"generalizations/{due['id']}/keep").status_code == 404


def test_what_is_no_longer_shown_to_its_author_is_up_for_review(speak: Door) -> None:
    # Against `due` without what the owner may no longer see.
    seat = member("group:care_team", OWNER)
    text = "gates that squeak were never oiled"
    memory = private(speak, text, who=CUSTODIAN, access_grants=["group:care_team"])
    made = generalize(speak, memory, "oil helps hinges").json()
    assert speak(OWNER, "GET", "generalizations?review=due").json()["items"] == []
    seat.until = NOW
    seat.save()
    (due,) = speak(OWNER, "GET", "generalizations?review=due").json()["items"]
    assert (due["memory"], due["review"]) == (made["id"], None)
    speak(OWNER, "POST", f"generalizations/{due['id']}/keep")
    assert speak(OWNER, "GET", "generalizations?review=due").json()["items"] == []


def test_a_consent_taken_back_puts_up_for_review_what_it_covered(speak: Door) -> None:
    # Against `review_of_consent` that does nothing.
    _, proposal = waiting(speak)
    given = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}
    consent = speak(CUSTODIAN, "POST", "consents", given).json()["id"]
    assert speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {}).status_code == 200
    assert speak(OWNER, "GET", "generalizations?review=due").json()["items"] == []
    assert speak(CUSTODIAN, "POST", f"consents/{consent}/revoke", {}).status_code == 200
    (due,) = speak(OWNER, "GET", "generalizations?review=due").json()["items"]
    assert due["review"]["because"] == "revoked"


def test_what_was_taken_back_meanwhile_is_not_approved(speak: Door) -> None:
    # Against `accept` without looking at what the author still sees.
    custodian("dog:bella", CUSTODIAN)
    memory = private(speak, who=CUSTODIAN, subject_ids=["dog:bella"], access_grants=[OWNER])
    proposal = generalize(speak, memory, SHARED).json()["id"]
    assert speak(CUSTODIAN, "DELETE", f"memories/{memory}/grants/{OWNER}").status_code == 204
    refused = speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert not Memory.objects.filter(kind="belief").exists()


def test_a_name_learned_meanwhile_stops_the_approval(speak: Door) -> None:
    # Against `accept` that does not check again.
    custodian("dog:bella", CUSTODIAN)
    memory = private(speak, subject_ids=["dog:bella"])
    proposal = generalize(speak, memory, "Murmurkins need rest", acknowledge=["specificity"]).json()["id"]
    names = {"text": "Murmurkins", "normalized": "murmurkins"}
    Alias.objects.create(principal=principal("dog:bella"), **names, approved_at=NOW, created_at=NOW)
    refused = speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "generalization_blocked")


def test_a_chain_of_derived_memories_is_about_whom_its_sources_are(speak: Door) -> None:
    # Against `origin_of` that looks at the source alone.
    custodian("dog:bella", CUSTODIAN)
    first = private(speak, subject_ids=["dog:bella"])
    second = private(speak, "rest does her good", derived_from=[first])
    refused = generalize(speak, second, "rest does Bella good")
    assert refused.json()["code"] == "generalization_blocked"
    assert generalize(speak, second, "some get well in peace").status_code == 202


def test_the_same_again_is_one_proposal_and_the_same_belief_is_not_written_twice(speak: Door) -> None:
    memory, proposal = waiting(speak)
    assert generalize(speak, memory, SHARED).json()["id"] == proposal
    other = private(speak, "gates that squeak were never oiled")
    assert generalize(speak, other, "oil helps hinges").status_code == 201
    assert generalize(speak, other, "oil helps hinges").json()["code"] == "identical_memory"


def test_a_grant_that_others_must_agree_to_waits_like_any_other(speak: Door) -> None:
    custodian("dog:rex", CUSTODIAN)
    memory = private(speak, "gates that squeak were never oiled")
    made = generalize(speak, memory, "rex likes oiled hinges", acknowledge=["specificity"]).json()
    assert (made["subject_ids"], made["access_grants"]) == (["dog:rex"], [])
    assert [one["grantee"] for one in made["pending_grants"]] == ["*"]
    assert speak(OUTSIDER, "GET", f"memories/{made['id']}").status_code == 404


def test_erasing_the_source_cuts_the_link_and_ends_what_waits(speak: Door) -> None:
    memory, proposal = waiting(speak)
    other = private(speak, "gates that squeak were never oiled")
    made = generalize(speak, other, "oil helps hinges").json()
    for one in (memory, other):
        assert speak(OWNER, "DELETE", f"memories/{one}").status_code == 204
    (due,) = speak(OWNER, "GET", "generalizations?review=due").json()["items"]
    assert (due["memory"], due["source"], due["review"]["because"]) == (made["id"], None, "erased")
    assert speak(OUTSIDER, "GET", f"memories/{made['id']}").status_code == 200
    ended = Generalization.objects.get(status="declined")
    assert (ended.statement, ended.note, ended.source_id) == ("", "", None)
    assert speak(CUSTODIAN, "POST", f"proposals/{proposal}/accept", {}).status_code in {404, 409}


def test_forgetting_the_belief_forgets_the_link(speak: Door) -> None:
    memory = private(speak, "gates that squeak were never oiled")
    made = generalize(speak, memory, "oil helps hinges").json()
    assert speak(OWNER, "DELETE", f"memories/{made['id']}").status_code == 204
    assert not Generalization.objects.exists()


HINGE = "a hinge that squeaks wants a drop of oil every spring"


def test_words_of_a_memory_shown_lately_are_generalized_away_from_it(speak: Door) -> None:
    # Against `create_detached` that keeps what the text copies.
    memory = private(speak, HINGE, who=CUSTODIAN, access_grants=[OWNER])
    assert speak(OWNER, "GET", f"memories/{memory}").json()["content"] == HINGE
    made = generalize(speak, memory, HINGE, acknowledge=["specificity"])
    assert (made.status_code, made.json()["status"]) == (202, "awaiting_approval")
    path = f"proposals/{made.json()['id']}/accept"
    assert speak(CUSTODIAN, "POST", path, {"acknowledge": ["specificity"]}).status_code == 200
    (belief,) = speak(OUTSIDER, "GET", "memories").json()["items"]
    assert belief["content"] == HINGE
    fields = speak(OWNER, "GET", f"memories/{belief['id']}").json()
    assert (fields["derived_from"], fields["provenance"]) == ([], "untrusted")


@pytest.mark.parametrize("way", ["of another", "told by another", "derived from another's"])
def test_what_others_said_is_not_let_out_word_for_word_by_whoever_repeats_it(speak: Door, way: str) -> None:
    """Seen failing when acknowledging the shared words was enough: an agent published what it was shown."""
    if way == "told by another":
        memory = private(speak, HINGE, source_entity=CUSTODIAN)
    else:
        memory = private(speak, HINGE, who=CUSTODIAN, access_grants=[OWNER])
    if way == "derived from another's":
        assert speak(OWNER, "GET", f"memories/{memory}").status_code == 200
        memory = private(speak, f"noted: {HINGE}", derived_from=[memory])
    for statement in (HINGE, HINGE.upper().replace(" ", ", ")):
        made = generalize(speak, memory, statement, acknowledge=["specificity"])
        assert made.status_code == 202, made.content
    assert speak(OUTSIDER, "GET", "memories").json()["items"] == []
    assert generalize(speak, memory, "oil helps hinges").status_code == 201


def test_ones_own_words_are_let_out_at_once(speak: Door) -> None:
    assert generalize(speak, private(speak, HINGE), HINGE, acknowledge=["specificity"]).status_code == 201


def test_one_memory_is_no_way_out_for_the_words_of_another(speak: Door) -> None:
    """Seen failing when a statement was held against its source alone: any trifle let out any text."""
    custodian("dog:bella", CUSTODIAN)
    agree = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}
    assert speak(CUSTODIAN, "POST", "consents", agree).status_code == 201
    text = "she has a heart murmur and must rest after every lunch and long walk"
    memory = private(speak, text, subject_ids=["dog:bella"], access_grants=[GRANTEE])
    assert speak(GRANTEE, "GET", f"memories/{memory}").json()["content"] == text
    trifle = private(speak, "tea is best with milk", who=GRANTEE)
    refused = generalize(speak, trifle, text, who=GRANTEE, acknowledge=["specificity"])
    assert (refused.status_code, refused.json()["code"]) == (422, "generalization_blocked")
    assert [(one["level"], one["kind"]) for one in refused.json()["findings"]] == [("block", "copy")]
    assert speak(OUTSIDER, "GET", "memories").json()["items"] == []


def test_bad_input_is_told_apart_and_never_an_error(speak: Door) -> None:
    memory = private(speak)
    path = f"memories/{memory}/generalize"
    for body in (
        {},
        {"statement": ""},
        {"statement": "x", "who": 1},
        {"statement": "x", "acknowledge": ["a"]},
    ):
        assert speak(OWNER, "POST", path, body).status_code == 400
    assert generalize(speak, memory, "oil helps", access_grants=["nobody"]).status_code == 400
    assert speak(OWNER, "GET", "generalizations?review=maybe").status_code == 400


@pytest.mark.parametrize("subjects", [(), ("dog:bella",)], ids=["at once", "waits"])
def test_a_gateway_is_told_what_it_published_while_it_asked_for_somebody(
    speak: Door, subjects: tuple[str, ...]
) -> None:
    """Seen failing when the belief was written, shared with everybody and answered by 404."""
    custodian("dog:bella", CUSTODIAN)
    principal(CUSTODIAN)
    gateway = token(GRANTEE, *ALL, "gateway")
    more: dict[str, Any] = {"subject_ids": [*subjects], "access_grants": [GRANTEE, CUSTODIAN]}
    agree = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}
    assert speak(CUSTODIAN, "POST", "consents", agree).status_code == 201
    memory = private(speak, "gates that squeak were never oiled", **more)
    behalf = {"X-On-Behalf-Of": CUSTODIAN}
    body = {"statement": "oil helps hinges", "access_grants": ["*"], "acknowledge": ["specificity"]}
    made = speak(gateway, "POST", f"memories/{memory}/generalize", body, **behalf)
    assert made.status_code == (202 if subjects else 201), made.content
    assert Generalization.objects.get().owner_id == principal(GRANTEE).pk
    assert speak(gateway, "GET", "generalizations", **behalf).json()["items"] == []


def test_a_token_that_reads_only_in_a_session_is_not_told_what_was_generalized(speak: Door) -> None:
    """Seen failing when the list of them told each statement."""
    custodian("dog:bella", CUSTODIAN)
    memories = private(speak, "gates that squeak were never oiled"), private(speak, subject_ids=["dog:bella"])
    for memory, statement in zip(memories, ("oil helps hinges", "hinges want oil"), strict=True):
        assert generalize(speak, memory, statement).status_code in {201, 202}
    narrow = token(OWNER, *ALL, context_required=True)
    for path in ("generalizations", "proposals"):
        assert "hinges" in str(speak(OWNER, "GET", path).json())
        assert "hinges" not in str(speak(narrow, "GET", path).json())
