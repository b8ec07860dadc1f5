"""S9: tampering with the seals themselves, or with the exported file, shows and stops the sealing."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from tests.audit.conftest import NOW, Tamper, Vault, check, happen, ids


@pytest.mark.parametrize("column", ["at", "entries", "batch_hash", "reason", "signature", "count", "to_xid"])
def test_an_edited_seal_shows(tamper: Tamper, column: str) -> None:
    values = {"at": "at + interval '1 second'", "reason": "'x'", "count": "count + 1", "to_xid": "to_xid + 1"}
    tamper(f"UPDATE audit_seal SET {column} = {values.get(column, f'substr({column}, 2)')} WHERE number = 2")
    assert ("seal_edit", 2, None) in check()


def test_an_edited_event_with_an_edited_seal_is_named_by_the_file(tamper: Tamper, vault: Vault) -> None:
    bad = ids()[4]
    tamper("UPDATE audit_event SET actor_id = 9 WHERE id = %s", bad)
    tamper("UPDATE audit_seal SET entries = substr(entries, 2) WHERE number = 2")
    assert check(vault)[0] == ("edit", 2, bad)


def test_an_edit_that_the_seal_s_entries_were_fitted_to_shows(tamper: Tamper, vault: Vault) -> None:
    from audit.queries.seals import packed_events, seal_numbered

    bad, seal = ids()[4], seal_numbered(2)
    assert seal is not None
    tamper("UPDATE audit_event SET actor_id = 9 WHERE id = %s", bad)
    fitted = packed_events(seal.from_xid, seal.to_xid)
    tamper("UPDATE audit_seal SET entries = %s WHERE number = 2", fitted)
    assert check() == [("seal_edit", 2, None)]
    assert check(vault)[0] == ("edit", 2, bad)


def test_a_missing_seal_shows(tamper: Tamper) -> None:
    tamper("DELETE FROM audit_seal WHERE number = 2")
    assert check()[0][:2] == ("seal_delete", 2)


def test_a_line_changed_in_the_file_shows(sealed: Any, vault: Vault) -> None:
    lines = vault.file.read_bytes().splitlines()
    changed = json.loads(lines[1])
    changed["count"] = 2
    vault.file.write_bytes(b"\n".join([lines[0], json.dumps(changed).encode(), lines[2]]) + b"\n")
    assert ("file_damage", 2, None) in check(vault)


def test_a_cut_tail_stops_the_sealing(tamper: Tamper, vault: Vault) -> None:
    from audit.services import seal
    from memory_admin.http.problem import Problem

    tamper("DELETE FROM audit_event WHERE id >= %s", ids()[6])
    tamper("DELETE FROM audit_seal WHERE number = 3")
    happen()
    with pytest.raises(Problem) as refusal:
        seal(now=NOW)
    assert refusal.value.code == "seal_conflict"


def test_a_cut_tail_becomes_one_critical_violation(tamper: Tamper) -> None:
    from audit.models import Violation
    from audit.tasks import seal_minute

    tamper("DELETE FROM audit_seal WHERE number = 3")
    seal_minute()
    seal_minute()
    assert Violation.objects.get().kind == "audit_tampering"


def test_a_seal_removed_by_the_owner_takes_more_than_a_delete(sealed: Any) -> None:
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(sealed.owner_url) as connection, refused:
        connection.execute("DELETE FROM audit_seal WHERE number = 3")
