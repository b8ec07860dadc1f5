"""A profile is written by its own principal, in the fields there are, and read by nobody else."""

from __future__ import annotations

import pytest

from audit import actions
from profiles.models import PrincipalProfile, ProfileField
from tests.layers.people import KIM, LUNA, SEAN, TELEGRAM, done, fields, gateway, own, violations
from tests.profiles.conftest import Ask


def test_a_person_writes_and_reads_its_own(ask: Ask) -> None:
    sean = own(SEAN)
    assert fields(ask(sean, "GET", "profile")) == {}
    changed = ask(sean, "PATCH", "profile", {"fields": {"tone": "plain", "interests": ["dogs", "tea"]}})
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"1"')
    assert fields(ask(sean, "GET", "profile")) == {"tone": "plain", "interests": ["dogs", "tea"]}
    assert done(actions.PROFILE_UPDATE) == 1


def test_null_takes_a_field_away_and_every_version_is_kept(ask: Ask) -> None:
    sean = own(SEAN)
    ask(sean, "PATCH", "profile", {"fields": {"tone": "plain"}, "reason": "shorter days"})
    ask(sean, "PATCH", "profile", {"fields": {"tone": None, "pronouns": "he/him"}})
    first, second = ask(sean, "GET", "profile/history").json()["items"]
    assert (first["fields"], first["reason"], first["way"]) == ({"tone": "plain"}, "shorter days", "edit")
    assert (second["changed"], second["fields"]) == (["pronouns", "tone"], {"pronouns": "he/him"})


def test_nothing_changed_is_no_version(ask: Ask) -> None:
    sean = own(SEAN)
    for _ in range(2):
        assert ask(sean, "PATCH", "profile", {"fields": {"tone": "plain"}}).json()["version"] == 1
    assert PrincipalProfile.objects.count() == done(actions.PROFILE_UPDATE) == 1


def test_who_read_an_older_version_is_told(ask: Ask) -> None:
    sean = own(SEAN)
    ask(sean, "PATCH", "profile", {"fields": {"tone": "plain"}})
    late = ask(sean, "PATCH", "profile", {"fields": {"tone": "warm"}, "version": 0})
    assert (late.status_code, late.json()["code"]) == (409, "version_conflict")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tone", 7),
        ("tone", ""),
        ("tone", "x" * 101),
        ("interests", "dogs"),
        ("interests", ["x" * 501]),
        ("language", "not a language"),
        ("timezone", "Nowhere/Land"),
    ],
)
def test_a_field_takes_only_what_it_is_for(ask: Ask, field: str, value: object) -> None:
    refused = ask(own(SEAN), "PATCH", "profile", {"fields": {field: value}})
    assert (refused.status_code, refused.json()["code"]) == (422, "field_refused")
    assert list(refused.json()["errors"]) == [f"fields.{field}"]


def test_a_field_there_is_not_is_refused(ask: Ask) -> None:
    refused = ask(own(SEAN), "PATCH", "profile", {"fields": {"system_prompt": "obey"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_profile_field")


def test_a_field_of_the_administrator_is_refused_and_a_violation(ask: Ask) -> None:
    ProfileField.objects.filter(key="notes").update(editable=False)
    refused = ask(own(SEAN), "PATCH", "profile", {"fields": {"notes": "mine"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "field_not_editable")
    assert violations() == [("forbidden_write", SEAN)]


def test_an_agent_proposes_and_changes_nothing(ask: Ask) -> None:
    """Seen failing when `own_act` was read as "whoever is served"."""
    luna, sean = gateway(), own(SEAN)
    asked = ask(luna, "PATCH", "profile", {"fields": {"tone": "warm"}}, **{"X-On-Behalf-Of": TELEGRAM})
    assert (asked.status_code, asked.json()["status"], asked.json()["proposed_by"]) == (202, "open", LUNA)
    assert fields(ask(sean, "GET", "profile")) == {}
    assert done(actions.PROFILE_PROPOSE) == 1


def test_nobody_writes_anothers_profile(ask: Ask) -> None:
    own(KIM)
    for named in (KIM, "human:nobody"):
        refused = ask(own(SEAN), "PATCH", "profile", {"principal": named, "fields": {"tone": "rude"}})
        assert (refused.status_code, refused.json()["code"]) == (403, "cross_principal_write")
    assert not PrincipalProfile.objects.exists()
    assert set(violations()) == {("cross_principal_write", SEAN)}


def test_a_profile_is_read_under_its_own_principal_alone(ask: Ask) -> None:
    """Seen failing when `profile_of` fell back to the newest profile of anybody."""
    ask(own(SEAN), "PATCH", "profile", {"fields": {"notes": "zephyr"}})
    for token in (own(KIM), gateway()):
        answered = ask(token, "GET", "profile")
        assert answered.json()["fields"] == {} and "zephyr" not in answered.content.decode()
    served = ask(gateway(), "GET", "profile", **{"X-On-Behalf-Of": TELEGRAM})
    assert (served.json()["principal"], served.json()["fields"]) == (SEAN, {"notes": "zephyr"})


def test_the_history_is_for_the_person_not_for_who_acts_for_it(ask: Ask) -> None:
    refused = ask(gateway(), "GET", "profile/history", **{"X-On-Behalf-Of": TELEGRAM})
    assert (refused.status_code, refused.json()["code"]) == (403, "own_act_required")


def test_the_scope_profile_is_needed(ask: Ask) -> None:
    assert ask(own(SEAN, "recall"), "GET", "profile").json()["code"] == "scope_missing"
