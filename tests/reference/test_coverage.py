"""Show that generated worlds ask about every clause: break the clause, and some answer changes."""

import pytest
from hypothesis import given, settings

from tests.reference import coverage, decide
from tests.reference.mutants import ALL
from tests.reference.worlds import NOW, Plain, cases, random_case, random_world


@pytest.mark.parametrize(("clause", "old", "new"), ALL, ids=[clause for clause, _, _ in ALL])
def test_a_world_among_the_first_2000_catches_the_mutant_of(clause: str, old: str, new: str) -> None:
    assert coverage.caught(old, new, 2000), f"no world shows that {clause}"


def test_every_clause_has_a_name_of_its_own() -> None:
    assert len({clause for clause, _, _ in ALL}) == len(ALL)


def test_yes_and_no_are_both_common() -> None:
    answers = [
        decide.sees(world, asker, memory, NOW)
        for world, askers in map(random_case, range(1000))
        for asker in askers
        for memory in world["memories"]
    ]
    assert 0.3 < sum(answers) / len(answers) < 0.7


def test_a_seed_makes_the_same_world_again() -> None:
    assert [repr(random_case(seed)) for seed in range(50)] == [repr(random_case(seed)) for seed in range(50)]


def test_worlds_without_derived_memories_can_be_had() -> None:
    worlds = [random_world(seed, derived=False) for seed in range(300)]
    assert not any(row["parents"] for world in worlds for row in world["memories"].values())


@settings(max_examples=60, deadline=None)
@given(cases())
def test_a_drawn_world_names_only_entities_it_has(case: tuple[Plain, list[Plain]]) -> None:
    world, askers = case
    named = {row[0] for row in world["memberships"]} | {row["grantor"] for row in world["consents"]}
    named |= {grant["grantee"] for row in world["memories"].values() for grant in row["grants"]} - {"*"}
    named |= {asker["principal"] for asker in askers}
    assert named <= set(world["entities"])


def seen(world: Plain, askers: list[Plain]) -> set[tuple[int, str]]:
    asked = [(number, memory) for number in range(len(askers)) for memory in world["memories"]]
    return {(number, memory) for number, memory in asked if decide.sees(world, askers[number], memory, NOW)}


@settings(max_examples=60, deadline=None)
@given(cases())
def test_denials_by_everyone_never_show_more(case: tuple[Plain, list[Plain]]) -> None:
    world, askers = case
    denial = {"grantee": "*", "status": "denied", "expires_at": None}
    denials = [
        denial | {"grantor": one, "scope": f"memory:{memory}"}
        for one in world["entities"]
        for memory in world["memories"]
    ]
    assert seen(world | {"consents": world["consents"] + denials}, askers) <= seen(world, askers)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_revoking_what_was_agreed_never_shows_more(case: tuple[Plain, list[Plain]]) -> None:
    world, askers = case
    kept = [row for row in world["consents"] if row["status"] != "active"]
    assert seen(world | {"consents": kept}, askers) <= seen(world, askers)
