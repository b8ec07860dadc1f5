"""Labels judged together, as a search does, are judged as each alone."""

from __future__ import annotations

from django.db import connection, transaction
from django.db.utils import IntegrityError

from consent.queries.asking import Question, snapshot
from tests.decision.world_rows import set_policy, store
from tests.reference.worlds import NOW, random_case


def test_labels_judged_together_are_judged_as_each_alone(db: object) -> None:
    # Mutant seen failing: `opened` without the label in what it excludes, so that a lack hides another.
    judged = 0
    for seed in range(60):
        world, askers = random_case(seed, derived=seed % 2 == 0)
        try:
            with transaction.atomic():
                set_policy(world, seed + 1, NOW)
                stored = store(world, seed, NOW)
        except IntegrityError:
            continue
        labels = sorted(set(stored.labels.values()))
        for asker in askers:
            with snapshot(Question(stored.ids[asker["principal"]]), now=NOW), connection.cursor() as cursor:
                cursor.execute("SELECT label, reach FROM consent_judge(%s::bigint[])", [labels])
                together = dict(cursor.fetchall())
                cursor.execute("SELECT l, consent_reach(l) FROM unnest(%s::bigint[]) AS l", [labels])
                assert together == dict(cursor.fetchall())
                judged += len(labels)
    assert judged > 100
