"""Ask the reference one yes and one no for each rule about contexts, acting for another, and sources."""

import pytest

from tests.reference.scenes import Scene

OWNER, GRANTEE, CUSTODIAN, OUTSIDER = "si:ash", "human:mia", "human:sean", "human:luna"
SUBJECT, HEALTH, PARK, TUTOR = "dog:bella", "ctx:bella_health", "ctx:dog_park", "role:tutor"


def scene(**label: object) -> Scene:
    """Bella's health context with a memory `m` written there, and the dog park."""
    told = Scene()
    told.custodian(SUBJECT, CUSTODIAN)
    told.context(HEALTH, {OWNER: None, CUSTODIAN: None, GRANTEE: TUTOR})
    told.context(PARK, {OWNER: None, OUTSIDER: TUTOR})
    told.memory("m", **({"owner": OWNER, "subjects": [SUBJECT], "context": HEALTH} | label))  # type: ignore[arg-type]
    return told


def consented() -> Scene:
    told = scene()
    told.consent(CUSTODIAN, HEALTH, HEALTH)
    return told


def test_consent_for_the_context_makes_inherited_grants_effective() -> None:
    assert consented().why(GRANTEE, "m", HEALTH) == "granted"
    assert scene().why(GRANTEE, "m", HEALTH) == "no_consent"


def test_it_covers_only_what_was_written_there() -> None:
    told = consented()
    told.memory("other", OWNER, [GRANTEE], subjects=[SUBJECT])
    assert told.why(GRANTEE, "other") == "no_consent"


def test_a_later_participant_needs_it_renewed() -> None:
    told = consented()
    told.join_context(HEALTH, "human:leo")
    assert told.why("human:leo", "m", HEALTH) == "no_consent"
    told.consent(CUSTODIAN, HEALTH, HEALTH)
    assert told.why("human:leo", "m", HEALTH) == "granted"


def test_a_participant_that_left_has_lost_what_came_with_it() -> None:
    told = consented()
    assert told.why(GRANTEE, "m") == "granted"
    told.leave_context(HEALTH, GRANTEE)
    assert told.why(GRANTEE, "m") == "no_grant"


def test_one_that_left_keeps_a_named_grant_with_a_consent_of_its_own() -> None:
    told = consented()
    told.memory("named", OWNER, [], context=HEALTH)
    told.grant("named", GRANTEE)
    told.leave_context(HEALTH, GRANTEE)
    assert told.why(GRANTEE, "named") == "granted"


def test_one_that_left_loses_a_named_grant_that_only_the_contexts_consent_covered() -> None:
    told = consented()
    told.memory("named", OWNER, [], context=HEALTH, subjects=[SUBJECT])
    told.grant("named", GRANTEE)
    assert told.why(GRANTEE, "named") == "granted"
    told.leave_context(HEALTH, GRANTEE)
    assert told.why(GRANTEE, "named") == "no_consent"


def test_a_grant_to_the_context_counts_inside_a_session_only() -> None:
    told = scene(subjects=[], grants=[HEALTH])
    assert told.why(GRANTEE, "m", HEALTH) == "granted"
    assert told.why(GRANTEE, "m") == "no_grant"


def test_a_membership_row_does_not_make_a_participant() -> None:
    told = scene(subjects=[], grants=[HEALTH])
    told.member(HEALTH, OUTSIDER)
    assert told.why(OUTSIDER, "m") == "no_grant"


def test_a_role_held_in_a_context_counts_for_its_memories_only() -> None:
    told = scene(subjects=[], grants=[HEALTH, TUTOR])
    told.memory("elsewhere", OWNER, [TUTOR])
    told.revoke_grant("m", HEALTH)
    told.leave_context(HEALTH, CUSTODIAN)
    assert told.why(GRANTEE, "m", HEALTH) == "granted"
    assert told.why(GRANTEE, "elsewhere", HEALTH) == "no_grant"
    told.member(TUTOR, GRANTEE)
    assert told.why(GRANTEE, "elsewhere") == "granted"


def test_the_owner_does_not_hear_of_bellas_health_in_the_dog_park() -> None:
    told = consented()
    assert told.why(OWNER, "m", HEALTH) == "owner"
    assert told.why(OWNER, "m", PARK) == "context_silent"
    assert told.why(OWNER, "m") == "owner"


def test_what_is_for_everyone_may_be_said_anywhere() -> None:
    told = scene(subjects=[], grants=["*"])
    assert told.why(OUTSIDER, "m", PARK) == "granted"
    assert scene(grants=["*"]).why(OWNER, "m", PARK) == "context_silent"


@pytest.mark.parametrize(("audience", "answer"), [("participants", "owner"), ("strict", "context_silent")])
def test_what_all_there_may_know_may_be_said_unless_policy_is_strict(audience: str, answer: str) -> None:
    told = Scene(context_audience=audience)
    told.context(PARK, {OWNER: None, OUTSIDER: None, GRANTEE: None})
    told.memory("m", OWNER, [OUTSIDER])
    assert told.why(OWNER, "m", PARK) == "context_silent"
    told.grant("m", GRANTEE)
    assert told.why(OWNER, "m", PARK) == answer


def test_ones_own_stack_is_read_anywhere_with_the_scope_for_it() -> None:
    told = consented()
    assert told.why(OWNER, "m", PARK, visibility="self", recall_self=True) == "owner"
    assert told.why(OWNER, "m", PARK, visibility="self", recall_self=False) == "scope_missing"
    assert told.why(GRANTEE, "m", visibility="self", recall_self=True) == "not_own"


