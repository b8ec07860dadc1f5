"""Ask the reference one yes and one no for each rule about grants, consents and who must agree."""

import pytest

from tests.reference.scenes import Scene

OWNER, GRANTEE, CUSTODIAN, OUTSIDER = "si:ash", "human:mia", "human:sean", "human:luna"
SUBJECT, VET, OTHER_AGENT = "dog:bella", "vet:dr_smith", "si:max_agent"


def scene(**label: object) -> Scene:
    """A memory `m` of the owner's about Bella, granted to the grantee, with nobody's agreement yet."""
    told = Scene()
    told.custodian(SUBJECT, CUSTODIAN)
    told.entity(OUTSIDER)
    told.memory("m", **({"owner": OWNER, "grants": [GRANTEE], "subjects": [SUBJECT]} | label))  # type: ignore[arg-type]
    return told


def agreed(**record: object) -> Scene:
    told = scene()
    plain = {"grantor": CUSTODIAN, "grantee": GRANTEE, "scope": f"subject:{SUBJECT}"}
    told.consent(**(plain | record))  # type: ignore[arg-type]
    return told


def test_the_owner_sees_its_own_memory_and_an_outsider_does_not() -> None:
    assert scene(grants=[]).why(OWNER, "m") == "owner"
    assert scene(grants=[]).why(OUTSIDER, "m") == "no_grant"


def test_a_grant_shows_with_consent_and_not_without() -> None:
    assert agreed().why(GRANTEE, "m") == "granted"
    assert scene().why(GRANTEE, "m") == "no_consent"


def test_a_consent_without_a_grant_shows_nothing() -> None:
    assert agreed(grantee=OUTSIDER).why(OUTSIDER, "m") == "no_grant"


def test_a_grant_to_everyone_needs_the_subjects_consent_too() -> None:
    told = scene(grants=["*"])
    assert told.why(OUTSIDER, "m") == "no_consent"
    told.consent(CUSTODIAN, "*", f"subject:{SUBJECT}")
    assert told.why(OUTSIDER, "m") == "granted"


@pytest.mark.parametrize(("days", "answer"), [(1, "granted"), (0, "no_consent"), (-1, "no_consent")])
def test_a_consent_holds_until_the_moment_it_ends(days: float, answer: str) -> None:
    assert agreed(days=days).why(GRANTEE, "m") == answer


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        ("active", "granted"),
        ("requested", "no_consent"),
        ("revoked", "no_consent"),
        ("expired", "no_consent"),
    ],
)
def test_only_an_active_consent_counts(status: str, answer: str) -> None:
    assert agreed(status=status).why(GRANTEE, "m") == answer


@pytest.mark.parametrize(("days", "answer"), [(None, "no_consent"), (-1, "granted")])
def test_one_denial_outweighs_until_it_ends(days: float | None, answer: str) -> None:
    told = agreed()
    told.custodian(SUBJECT, "human:leo")
    told.consent("human:leo", GRANTEE, "memory:m", status="denied", days=days)
    assert told.why(GRANTEE, "m") == answer


@pytest.mark.parametrize(
    ("scope", "answer"),
    [
        ("memory:m", "granted"),
        ("memory:m2", "no_consent"),
        ("subject:dog:bella", "granted"),
        ("subject:dog:bell", "no_consent"),
        ("ctx:bella_health", "no_consent"),
        ("all", "no_consent"),
    ],
)
def test_a_custodians_consent_covers_what_its_scope_says(scope: str, answer: str) -> None:
    assert agreed(scope=scope).why(GRANTEE, "m") == answer


def test_consent_for_all_is_ones_own_and_not_ones_wards() -> None:
    told = scene(subjects=[CUSTODIAN])
    told.consent(CUSTODIAN, GRANTEE, "all")
    assert told.why(GRANTEE, "m") == "granted"
    assert agreed(scope="all").why(GRANTEE, "m") == "no_consent"


