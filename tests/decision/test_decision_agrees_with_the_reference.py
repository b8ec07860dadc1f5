"""S1: the pure decision and its twin in the database answer as the independent reference does."""

from __future__ import annotations

import os
from typing import Any

from django.db import IntegrityError, connection, transaction

from consent.queries.asking import Question, Snapshot, snapshot
from consent.queries.facts import gather
from consent.rules.decide import decide
from consent.rules.grants import grant_states
from consent.rules.trust import effective_trust, shown_value
from memory_admin.http.problem import Problem
from tests.decision.world_rows import Stored, set_policy, stamped, store
from tests.reference import decide as reference
from tests.reference import disclosure, grants
from tests.reference.worlds import NOW, random_case

WORLDS = int(os.environ.get("MEMORY_ADMIN_WORLDS", "300"))
NUMBERS = {"full": 4, "partial": 3, "summary": 2, "metadata": 1, "hint": 0}
Plain = dict[str, Any]


def tier_number(value: float) -> int:
    return next(NUMBERS[name] for name, least in disclosure.TIERS if value >= least)


def database_says(stored: Stored, world: Plain) -> dict[str, int]:
    """Return the tier `consent_shown` gives for each memory, by the memory's own ceiling."""
    found = {}
    with connection.cursor() as cursor:
        for name, label in stored.labels.items():
            ceiling = tier_number(stamped(world, name))
            cursor.execute("SELECT consent_shown(%s, %s::smallint)", [label, ceiling])
            found[name] = cursor.fetchone()[0]
    return found


def pure_says(stored: Stored, world: Plain, taken: Snapshot) -> dict[str, int]:
    scene = gather(stored.labels.values(), taken)
    found = {}
    for name, number in stored.labels.items():
        label = scene.labels[number]
        ruling = decide(label, scene)
        trust = effective_trust(label, stamped(world, name), ruling, scene)
        found[name] = tier_number(shown_value(trust)) if ruling.allowed else -1
    return found


def reference_says(world: Plain, asker: Plain) -> dict[str, int]:
    return {
        name: NUMBERS[disclosure.tier(world, asker, name, NOW)]
        if reference.sees(world, asker, name, NOW)
        else -1
        for name in world["memories"]
    }


def our_answers(world: Plain, asker: Plain, stored: Stored) -> tuple[dict[str, int], dict[str, int]]:
    nothing = dict.fromkeys(world["memories"], -1)
    if asker["visibility"] == "self" and not asker["recall_self"]:
        return nothing, nothing  # the door refuses a credential without the scope
    question = Question(
        asker=stored.ids[asker["principal"]],
        behalf=stored.ids[asker["behalf"]] if asker["behalf"] else None,
        session=stored.sessions.get(asker["session"], "ctxs_" + "0" * 32) if asker["session"] else None,
        self_only=asker["visibility"] == "self",
        context_required=asker["context_required"],
    )
    try:
        with snapshot(question, now=NOW) as taken:
            return pure_says(stored, world, taken), database_says(stored, world)
    except Problem as problem:
        assert problem.code == "session_unknown"
        return nothing, nothing


def grant_answers(stored: Stored, world: Plain) -> dict[str, tuple[set[int], dict[int, set[int]]]]:
    with snapshot(Question(asker=0), now=NOW) as taken:
        scene = gather(stored.labels.values(), taken)
        found = {}
        for name, number in stored.labels.items():
            states = grant_states(scene.labels[number], scene)
            effective = {state.grantee for state in states if state.effective}
            found[name] = (effective, {s.grantee: set(s.missing) for s in states if s.missing})
        return found


def reference_grants(stored: Stored, world: Plain) -> dict[str, tuple[set[int], dict[int, set[int]]]]:
    ids = stored.ids
    return {
        name: (
            {ids[one] for one in grants.access_grants(world, name, NOW)},
            {
                ids[grantee]: {ids[one] for one in lacking}
                for grantee, lacking in grants.pending_grants(world, name, NOW).items()
            },
        )
        for name in world["memories"]
    }


def mismatches(first: int, count: int) -> list[str]:
    found = []
    for seed in range(first, first + count):
        derived = seed % 3 == 0
        world, askers = random_case(seed, derived=derived)
        try:
            with transaction.atomic():
                set_policy(world, seed + 1, NOW)
                stored = store(world, seed, NOW)
        except IntegrityError:
            continue  # the database itself refuses such a world (two standing consents, two seats)
        for asker in askers:
            expected = reference_says(world, asker)
            pure, database = our_answers(world, asker, stored)
            if not expected == pure == database:
                found.append(f"seed {seed} {asker}: reference {expected} pure {pure} database {database}")
        if not derived and grant_answers(stored, world) != reference_grants(stored, world):
            found.append(
                f"seed {seed}: grants {grant_answers(stored, world)} {reference_grants(stored, world)}"
            )
    return found


def test_a_decision_is_the_references_in_every_world(db: object) -> None:
    assert mismatches(0, WORLDS) == []


def test_trust_in_a_context_that_is_held_counts_for_nobody(db: Any) -> None:
    """World 340 has one; seen failing when the relationship counted in a session there."""
    assert mismatches(340, 1) == []
