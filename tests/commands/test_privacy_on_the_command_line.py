"""Sharing, unsharing and asking who sees what on the command line."""

from __future__ import annotations

import pytest

from audit.models import Event
from consent.models import ConsentAsking, LabelGrant
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER
from tests.commands.shell import Shell


@pytest.fixture
def memory(shell: Shell) -> str:
    """A memory of the owner's about bella, shared with nobody."""
    for one in (OWNER, GRANTEE, OUTSIDER, CUSTODIAN):
        cast.principal(one)
    cast.custodian("dog:bella", CUSTODIAN)
    made: str = shell.answer("raw", "Bella has a heart murmur", "--as", OWNER, "--subject", "dog:bella")["id"]
    return made


def test_a_grant_to_who_speaks_for_the_subject_counts_at_once(shell: Shell, memory: str) -> None:
    made = shell.answer("privacy", "grant", memory, "--to", CUSTODIAN, "--reason", "hers to know")
    assert made == {"memory": memory, "grantee": CUSTODIAN, "effective": True, "missing_consent_from": []}
    event = Event.objects.get(action="grant.add")
    assert (event.acting_id, event.reason) == (cast.principal(OWNER).pk, "hers to know")
    assert event.actor_id == cast.principal(cast.ADMIN).pk


def test_a_grant_without_consent_waits_and_says_for_whom(shell: Shell, memory: str) -> None:
    ran = shell("privacy", "grant", memory, "--to", GRANTEE, "--consent", CUSTODIAN, "--reason", "care")
    assert ran.out == f"The grant to {GRANTEE} waits for dog:bella; until then it shows nothing.\n"
    assert shell("memory", "show", memory, "--as", GRANTEE).code == 1
    assert ConsentAsking.objects.exists()  # whoever was said to agree is asked


def test_a_grant_that_has_to_count_at_once_is_refused_whole(shell: Shell, memory: str) -> None:
    words = ("privacy", "grant", memory, "--to", GRANTEE, "--reason", "care", "--require")
    assert shell(*words).refused == (1, True)
    assert not LabelGrant.objects.exists() and not ConsentAsking.objects.exists()


def test_nobody_shares_what_is_not_its_own(shell: Shell, memory: str) -> None:
    words = ("privacy", "grant", memory, "--to", OUTSIDER, "--reason", "mine", "--as", OUTSIDER)
    assert shell(*words).refused == (1, True)
    unknown = shell("privacy", "grant", "mem_" + "0" * 32, "--to", OUTSIDER, "--reason", "mine")
    assert unknown.err == shell(*words).err


def test_a_grant_taken_back_ends_what_was_seen(shell: Shell, memory: str) -> None:
    shell("privacy", "grant", memory, "--to", CUSTODIAN, "--reason", "hers to know")
    assert shell("memory", "show", memory, "--as", CUSTODIAN).code == 0
    shell("privacy", "revoke", memory, "--from", CUSTODIAN, "--reason", "no longer")
    assert shell("memory", "show", memory, "--as", CUSTODIAN).code == 1
    again = shell("privacy", "revoke", memory, "--from", CUSTODIAN, "--reason", "no longer")
    assert again.refused == (1, True)


def test_an_audit_names_who_sees_what_through_what_and_never_what_it_says(shell: Shell, memory: str) -> None:
    shell("privacy", "grant", memory, "--to", CUSTODIAN, "--reason", "hers to know")
    shell("privacy", "grant", memory, "--to", GRANTEE, "--reason", "care")
    for words in (
        ["--subject", "dog:bella"],
        ["--memory", memory],
        ["--subject", "dog:bella", "--as", CUSTODIAN],
    ):
        (one,) = shell.answer("privacy", "audit", *words)["items"]
        assert {viewer["entity"] for viewer in one["visible_to"]} == {OWNER, CUSTODIAN}
        assert one["pending_grants"] == [{"grantee": GRANTEE, "missing_consent_from": ["dog:bella"]}]
        out = shell("privacy", "audit", *words).out
        assert f"{CUSTODIAN} through {CUSTODIAN}" in out and "murmur" not in out
    assert shell("privacy", "audit", "--memory", memory, "--as", OUTSIDER).refused == (1, True)
    assert shell.answer("privacy", "audit", "--subject", "dog:bella", "--as", OUTSIDER)["items"] == []


def test_an_audit_goes_on_where_it_ended(shell: Shell, memory: str) -> None:
    second = shell.answer("raw", "Bella sleeps well", "--as", OWNER)["id"]  # her name makes her its subject
    page = shell.answer("privacy", "audit", "--subject", "dog:bella", "--limit", "1")
    assert (page["next"], [one["memory"] for one in page["items"]]) == (memory, [memory])
    rest = shell.answer("privacy", "audit", "--subject", "dog:bella", "--after", page["next"])
    assert (rest["next"], [one["memory"] for one in rest["items"]]) == (None, [second])


def test_an_explanation_tells_an_administrator_all_and_a_stranger_nothing(shell: Shell, memory: str) -> None:
    shell("privacy", "grant", memory, "--to", GRANTEE, "--reason", "care")
    told = shell.answer("privacy", "explain", memory, "--principal", GRANTEE)
    assert (told["allowed"], told["reason"]) == (False, "no_consent")
    assert told["consents"]["missing_from"] == ["dog:bella"]
    assert (
        f"{GRANTEE} cannot see it: no_consent."
        in shell("privacy", "explain", memory, "--principal", GRANTEE).out
    )
    stranger = shell("privacy", "explain", memory, "--principal", GRANTEE, "--as", OUTSIDER)
    assert stranger.refused == (1, True)
