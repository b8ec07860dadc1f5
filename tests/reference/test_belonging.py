"""Ask the reference one yes and one no for each rule about collectives, held entities and names."""

import pytest

from tests.reference.scenes import Scene
from tests.reference.test_reference import GRANTEE, OUTSIDER, OWNER, SUBJECT, agreed, scene


@pytest.mark.parametrize("to", ["*", "group:care_team", "org:clinic"])
def test_a_consent_to_a_collective_or_everyone_covers_its_members(to: str) -> None:
    told = agreed(grantee=to)
    assert told.why(GRANTEE, "m") == ("granted" if to == "*" else "no_consent")
    told.member("group:care_team", GRANTEE)
    told.member("org:clinic", "group:care_team")
    assert told.why(GRANTEE, "m") == "granted"


def test_a_consent_to_a_member_does_not_cover_the_collective() -> None:
    told = agreed()
    told.member("group:care_team", GRANTEE)
    told.grant("m", "group:care_team")
    assert told.pending("m") == {"group:care_team": {SUBJECT}}


def test_a_member_sees_what_its_collective_was_granted_until_it_leaves() -> None:
    told = agreed(grantee="org:clinic")
    told.revoke_grant("m", GRANTEE)
    told.grant("m", "org:clinic")
    assert told.why(GRANTEE, "m") == "no_grant"
    told.member("group:care_team", GRANTEE)
    told.member("org:clinic", "group:care_team")
    assert told.why(GRANTEE, "m") == "granted"
    told.leave_collective("group:care_team", GRANTEE)
    assert told.why(GRANTEE, "m") == "no_grant"


def test_a_circle_of_memberships_is_harmless() -> None:
    told = agreed(grantee="group:a")
    for collective, member in [("group:a", "group:b"), ("group:b", "group:a"), ("group:b", GRANTEE)]:
        told.member(collective, member)
    told.grant("m", "group:b")
    assert told.why(GRANTEE, "m") == "granted"
    assert told.why(OUTSIDER, "m") == "no_grant"


@pytest.mark.parametrize(
    ("row", "answer"), [({}, "granted"), ({"held": True}, "no_grant"), ({"active": False}, "no_grant")]
)
def test_a_held_or_inactive_collective_opens_nothing(row: dict[str, bool], answer: str) -> None:
    told = Scene()
    told.entity("group:care_team", **row)
    told.member("group:care_team", GRANTEE)
    told.memory("m", OWNER, ["group:care_team"])
    assert told.why(GRANTEE, "m") == answer


def test_a_look_alike_or_a_longer_name_is_somebody_else() -> None:
    told = scene(subjects=[])
    for name in ("human:mi", "human:mia2", "human:mi\N{CYRILLIC SMALL LETTER A}"):
        assert told.why(name, "m") == "no_grant"
    told.entity("human:m\N{CYRILLIC SMALL LETTER I}a", held=True)
    told.grant("m", "human:m\N{CYRILLIC SMALL LETTER I}a")
    assert told.effective("m") == {GRANTEE}