def test_every_subject_must_agree() -> None:
    told = scene(subjects=[SUBJECT, "human:leo"])
    told.consent(CUSTODIAN, GRANTEE, f"subject:{SUBJECT}")
    assert told.why(GRANTEE, "m") == "no_consent"
    assert told.pending("m") == {GRANTEE: {"human:leo"}}
    told.consent("human:leo", GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == "granted"


def test_only_the_subject_and_its_custodians_speak_for_it() -> None:
    assert agreed(grantor=OUTSIDER).why(GRANTEE, "m") == "no_consent"
    assert agreed(grantor=SUBJECT).why(GRANTEE, "m") == "granted"


@pytest.mark.parametrize(("days", "answer"), [(1, "granted"), (0, "no_consent")])
def test_a_custodian_speaks_while_it_is_one(days: float, answer: str) -> None:
    told = scene(subjects=["human:kid_123"])
    told.custodian("human:kid_123", "human:leo", days=days)
    told.consent("human:leo", GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == answer


def test_a_custodians_custodian_speaks_for_the_custodian_only() -> None:
    told = agreed(grantor="human:leo")
    told.custodian(CUSTODIAN, "human:leo")
    assert told.why(GRANTEE, "m") == "no_consent"
    told.custodian(SUBJECT, "human:leo")
    assert told.why(GRANTEE, "m") == "granted"


def test_a_collective_agrees_through_its_custodian_only() -> None:
    told = scene(subjects=["org:school_district"])
    told.consent("org:school_district", GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == "no_consent"
    told.custodian("org:school_district", "human:leo")
    told.consent("human:leo", GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == "granted"


def test_an_owner_that_is_the_only_subject_does_not_silence_the_source() -> None:
    told = scene(subjects=[OWNER], source=VET)
    assert told.pending("m") == {GRANTEE: {VET}}
    told.consent(VET, GRANTEE, "all")
    assert told.why(GRANTEE, "m") == "granted"


def test_the_source_must_agree_where_there_is_no_subject() -> None:
    told = scene(subjects=[], source=VET)
    assert told.pending("m") == {GRANTEE: {VET}}
    told.consent(VET, GRANTEE, "all")
    assert told.why(GRANTEE, "m") == "granted"


def test_the_source_need_not_agree_where_a_subject_does_unless_policy_says_so() -> None:
    told = scene(source=VET)
    told.consent(CUSTODIAN, GRANTEE, f"subject:{SUBJECT}")
    assert told.why(GRANTEE, "m") == "granted"
    told.set_policy(consent_from="subjects_and_source")
    assert told.pending("m") == {GRANTEE: {VET}}
    told.consent(VET, GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == "granted"


def test_the_owners_own_act_is_its_consent_and_another_act_is_not() -> None:
    assert scene(subjects=[], own_act=True).why(GRANTEE, "m") == "granted"
    assert scene(subjects=[], own_act=False).why(GRANTEE, "m") == "no_consent"


def test_an_imported_grant_waits_for_the_owner() -> None:
    told = scene(subjects=[], own_act=False)
    assert told.pending("m") == {GRANTEE: {OWNER}}
    told.consent(OWNER, GRANTEE, "memory:m")
    assert told.why(GRANTEE, "m") == "granted"


def test_the_owners_own_act_speaks_for_its_ward_too() -> None:
    assert scene(owner=CUSTODIAN).why(GRANTEE, "m") == "granted"
    assert scene(owner=OUTSIDER).why(GRANTEE, "m") == "no_consent"


def test_a_source_that_is_the_owner_is_no_source() -> None:
    assert scene(subjects=[], source=OWNER).why(GRANTEE, "m") == "granted"
    assert scene(subjects=[], source=OTHER_AGENT).why(GRANTEE, "m") == "no_consent"


def test_what_one_told_may_be_shown_to_it_if_the_server_saw_it_tell() -> None:
    assert scene(grants=[VET], source=VET, source_attested=True).why(VET, "m") == "granted"
    assert scene(grants=[VET], source=VET).why(VET, "m") == "no_consent"


def test_the_only_subject_may_see_what_is_about_it_and_one_of_two_may_not() -> None:
    assert scene(subjects=[GRANTEE]).why(GRANTEE, "m") == "granted"
    assert scene(subjects=[GRANTEE, SUBJECT]).why(GRANTEE, "m") == "no_consent"


def test_its_custodian_may_and_another_may_not() -> None:
    told = scene(grants=[CUSTODIAN, OUTSIDER])
    assert told.why(CUSTODIAN, "m") == "granted"
    assert told.why(OUTSIDER, "m") == "no_consent"
    assert told.effective("m") == {CUSTODIAN}


def test_the_subject_without_a_grant_sees_nothing() -> None:
    assert scene(grants=[]).why(CUSTODIAN, "m") == "no_grant"


def test_what_an_agent_relayed_needs_that_agent_even_for_the_custodian() -> None:
    told = scene(grants=[CUSTODIAN], source=OTHER_AGENT)
    assert told.why(CUSTODIAN, "m") == "no_consent"
    told.consent(OTHER_AGENT, CUSTODIAN, "memory:m")
    assert told.why(CUSTODIAN, "m") == "granted"


def test_an_agent_may_see_what_it_relayed_itself_but_not_whom_it_concerns() -> None:
    told = scene(grants=[OTHER_AGENT, GRANTEE], source=OTHER_AGENT, source_attested=True)
    told.consent(CUSTODIAN, GRANTEE, f"subject:{SUBJECT}")
    assert told.why(OTHER_AGENT, "m") == "granted"
    assert told.why(GRANTEE, "m") == "no_consent"


def test_an_empty_grant_list_means_nobody() -> None:
    told = scene(grants=[], subjects=[])
    assert told.effective("m") == set()
    assert told.pending("m") == {}
    assert told.why(OUTSIDER, "m") == "no_grant"


def test_an_id_that_does_not_exist_is_a_no() -> None:
    assert scene().why(OWNER, "m9") == "unknown"