def test_a_session_is_live_for_its_listed_participant_until_it_ends() -> None:
    told = consented()
    session = told.enter(HEALTH, GRANTEE, hours=2)
    assert told.why(GRANTEE, "m", session=session) == "granted"
    assert told.why(OWNER, "m", session=session) == "session_not_live"
    told.wait(2 / 24)
    assert told.why(GRANTEE, "m", session=session) == "session_not_live"


def test_a_closed_session_answers_nothing_not_even_what_needs_none() -> None:
    told = consented()
    session = told.enter(HEALTH, OWNER)
    told.close_session(session)
    assert told.why(OWNER, "m", session=session) == "session_not_live"
    assert told.why(OWNER, "m") == "owner"


def test_an_outsider_that_enters_anyway_is_told_nothing() -> None:
    told = scene(subjects=[], grants=["*"])
    assert told.why(OUTSIDER, "m", HEALTH) == "session_not_live"


def test_a_credential_that_needs_a_session_reads_nothing_without() -> None:
    told = consented()
    assert told.why(GRANTEE, "m", context_required=True) == "session_required"
    assert told.why(GRANTEE, "m", HEALTH, context_required=True) == "granted"


def test_acting_for_somebody_both_must_see_it() -> None:
    told = Scene()
    told.memory("m", OWNER, [GRANTEE])
    told.memory("both", OWNER, [GRANTEE, OUTSIDER])
    assert told.why(OUTSIDER, "both", behalf=GRANTEE) == "granted"
    assert told.why(OUTSIDER, "m", behalf=GRANTEE) == "no_grant"
    assert told.why(OWNER, "m", behalf=OUTSIDER) == "no_grant"


def test_acting_for_a_participant_is_inside_its_context_too() -> None:
    told = scene(subjects=[], grants=[HEALTH])
    assert told.why(OWNER, "m", HEALTH, behalf=GRANTEE) == "owner"
    assert told.why(OWNER, "m", HEALTH, behalf=OUTSIDER) == "no_grant"


def test_a_derived_memory_needs_its_sources_rules_as_well() -> None:
    told = Scene()
    told.memory("source", CUSTODIAN, [OWNER])
    told.memory("middle", OWNER, ["*"], parents=["source"])
    told.memory("m", OWNER, ["*"], parents=["middle"])
    assert told.why(OWNER, "m") == "owner"
    assert told.why(CUSTODIAN, "m") == "granted"
    assert told.why(GRANTEE, "m") == "source_hidden"
    told.revoke_grant("source", OWNER)
    assert told.why(OWNER, "m") == "source_hidden"


def test_a_source_that_is_gone_takes_along_what_came_of_it() -> None:
    told = Scene()
    told.memory("m", OWNER, parents=["gone"])
    assert told.why(OWNER, "m") == "source_hidden"


def test_a_circle_of_sources_is_harmless() -> None:
    told = Scene()
    told.memory("m", OWNER, ["*"], parents=["n"])
    told.memory("n", OWNER, [GRANTEE], parents=["m"])
    assert told.why(GRANTEE, "m") == "granted"
    assert told.why(OUTSIDER, "m") == "source_hidden"


def test_a_context_is_listed_when_it_is_good_for_one_participant() -> None:
    told = consented()
    assert HEALTH in told.effective("m")
    assert HEALTH not in scene().effective("m")
    for one in (OWNER, CUSTODIAN, GRANTEE):
        told.leave_context(HEALTH, one)
    assert HEALTH not in told.effective("m")


@pytest.mark.parametrize(("audience", "answer"), [("participants", "granted"), ("arrived", "context_silent")])
def test_whether_all_who_are_listed_must_have_come_is_for_policy_to_say(audience: str, answer: str) -> None:
    told = Scene(context_audience=audience)
    told.memory("m", CUSTODIAN, [GRANTEE, OUTSIDER])
    told.context(PARK, {GRANTEE: None, OUTSIDER: None})
    told.never_came(PARK, OUTSIDER)
    assert told.why(GRANTEE, "m", PARK) == answer


def test_who_was_listed_and_never_came_told_nobody_what_it_knows() -> None:
    told = Scene(context_audience="arrived")
    told.memory("m", CUSTODIAN, [GRANTEE, OUTSIDER])
    told.context(PARK, {GRANTEE: None, OUTSIDER: None})
    assert told.why(GRANTEE, "m", PARK) == "granted"
    told.never_came(PARK, OUTSIDER)
    assert told.why(GRANTEE, "m", PARK) == "context_silent"
    told.memory("own", GRANTEE, [OUTSIDER])
    assert told.why(GRANTEE, "own", PARK) == "owner"
    told.memory("made of it", GRANTEE, [OUTSIDER], parents=["m"])
    assert told.why(GRANTEE, "made of it", PARK) == "context_silent"


def test_who_brings_all_together_may_know_who_sees_its_own() -> None:
    told = Scene(context_audience="arrived")
    told.memory("m", OWNER, [GRANTEE, OUTSIDER])
    told.context(PARK, {OWNER: None, GRANTEE: None, OUTSIDER: None})
    told.never_came(PARK, OUTSIDER)
    assert told.why(GRANTEE, "m", PARK) == "granted"
