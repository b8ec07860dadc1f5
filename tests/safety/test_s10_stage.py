"""S10, the ground: a request that works for every address, so that the refusals beside it mean something."""

from __future__ import annotations

from django.urls import resolve

from tests.safety.whole_api import API, ROWS, Stage, addresses


def test_every_address_has_a_row(stage: Stage) -> None:
    asked = {(row.method, resolve(API + stage.filled(row.path)).route) for row in ROWS}
    assert asked == addresses()


def test_every_row_is_answered_with_what_it_asks(stage: Stage) -> None:
    refused = []
    for row in ROWS:
        answered = stage.play(row).status_code
        if answered not in {200, 201, 202, 204}:
            refused.append((row.method, row.path, answered, stage.play(row).content))
    assert refused == []
