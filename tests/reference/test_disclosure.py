"""Ask the reference how much it shows, one case for each rule about trust."""

import pytest

from tests.reference.scenes import Scene

OWNER, GRANTEE, OUTSIDER, GROUP, PLACE = (
    "si:ash",
    "human:mia",
    "human:luna",
    "group:care_team",
    "ctx:dog_park",
)


def scene(*grants: str, **label: object) -> Scene:
    told = Scene()
    told.member(GROUP, GRANTEE)
    told.memory("m", **({"owner": OWNER, "grants": list(grants) or [GRANTEE]} | label))  # type: ignore[arg-type]
    return told


VALUES: dict[str, list[float | None]] = {
    "full": [1.0],
    "partial": [0.99, 0.75],
    "summary": [0.74, 0.5],
    "metadata": [0.3, 0.25],
    "hint": [0.2, 0.0, None, 1.5, -1.0, float("nan")],
}


@pytest.mark.parametrize(
    ("value", "tier"), [(value, tier) for tier, values in VALUES.items() for value in values]
)
def test_trust_decides_the_tier(value: float | None, tier: str) -> None:
    told = scene()
    told.trust(OWNER, GRANTEE, value)
    assert told.tier(GRANTEE, "m") == tier
    assert scene(ceiling=value).tier(GRANTEE, "m") == tier


def test_a_consented_grant_means_what_it_says_unless_policy_is_lower() -> None:
    told = scene()
    assert told.tier(GRANTEE, "m") == "full"
    told.set_policy(default_trust=0.5)
    assert told.tier(GRANTEE, "m") == "summary"


def test_the_most_specific_trust_wins() -> None:
    told = scene()
    told.context(PLACE, {OWNER: None, GRANTEE: None})
    told.trust(OWNER, "*", 0.1)
    assert told.tier(GRANTEE, "m") == "hint"
    told.trust(OWNER, GROUP, 0.3)
    assert told.tier(GRANTEE, "m") == "metadata"
    told.trust(OWNER, GRANTEE, 0.75)
    assert told.tier(GRANTEE, "m") == "partial"
    told.trust(OWNER, GRANTEE, 1.0, context=PLACE)
    assert told.tier(GRANTEE, "m", PLACE) == "full"
    assert told.tier(GRANTEE, "m") == "partial"


def test_the_lowest_of_several_collectives_counts() -> None:
    told = scene()
    told.member("org:clinic", GROUP)
    told.trust(OWNER, GROUP, 0.75)
    told.trust(OWNER, "org:clinic", 0.5)
    assert told.tier(GRANTEE, "m") == "summary"


def test_the_owner_sees_all_and_the_ceiling_lowers_all_others() -> None:
    told = scene(ceiling=0.5)
    assert told.tier(OWNER, "m") == "full"
    assert told.tier(GRANTEE, "m") == "summary"


def test_a_public_memory_has_its_ceiling_alone() -> None:
    told = scene("*", ceiling=0.75)
    told.trust(OWNER, GRANTEE, 0.1)
    assert told.tier(GRANTEE, "m") == "partial"


def test_a_memory_about_somebody_is_never_public() -> None:
    told = scene("*", subjects=["human:sean"])
    told.consent("human:sean", "*", "all")
    told.trust(OWNER, GRANTEE, 0.1)
    assert told.tier(GRANTEE, "m") == "hint"


@pytest.mark.parametrize(("strict", "tier"), [(True, "summary"), (False, "full")])
def test_strict_mode_caps_at_summary(strict: bool, tier: str) -> None:
    told = scene()
    told.trust(OWNER, GRANTEE, 1.0, strict_mode=strict)
    assert told.tier(GRANTEE, "m") == tier


def test_acting_for_somebody_the_lower_tier_is_served() -> None:
    told = scene(GRANTEE, OUTSIDER)
    told.trust(OWNER, OUTSIDER, 0.5)
    assert told.tier(GRANTEE, "m") == "full"
    assert told.tier(GRANTEE, "m", behalf=OUTSIDER) == "summary"


def test_the_lowest_ceiling_of_its_sources_counts() -> None:
    told = scene(parents=["source"])
    told.memory("source", OWNER, [GRANTEE], ceiling=0.3)
    assert told.tier(GRANTEE, "m") == "metadata"
