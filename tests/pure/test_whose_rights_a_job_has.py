"""A job keeps whoever started it, and acts with exactly those rights, at the worker's door."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from jobs.types import as_kept, caller_of
from profiles.types import Caller

KIM: Final = Caller(
    *(1, "human:kim", 2, "dog:bella", "req_" + "0" * 32, "web"),
    credential_id=3,
    lineage_id=4,
    behalf_id=5,
    behalf="human:luna",
    scopes=frozenset({"memory", "admin"}),
    act_as=(2, 6),
    source_types=("document",),
    providers=("telegram",),
    staff_role="reviewer",
)


def test_what_a_job_keeps_of_its_starter_comes_back_as_it_was() -> None:
    """Seen failing with a list in place of what cannot be changed."""
    assert caller_of(json.loads(json.dumps(as_kept(KIM)))) == replace(KIM, door="worker")


def test_what_an_older_release_kept_besides_is_left_out() -> None:
    assert caller_of({**as_kept(KIM), "colour": "red"}) == replace(KIM, door="worker")
