"""What moving costs when there is much of it: as much a line at the end of a file as at its beginning."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from consent.models import Memory
from consent.moving import restored_rows, restoring
from consent.services import superseding
from tests import cast
from tests.cast import NOW, OWNER, caller
from tests.commands.shell import Shell
from tests.moving.test_our_own_format import another_installation, back, made, whole

PAIRS, BATCH = 9, 3


def test_what_waits_for_a_line_further_down_is_not_looked_for_with_every_batch(
    db: Any, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when each batch asked again for all that had replaced a memory and was not here yet."""
    cast.principal(OWNER)
    old = [made(f"Max weighed {place} kg") for place in range(PAIRS)]
    for place, one in enumerate(old):
        new = made(f"Max weighs {place + 1} kg")
        superseding.supersede(one.public_id, new.public_id, version=1, by=caller(OWNER), now=NOW)
    first = whole(shell, tmp_path / "first.jsonl")
    asked: list[int] = []
    plain = restored_rows.owned

    def counted(public_ids: Collection[str]) -> dict[tuple[int, str], int]:
        asked.append(len(public_ids))
        return plain(public_ids)

    monkeypatch.setattr(restored_rows, "owned", counted)
    monkeypatch.setattr(restoring, "BATCH", BATCH)
    with another_installation(db):
        cast.principal(OWNER)
        assert back(shell, tmp_path / "first.jsonl")["created"] == 2 * PAIRS
        assert Memory.objects.exclude(superseded_by=None).count() == PAIRS
        assert whole(shell, tmp_path / "second.jsonl") == first
    assert asked and max(asked) <= BATCH and sum(asked) == PAIRS
