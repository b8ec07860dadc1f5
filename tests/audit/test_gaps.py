"""A declared gap carries the chain over a restore or a lost key, and stays in sight."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.audit.conftest import NOW, Vault, happen, verified


def test_another_key_needs_a_declared_gap(sealed: Any, vault: Vault) -> None:
    from audit.queries import verify
    from audit.services import declare_gap, seal
    from audit.types import Event

    vault.key.unlink()
    happen()
    gap = declare_gap(Event(action="", reason="the key was lost"), now=NOW)
    happen()
    seal(now=NOW)
    found = verify(against=vault.file)
    assert verified(vault) and [one.number for one in found.gaps] == [gap.number]


def test_a_declared_restore_goes_on_and_keeps_what_was_lost_in_sight(
    sealed: Any, vault: Vault, tamper: Any
) -> None:
    from audit.models import Event
    from audit.queries import verify
    from audit.services import declare_gap, seal
    from audit.types import Event as Happened

    kept = list(Event.objects.order_by("id").values_list("id", flat=True))[:6]
    tamper("DELETE FROM audit_event WHERE NOT id = ANY(%s)", kept)
    tamper("DELETE FROM audit_seal WHERE number = 3")
    declare_gap(Happened(action="", reason="restored last night's backup"), now=NOW)
    happen()
    seal(now=NOW)
    found = verify(against=vault.file)
    assert verified(vault)
    assert ([one.reason for one in found.gaps], found.lost) == (["restored last night's backup"], (3,))


def test_a_restored_cluster_that_counts_from_the_start_goes_on_after_a_gap(
    sealed: Any, vault: Vault, tamper: Any
) -> None:
    """Pretend the seals were made by a cluster far ahead of this one, as after a restore elsewhere."""
    from audit.queries.seals import newest_seal, seals_after
    from audit.services import declare_gap, seal
    from audit.types import Event
    from memory_admin.http.problem import Problem

    ahead(tamper)
    happen()
    with pytest.raises(Problem):
        seal(now=NOW)
    tamper("DELETE FROM audit_event WHERE xid < 1000000000")
    declare_gap(Event(action="", reason="moved to another machine"), now=NOW)
    happen(2)
    assert seal(now=NOW + timedelta(minutes=1)).events == 3
    assert verified(vault)
    newest = newest_seal()
    assert newest is not None and newest.xid_offset > 0 and len(list(seals_after(0))) == 5


def ahead(tamper: Any) -> None:
    """Move the chain a thousand million transactions ahead and sign it anew, file and all."""
    from django.conf import settings

    from audit.services import seal

    tamper("UPDATE audit_event SET xid = xid + 1000000000")
    tamper("DELETE FROM audit_seal")
    Path(settings.SEAL_EXPORT, "seals.jsonl").unlink()
    from audit.services import sealing

    original = sealing.HORIZON
    sealing.HORIZON = "SELECT max(xid) + 1 FROM audit_event"
    sealing.BATCH, batch = 3, sealing.BATCH
    try:
        assert seal(now=NOW).seals == 3
    finally:
        sealing.HORIZON, sealing.BATCH = original, batch
