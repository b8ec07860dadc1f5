"""Sharing and unsharing: only the owner, and nothing shows before those who must agree have agreed."""

from __future__ import annotations

import pytest

from consent.models import Consent, Label, LabelGrant, Rendering
from consent.queries.access import explain
from consent.recall import Ask, recall
from consent.rules.contexts import Outline, Seat
from consent.services import contexts, grants
from consent.services.grants import Sharing
from consent.services.memories import create
from memory_admin.http.problem import Problem
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal


def heart(**fields: object) -> str:
    custodian("dog:bella", CUSTODIAN)
    return create(draft("Bella has a heart murmur", **fields), by=caller(OWNER), now=NOW).public_id


def sees(who: str) -> bool:
    return bool(recall(Ask("heart murmur"), by=caller(who), now=NOW).outcomes)


def test_a_grant_without_consent_waits_and_asks_the_custodian(db: object) -> None:
    state = grants.grant(heart(), Sharing(GRANTEE, reason="walks her"), by=caller(OWNER), now=NOW)
    assert (state.effective, state.missing) == (False, frozenset({principal("dog:bella").pk}))
    assert not sees(GRANTEE)
    asked = Consent.objects.get()
    assert (asked.status, asked.grantor.entity_id, asked.grantee.entity_id) == (
        "requested",
        CUSTODIAN,
        GRANTEE,
    )


def test_a_grant_to_the_custodian_shows_at_once(db: object) -> None:
    assert grants.grant(heart(), Sharing(CUSTODIAN), by=caller(OWNER), now=NOW).effective
    assert sees(CUSTODIAN)


def test_with_require_a_grant_that_would_wait_is_refused_and_leaves_nothing(db: object) -> None:
    memory = heart()
    with pytest.raises(Problem, match="consent_required"):
        grants.grant(memory, Sharing(GRANTEE, require=True), by=caller(OWNER), now=NOW)
    assert not LabelGrant.objects.exists() and not Consent.objects.exists()


def test_the_custodians_own_word_on_the_grant_counts_at_once(db: object) -> None:
    memory = create(draft("Bella sleeps well, heart murmur"), by=caller(CUSTODIAN), now=NOW).public_id
    custodian("dog:bella", CUSTODIAN)
    state = grants.grant(memory, Sharing(GRANTEE, (CUSTODIAN,)), by=caller(CUSTODIAN), now=NOW)
    assert state.effective and sees(GRANTEE)


def test_a_grant_with_a_consent_moves_the_memory_under_a_label_of_its_own(db: object) -> None:
    memory = heart()
    grants.grant(memory, Sharing(GRANTEE, (CUSTODIAN,)), by=caller(OWNER), now=NOW)
    assert Label.objects.get(pk=Rendering.objects.get(tier=4).label_id).solo_memory_id is not None


@pytest.mark.parametrize("who", [OUTSIDER, GRANTEE, CUSTODIAN])
def test_only_the_owner_shares(db: object, who: str) -> None:
    memory = heart(access_grants=(CUSTODIAN,))
    with pytest.raises(Problem, match="404 not_found"):
        grants.grant(memory, Sharing(who), by=caller(who), now=NOW)


def test_a_revoked_grant_shows_nothing_on_the_next_call(db: object) -> None:
    memory = heart(access_grants=(CUSTODIAN,))
    assert sees(CUSTODIAN)
    grants.revoke(memory, CUSTODIAN, by=caller(OWNER), now=NOW)
    assert not sees(CUSTODIAN) and sees(OWNER)


def test_a_grant_that_is_not_there_cannot_be_revoked(db: object) -> None:
    with pytest.raises(Problem, match="404 not_found"):
        grants.revoke(heart(), OUTSIDER, by=caller(OWNER), now=NOW)


def test_sharing_for_the_first_time_makes_the_lower_tiers(db: object) -> None:
    memory = heart()
    assert {row.tier for row in Rendering.objects.all()} == {4}
    grants.grant(memory, Sharing(CUSTODIAN), by=caller(OWNER), now=NOW)
    assert {row.tier for row in Rendering.objects.all()} >= {0, 1, 4}


def test_nothing_done_while_acting_as_another_counts_as_its_own_act(db: object) -> None:
    memory = create(draft("The heart of the matter"), by=caller(CUSTODIAN), now=NOW).public_id
    borrowed = caller(OWNER, acting_id=principal(CUSTODIAN).pk, acting=CUSTODIAN)
    assert not grants.grant(memory, Sharing(GRANTEE), by=borrowed, now=NOW).effective
    assert grants.grant(memory, Sharing(OUTSIDER), by=caller(CUSTODIAN), now=NOW).effective


def test_an_asserted_consent_for_a_context_covers_those_who_sit_there_now(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    seats = (Seat(CUSTODIAN), Seat(GRANTEE))
    contexts.create(Outline("ctx:bella_health", seats), by=caller(CUSTODIAN), now=NOW)
    shared = draft(
        "Bella has a heart murmur", access_grants=("ctx:bella_health",), consent_grants=(CUSTODIAN,)
    )
    create(shared, by=caller(CUSTODIAN), now=NOW)
    assert set(Consent.objects.get().participants) == {principal(CUSTODIAN).pk, principal(GRANTEE).pk}


@pytest.mark.parametrize(
    ("role", "told"), [("administrator", True), ("auditor", True), ("reviewer", True), ("", False)]
)
def test_staff_of_every_role_may_ask_why_and_nobody_else(db: object, role: str, told: bool) -> None:
    memory = heart(access_grants=(CUSTODIAN,))
    by = caller("human:mia", staff_role=role)
    if told:
        assert explain(memory, CUSTODIAN, None, by=by, now=NOW).allowed
    else:
        with pytest.raises(Problem, match="404 not_found"):
            explain(memory, CUSTODIAN, None, by=by, now=NOW)
