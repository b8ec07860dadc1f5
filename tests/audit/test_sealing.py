"""Sealing: nothing that commits late is lost, nothing is sealed twice, a crash is healed."""

from __future__ import annotations

import os
import stat
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from tests.audit.conftest import NOW, Vault, happen, verified

INSERT = (
    "INSERT INTO audit_event (public, at, action, object_type, object_id, reason, outcome, code, details,"
    " request_id, door) VALUES (gen_random_uuid(), now(), 'memory.create', '', %s,"
    " '', 'ok', '', '{}', '', '')"
    " RETURNING id"
)


def sealed_ids() -> list[list[int]]:
    """Return the events of every seal."""
    from audit.queries.seals import seals_after
    from audit.rules.canonical import unpack

    return [[one.event_id for one in unpack(seal.entries)] for seal in seals_after(0)]


def test_a_transaction_begun_before_and_committed_after_goes_into_the_next_seal(
    db: Any, vault: Vault
) -> None:
    from audit.services import seal

    with psycopg.connect(db.app_url) as slow:
        late = slow.execute(INSERT, ["late"]).fetchone()
        happen(2)
        seal(now=NOW)
        happen(1)
        seal(now=NOW)
        assert not any(late[0] in batch for batch in sealed_ids())  # type: ignore[index]
        slow.commit()
    seal(now=NOW)
    batches = sealed_ids()
    assert [one for batch in batches for one in batch].count(late[0]) == 1  # type: ignore[index]
    assert sum(map(len, batches)) == 4
    assert verified(vault)


def test_a_transaction_that_writes_its_event_after_the_sealing_is_sealed_too(db: Any, vault: Vault) -> None:
    from audit.services import seal

    with psycopg.connect(db.app_url) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        happen(2)
        seal(now=NOW)
        late = slow.execute(INSERT, ["late"]).fetchone()
        slow.commit()
    seal(now=NOW)
    assert [late[0] in batch for batch in sealed_ids()][-1]  # type: ignore[index]
    assert verified(vault)


def test_a_rolled_back_event_leaves_no_trace(db: Any, vault: Vault) -> None:
    from audit.services import seal

    with psycopg.connect(db.app_url) as failing:
        failing.execute(INSERT, ["never"])
        failing.rollback()
    happen(1)
    assert seal(now=NOW).events == 1
    assert verified(vault)


def test_an_idle_minute_makes_no_seal(sealed: Any) -> None:
    from audit.services import seal

    report = seal(now=NOW)
    assert (report.state, report.last_number) == ("idle", 3)


def test_only_one_seals_at_a_time(db: Any, vault: Vault) -> None:
    from audit.services import seal
    from audit.services.sealing import LEASE

    happen()
    with psycopg.connect(db.app_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LEASE])
        assert seal(now=NOW).state == "busy"
    assert seal(now=NOW).state == "sealed"


