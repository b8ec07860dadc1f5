"""An entity id has one canonical form at every door, and what it cannot hold is named."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profiles.rules.entity import EVERYONE, EntityError, entity_skeleton, parse_entity, parse_grantee


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("human:sean", "human:sean"),
        ("si:MyBot", "si:mybot"),
        ("  dog:Bella ", "dog:bella"),
        ("dog: bella", "dog:bella"),
        ("human:ｓｅａｎ", "human:sean"),
        ("human:jose\u0301", "human:josé"),
        ("human:नमस्ते", "human:नमस्ते"),
        ("org:STRASSE", "org:strasse"),
        ("org:straße", "org:strasse"),
        ("vet:dr_smith+1@x.org~a-b", "vet:dr_smith+1@x.org~a-b"),
        ("a1-b:x", "a1-b:x"),
        ("human:" + "a" * 128, "human:" + "a" * 128),
        ("human:" + "\u1112\u1161\u11ab" * 128, "human:" + "한" * 128),
    ],
)
def test_an_id_is_read_in_its_canonical_form(written: str, canonical: str) -> None:
    assert str(parse_entity(written)) == canonical


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        ("human:se\u200ban", "bad_character", "U+200B ZERO WIDTH SPACE"),
        ("human:\u202esean", "bad_character", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("human:se an", "bad_character", "U+0020 SPACE"),
        ("human:se\u00a0an", "bad_character", "U+00A0 NO-BREAK SPACE"),
        ("human:sean\n", "bad_character", "U+000A"),
        ("human:sean\x00", "bad_character", "U+0000"),
        ("human:se\ufe0fan", "bad_character", "U+FE0F"),
        ("human:\u3164", "bad_character", "U+3164 HANGUL FILLER"),
        ("human:\ud800", "bad_character", "U+D800"),
        ("human:\u0301a", "bad_character", "U+0301"),
        ("human:1\u0301", "bad_character", "U+0301"),
        ("agent:ns/x", "bad_character", "U+002F SOLIDUS"),
        ("human:a|b", "bad_character", "U+007C"),
        ("human:a:b", "bad_character", "U+003A"),
        ("human:a：b", "bad_character", "U+003A"),
        ("human:a%2Fb", "bad_character", "U+0025"),
        ("si:https://A/", "bad_character", "U+003A"),
        ("human:", "empty_name", "name"),
        ("human:  ", "empty_name", "name"),
        ("human", "missing_namespace", "namespace"),
        ("", "missing_namespace", "namespace"),
        ("*", "everyone", "grantee"),
        ("Human:sean", "bad_namespace", "a-z"),
        ("1x:sean", "bad_namespace", "a-z"),
        (":sean", "bad_namespace", "a-z"),
        ("a" * 33 + ":x", "bad_namespace", "a-z"),
        ("human:" + "a" * 129, "too_long", "128"),
        ("human:" + "a" * 100_000, "too_long", "128"),
    ],
)
def test_what_is_no_id_is_refused_with_the_reason(written: str, code: str, said: str) -> None:
    with pytest.raises(EntityError) as refused:
        parse_entity(written)
    assert refused.value.code == code
    assert said in refused.value.reason


def test_a_refusal_never_repeats_the_name() -> None:
    with pytest.raises(EntityError) as refused:
        parse_entity("human:secret name")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("value", [None, 7, ["human:sean"], b"human:sean"])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(EntityError):
        parse_entity(value)  # type: ignore[arg-type]
    with pytest.raises(EntityError):
        parse_grantee(value)  # type: ignore[arg-type]


def test_ids_that_a_sanitizer_would_merge_stay_apart() -> None:
    ids = ["user:a.b@x", "user:a-b-x", "user:a_b_x", "user:test_user", "user:test_user1"]
    assert (
        len({str(parse_entity(one)) for one in ids})
        == len({entity_skeleton(parse_entity(one)) for one in ids})
        == 5
    )


def test_case_never_makes_a_second_entity() -> None:
    assert parse_entity("user:Alice") == parse_entity("user:alice")


@given(st.text(max_size=40))
def test_reading_an_id_again_changes_nothing(name: str) -> None:
    try:
        entity = parse_entity(f"human:{name}")
    except EntityError:
        return
    assert parse_entity(str(entity)) == entity
    assert 1 <= len(entity.name) <= 128
    assert unicodedata.normalize("NFKC", entity.name) == entity.name == entity.name.casefold()
    assert not set(entity.name) & set(":/|%*# \n\t")


def test_everyone_is_a_grantee_only() -> None:
    assert parse_grantee("*") is EVERYONE
    assert str(EVERYONE) == "*"
    assert parse_grantee("group:care_team") == parse_entity("group:care_team")


@pytest.mark.parametrize(
    ("written", "collective", "agent"),
    [("group:x", True, False), ("org:x", True, False), ("role:x", True, False), ("ctx:x", True, False),
     ("human:x", False, False), ("si:x", False, True)],
)  # fmt: skip
def test_an_id_says_what_it_is(written: str, collective: bool, agent: bool) -> None:
    entity = parse_entity(written)
    assert (entity.is_collective, entity.is_agent) == (collective, agent)


@pytest.mark.parametrize("alike", ["human:se\u0430n", "hurnan:sean", "human:\u0455ean"])
def test_a_look_alike_shares_the_skeleton_and_not_the_id(alike: str) -> None:
    real = parse_entity("human:sean")
    assert entity_skeleton(parse_entity(alike)) == entity_skeleton(real)
    assert parse_entity(alike) != real


@pytest.mark.parametrize("other", ["human:sean1", "human:shaun", "human:s3an", "dog:sean"])
def test_an_honest_other_id_does_not(other: str) -> None:
    assert entity_skeleton(parse_entity(other)) != entity_skeleton(parse_entity("human:sean"))
