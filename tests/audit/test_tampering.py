"""S9: every way of tampering shows, and the first bad event is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.audit.conftest import Tamper, Vault, check, ids, tampering


def test_an_untouched_chain_verifies(sealed: Any, vault: Vault) -> None:
    from audit.queries import verify

    assert check() == check(vault) == []
    found = verify(against=vault.file)
    assert (found.seals, found.events, found.unexported, found.torn) == (3, 9, 0, 0)


COLUMNS = {
    "at": "at + interval '1 second'",
    "public": "gen_random_uuid()",
    "action": "'memory.delete'",
    "actor_id": "8",
    "acting_id": "8",
    "behalf_id": "8",
    "credential_id": "8",
    "object_type": "'x'",
    "object_id": "'x'",
    "reason": "'x'",
    "outcome": "'refused'",
    "code": "'x'",
    "details": "'{\"n\": 1}'",
    "request_id": "'x'",
    "door": "'x'",
}


def test_times_that_no_clock_shows_are_edits_too(tamper: Tamper) -> None:
    bad = ids()[4]
    tamper("UPDATE audit_event SET at = 'infinity' WHERE id = %s", bad)
    tamper("UPDATE audit_seal SET at = '4000-01-01 BC' WHERE number = 3")
    assert check() == [("edit", 2, bad), ("seal_edit", 3, None)]


@pytest.mark.parametrize("column", COLUMNS)
def test_an_edit_of_any_column_shows(tamper: Tamper, column: str) -> None:
    bad = ids()[4]
    tamper(f"UPDATE audit_event SET {column} = {COLUMNS[column]} WHERE id = %s", bad)
    assert check() == [("edit", 2, bad)]


def test_an_event_moved_to_another_transaction_of_its_seal_shows(tamper: Tamper) -> None:
    bad, neighbour = ids()[4:6]
    tamper(
        "UPDATE audit_event SET xid = (SELECT xid FROM audit_event WHERE id = %s) WHERE id = %s",
        neighbour,
        bad,
    )
    assert check() == [("edit", 2, bad)]


def test_an_event_moved_out_of_its_seal_shows_as_an_edit(tamper: Tamper) -> None:
    bad = ids()[4]
    tamper("UPDATE audit_event SET xid = xid + 1000000000 WHERE id = %s", bad)
    assert check() == [("edit", 2, bad)]


def test_a_deleted_event_shows(tamper: Tamper) -> None:
    bad = ids()[4]
    tamper("DELETE FROM audit_event WHERE id = %s", bad)
    assert check() == [("delete", 2, bad)]


def test_a_deleted_last_event_shows(tamper: Tamper) -> None:
    bad = ids()[-1]
    tamper("DELETE FROM audit_event WHERE id = %s", bad)
    assert check() == [("delete", 3, bad)]


def test_two_events_that_changed_places_show(tamper: Tamper) -> None:
    first, second = ids()[3:5]
    tamper(
        "UPDATE audit_event SET id = CASE id WHEN %s THEN -1 ELSE -2 END WHERE id IN (%s, %s)",
        first,
        first,
        second,
    )
    tamper("UPDATE audit_event SET id = CASE id WHEN -1 THEN %s ELSE %s END WHERE id < 0", second, first)
    assert check() == [("reorder", 2, first)]


def test_an_event_slipped_in_shows(tamper: Tamper) -> None:
    after = ids()[4]
    tamper(
        "INSERT INTO audit_event (id, public, at, xid, action, object_type, object_id, reason, outcome, code,"
        " details, request_id, door) SELECT 100000, gen_random_uuid(), at, xid, action, '', '', '', 'ok', '',"
        " '{}', '', '' FROM audit_event WHERE id = %s",
        after,
    )
    assert check() == [("insert", 2, 100000)]


def test_an_event_slipped_in_before_the_first_shows(tamper: Tamper) -> None:
    tamper(
        "INSERT INTO audit_event (id, public, at, xid, action, object_type, object_id, reason, outcome, code,"
        " details, request_id, door) VALUES (-5, gen_random_uuid(), now(), -3, 'x', '', '', '', 'ok', '',"
        " '{}', '', '')"
    )
    assert check() == [("insert", 1, -5)]


def test_a_cut_tail_shows_against_the_file(tamper: Tamper, vault: Vault) -> None:
    first_lost = ids()[6]
    tamper("DELETE FROM audit_event WHERE id >= %s", first_lost)
    tamper("DELETE FROM audit_seal WHERE number = 3")
    assert check() == []
    assert check(vault) == [("cut_tail", 3, first_lost)]


def test_everything_cut_shows_against_the_file(tamper: Tamper, vault: Vault) -> None:
    first_lost = ids()[0]
    tamper("DELETE FROM audit_event")
    tamper("DELETE FROM audit_seal")
    assert check(vault) == [("cut_tail", 1, first_lost)]


def test_a_rewrite_with_the_key_shows_against_the_file(tamper: Tamper, sealed: Any, vault: Vault) -> None:
    bad = ids()[4]
    tamper("UPDATE audit_event SET actor_id = 99 WHERE id = %s", bad)
    reseal(sealed, from_number=2)
    assert check() == []
    assert check(vault)[0] == ("rewrite", 2, bad)


def reseal(database: Any, *, from_number: int) -> None:
    """Do what an attacker with the key does: sign the changed tables anew from one seal on."""
    from dataclasses import fields

    from audit.queries.seals import packed_events, seals_after
    from audit.rules import chain
    from audit.services.sealkey import load_key
    from audit.types import Seal

    previous, made = None, []
    for old in seals_after(0):
        if old.number >= from_number:
            entries = packed_events(old.from_xid, old.to_xid)
            span = chain.Cover(old.from_xid, old.to_xid)
            old = chain.make_seal(previous, span, entries, load_key(create=False), now=old.at)
            made.append(old)
        previous = old
    names = [field.name for field in fields(Seal)]
    with tampering(database) as connection:
        connection.execute("DELETE FROM audit_seal WHERE number >= %s", [from_number])
        for one in made:
            places = ", ".join(["%s"] * len(names))
            connection.execute(
                f"INSERT INTO audit_seal ({', '.join(names)}) VALUES ({places})",
                [getattr(one, name) for name in names],
            )


def test_a_rewrite_with_a_key_of_ones_own_shows(tamper: Tamper, sealed: Any, vault: Vault) -> None:
    from audit.queries import verify
    from audit.services import public_key

    trusted, first = public_key(), ids()[0]
    vault.key.rename(vault.key.with_name("kept"))
    from audit.services.sealkey import load_key

    load_key(create=True)
    reseal(sealed, from_number=1)
    found = verify(trusted=trusted).findings
    assert [(one.kind, one.seal, one.event_id, one.detail) for one in found] == [
        ("rewrite", 1, first, "foreign_key")
    ]