def test_many_events_are_sealed_in_batches_between_transactions(
    db: Any, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import transaction

    from audit.services import record, seal, sealing
    from audit.types import Event

    monkeypatch.setattr(sealing, "BATCH", 3)
    happen(4)
    with transaction.atomic():
        for _ in range(5):
            record(Event(action="memory.create"), now=NOW)
    happen(1)
    seal(now=NOW)
    assert [len(batch) for batch in sealed_ids()] == [3, 1, 5, 1]
    assert verified(vault)


def test_a_crash_between_database_and_file_is_healed_at_the_next_sealing(
    sealed: Any, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.models import Event
    from audit.queries import verify
    from audit.services import seal, sealing

    def crash(*, using: str) -> int:
        raise SystemExit(9)

    happen(2)
    with monkeypatch.context() as patch:
        patch.setattr(sealing, "append_pending", crash)
        with pytest.raises(SystemExit):
            seal(now=NOW)
    assert verify(against=vault.file).unexported == 1
    report = seal(now=NOW)
    assert (report.healed, report.exported) == (1, 1)
    assert Event.objects.get(action="audit.heal").details == {"seals": 1}
    assert verified(vault)


def test_a_file_that_cannot_be_written_is_said_and_made_up_for(sealed: Any, vault: Vault) -> None:
    from audit.queries import verify
    from audit.services import seal
    from memory_admin.http.problem import Problem

    happen()
    kept = vault.file.rename(vault.file.with_name("kept"))
    vault.file.mkdir()
    with pytest.raises(Problem) as refusal:
        seal(now=NOW)
    assert refusal.value.code == "seal_not_exported" and str(vault.file) in refusal.value.detail
    vault.file.rmdir()
    kept.rename(vault.file)
    assert verify(against=vault.file).unexported == 1
    seal(now=NOW)
    assert verify(against=vault.file).unexported == 0 and verified(vault)


def test_a_line_cut_by_a_crash_is_written_again_and_nothing_is_taken_back(sealed: Any, vault: Vault) -> None:
    from audit.queries import verify
    from audit.services import seal

    whole = vault.file.read_bytes()
    torn = whole[:-40]
    vault.file.write_bytes(torn)
    seal(now=NOW)
    assert vault.file.read_bytes().startswith(torn + b"\n")
    found = verify(against=vault.file)
    assert (found.ok, found.torn, found.unexported) == (True, 1, 0)


def test_a_lost_file_is_written_whole_again_and_that_is_on_record(sealed: Any, vault: Vault) -> None:
    from audit.models import Event
    from audit.services import seal

    vault.file.unlink()
    assert seal(now=NOW).exported == 3
    assert Event.objects.get(action="audit.heal").details == {"seals": 3}
    assert verified(vault)


def test_seals_reach_the_disk_before_the_run_ends(
    db: Any, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.services import seal

    synced: list[int] = []

    def remember(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)

    monkeypatch.setattr("audit.services.export.os.fsync", remember)
    happen()
    seal(now=NOW)
    assert {vault.file.stat().st_ino, vault.file.parent.stat().st_ino} <= set(synced)


def test_the_key_is_made_once_for_its_owner_alone(sealed: Any, vault: Vault) -> None:
    assert stat.S_IMODE(vault.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(vault.file.stat().st_mode) == 0o600


def test_a_key_that_others_can_read_is_refused(sealed: Any, vault: Vault) -> None:
    refuses_to_seal(lambda: vault.key.chmod(0o640))


def test_a_lost_key_is_not_silently_replaced(sealed: Any, vault: Vault) -> None:
    refuses_to_seal(vault.key.unlink)
    assert not vault.key.exists()


def test_another_key_is_refused(sealed: Any, vault: Vault) -> None:
    from audit.services.sealkey import load_key

    def replace() -> None:
        vault.key.unlink()
        load_key(create=True)

    refuses_to_seal(replace)


def refuses_to_seal(spoil: Any) -> None:
    """Spoil the key and see that no seal is made."""
    from audit.queries import newest_seal
    from audit.services import seal
    from memory_admin.http.problem import Problem

    spoil()
    happen()
    with pytest.raises(Problem) as refusal:
        seal(now=NOW)
    assert refusal.value.code == "seal_key_unusable"
    newest = newest_seal()
    assert newest is not None and newest.number == 3


def test_health_says_how_the_sealing_stands(db: Any, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.conf import settings

    from audit.queries import seal_health
    from audit.services import seal

    assert seal_health(NOW).state == "never"
    happen()
    late = seal_health(NOW + timedelta(minutes=10))
    assert (late.state, late.unsealed, late.oldest_unsealed_seconds) == ("late", 1, 600.0)
    seal(now=NOW)
    assert seal_health(NOW + timedelta(days=1)).state == "ok"
    # Where another machine's clock seals, this one holds no key and is told the same.
    monkeypatch.setattr(settings, "SEAL_KEY", "")
    assert seal_health(NOW).state == "ok" and seal(now=NOW).state == "off"
    happen()
    assert seal_health(NOW + timedelta(minutes=10)).state == "late"


def test_where_nothing_was_ever_sealed_and_nothing_can_be_it_is_off(
    db: Any, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.conf import settings

    from audit.queries import seal_health

    monkeypatch.setattr(settings, "SEAL_KEY", "")
    assert seal_health(NOW).state == "off"
    happen()
    assert seal_health(NOW + timedelta(minutes=10)).state == "late"


def test_health_names_a_conflict(tamper: Any, vault: Vault) -> None:
    from audit.queries import seal_health

    tamper("DELETE FROM audit_seal WHERE number = 3")
    health = seal_health(NOW)
    assert health.state == "conflict" and "verify" in health.fix
