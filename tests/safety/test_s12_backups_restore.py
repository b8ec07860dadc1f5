"""S12: a backup made under load, restored into nothing, has its digest; what was revoked stays revoked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.utils import timezone

from audit.services import seal
from consent.models import Memory
from consent.services.memories import create
from memory_admin.backups import making, restoring
from memory_admin.backups.manifest import Manifest
from memory_admin.embedded.roles import prepare_schema
from memory_admin.http.problem import Problem
from profiles.commands import local_caller
from profiles.models import Credential
from tests.cast import GRANTEE, OWNER, caller, custodian, draft
from tests.conftest import Database
from tests.safety.digests import digest
from tests.safety.outside import client, token_of

RECORD = {"audit_event", "audit_seal", "django_session", "profiles_signinlink"}


def quiet(stage: str, done: int, total: int) -> None:
    """Hear of progress and say nothing."""


@pytest.fixture
def seals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from django.conf import settings

    monkeypatch.setattr(settings, "SEAL_EXPORT", str(tmp_path / "seals"), raising=False)
    monkeypatch.setattr(settings, "SEAL_KEY", str(tmp_path / "key" / "seal.pem"), raising=False)
    return tmp_path / "seals" / "seals.jsonl"


@contextmanager
def write_load(writers: int = 2) -> Iterator[list[str]]:
    """Write memories from several threads until the end; gives what was acknowledged."""
    done, written = threading.Event(), []
    by, now = caller(OWNER), timezone.now()

    def write(number: int) -> None:
        count = 0
        while not done.is_set():
            made = create(draft(f"Bella did thing {count} of {number}"), by=by, now=now)
            written.append(made.public_id)
            count += 1
        connections.close_all()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    try:
        yield written
    finally:
        done.set()
        for thread in threads:
            thread.join()


def make(path: Path) -> Manifest:
    return making.make(path, by=local_caller(), now=timezone.now(), told=quiet)


def restore(path: Path, *, replace: bool = True) -> restoring.Restored:
    return restoring.restore(path, replace=replace, now=timezone.now(), told=quiet)


def wipe(db: Database) -> None:
    """Leave a database with nothing in it, as an administrator prepares it."""
    connections.close_all()
    with psycopg.connect(db.superuser_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
        prepare_schema(connection)


def test_a_backup_under_load_restores_into_nothing_with_an_equal_digest(
    db: Database, tmp_path: Path, seals: Path
) -> None:
    token = token_of(OWNER)
    file = tmp_path / "one.backup"
    with write_load() as written:
        while len(written) < 5:
            pass
        before = len(written)
        manifest = make(file)
        after = len(written)
    seal(now=timezone.now())
    wipe(db)
    done = restore(file, replace=False)
    assert before <= manifest.tables["consent_memory"].rows <= after + 2
    assert {name: one.rows for name, one in manifest.tables.items() if name not in RECORD} == {
        name: rows for name, (rows, _) in digest(db).items() if name not in RECORD
    }
    assert done.record.verified.ok and len(done.record.verified.gaps) == 1
    assert client(token).get("/api/v1/memories?limit=1").status_code == 200
    assert Memory.objects.filter(public_id__in=[one[4:] for one in written[:before]]).count() == before


def test_what_was_revoked_before_the_backup_stays_revoked(db: Database, tmp_path: Path, seals: Path) -> None:
    token, other = token_of(OWNER), token_of(GRANTEE)
    Credential.objects.filter(principal__entity_id=OWNER).update(revoked_at=timezone.now())
    file = tmp_path / "one.backup"
    make(file)
    wipe(db)
    restore(file)
    assert client(token).get("/api/v1/memories").status_code == 401
    assert client(other).get("/api/v1/memories").status_code == 200


def test_what_was_taken_back_since_is_taken_back_again(db: Database, tmp_path: Path, seals: Path) -> None:
    """Where a backup is put back over its own installation, that knows what was taken back since."""
    custodian("dog:bella", "human:sean")
    agent, sean, ash = token_of(GRANTEE), token_of("human:sean"), token_of(OWNER)
    body = {"content": "Bella has a murmur", "subject_ids": ["dog:bella"], "access_grants": [GRANTEE]}
    kept, consented = (write(ash, **body | {"content": text}) for text in ("Bella naps", "Bella rests"))
    plain = {"content": "Open until five", "access_grants": [GRANTEE]}
    shared, gone = write(ash, **plain), write(ash, **plain | {"content": "A secret"})
    wish = {"grantor": "dog:bella", "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}
    consent = client(sean).post("/api/v1/consents", wish, format="json").json()["id"]
    sees = [one for one in (kept, consented, shared, gone) if status(agent, one) == 200]
    assert sees == [kept, consented, shared, gone]
    file = tmp_path / "one.backup"
    make(file)
    late = write(ash, content="written later")
    assert (
        client(sean).post(f"/api/v1/consents/{consent}/revoke", {"reason": "no"}, format="json").status_code
        == 200
    )
    assert client(ash).delete(f"/api/v1/memories/{shared}/grants/{GRANTEE}").status_code in {200, 204}
    assert client(ash).delete(f"/api/v1/memories/{gone}").status_code in {200, 204}
    ended = token_of(OWNER, "memory")
    Credential.objects.filter(principal__entity_id="human:sean").update(paused_at=timezone.now())
    seal(now=timezone.now())
    done = restore(file)
    assert done.carried and done.record.verified.ok, done.record.verified.findings
    assert [status(agent, one) for one in (kept, consented, shared, gone)] == [404] * 4
    assert [status(ash, one) for one in (kept, shared, gone, late)] == [200, 200, 404, 404]
    assert status(ended, kept) == 401 and client(sean).get("/api/v1/whoami").status_code == 401
    counted = {name: number for name, number in done.taken.counts.items() if number}
    assert (counted, done.taken.gone) == ({"consents": 1, "tokens": 1, "grants": 1}, [uuid_of(gone)])


def write(token: str, **body: Any) -> str:
    return str(client(token).post("/api/v1/memories", body, format="json").json()["id"])


def status(token: str, memory: str) -> int:
    return int(client(token).get(f"/api/v1/memories/{memory}").status_code)


def uuid_of(memory: str) -> str:
    import uuid

    return str(uuid.UUID(memory.removeprefix("mem_")))


def test_a_damaged_file_changes_nothing(db: Database, tmp_path: Path, seals: Path) -> None:
    create(draft("Bella naps"), by=caller(OWNER), now=timezone.now())
    file = tmp_path / "one.backup"
    make(file)
    whole, before = file.read_bytes(), digest(db)
    middle = whole.index(b"PGDMP") + 3000
    manifest = whole.index(b'"rows"') + 10
    harms = {
        "cut": whole[: len(whole) // 2],
        "cut at the end": whole[:-2000],
        "a byte of the dump": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "a byte of the manifest": whole[:manifest] + b"7" + whole[manifest + 1 :],
        "empty": b"",
        "another file": b"PK\x03\x04" + whole,
    }
    for name, data in harms.items():
        harmed = tmp_path / "harmed.backup"
        harmed.write_bytes(data)
        with pytest.raises(Problem) as refused:
            restore(harmed)
        assert refused.value.code == "backup_damaged", name
    assert digest(db) == before


def test_a_dump_that_is_not_what_the_manifest_says_changes_nothing(
    db: Database, tmp_path: Path, seals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digests are proven inside the transaction: a dump that lost a row leaves all as it was."""
    create(draft("Bella naps"), by=caller(OWNER), now=timezone.now())
    file = tmp_path / "one.backup"
    without = ["--exclude-table-data=public.profiles_namesversion"]
    monkeypatch.setattr(making, "OPTIONS", (*making.OPTIONS, *without))
    make(file)
    before = digest(db)
    with pytest.raises(Problem) as refused:
        restore(file)
    assert refused.value.code == "backup_damaged" and digest(db) == before


def test_an_installation_with_something_in_it_is_replaced_only_when_told_to(
    db: Database, tmp_path: Path, seals: Path
) -> None:
    file = tmp_path / "one.backup"
    make(file)
    create(draft("Bella naps"), by=caller(OWNER), now=timezone.now())
    before = digest(db)
    assert refusal(lambda: restore(file, replace=False)).code == "backup_refused"
    assert digest(db) == before
    restore(file, replace=True)
    assert not Memory.objects.exists()


def test_a_backup_of_a_newer_schema_is_refused(db: Database, tmp_path: Path, seals: Path) -> None:
    with psycopg.connect(db.owner_url) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('consent', '9999_x', now())"
        )
    file = tmp_path / "one.backup"
    make(file)
    found = refusal(lambda: restore(file))
    assert found.code == "backup_refused" and "newer version" in found.detail


def test_nothing_is_restored_while_others_are_connected(db: Database, tmp_path: Path, seals: Path) -> None:
    file = tmp_path / "one.backup"
    make(file)
    with psycopg.connect(db.app_url):
        assert "Others use the database (1 of memory_admin_app)" in refusal(lambda: restore(file)).detail
    restore(file)


def test_a_table_whose_rows_are_hidden_from_the_owner_role_stops_a_backup(
    db: Database, tmp_path: Path, seals: Path
) -> None:
    """A dump as a role that row security binds would leave rows out without a word."""
    with psycopg.connect(db.owner_url) as connection:
        connection.execute("DROP POLICY owner_memory ON consent_memory")
    found = refusal(lambda: make(tmp_path / "one.backup"))
    assert "consent_memory" in found.detail and not list(tmp_path.glob("*.backup*"))


def test_sign_in_links_and_sessions_do_not_come_back(db: Database, tmp_path: Path, seals: Path) -> None:
    from profiles.models import SigninLink
    from tests.pages.stage import signed_in

    person = signed_in("human:sean")
    file = tmp_path / "one.backup"
    make(file)
    restore(file)
    assert person.get("/").status_code == 302 and not SigninLink.objects.exists()


def refusal(act: Callable[[], Any]) -> Problem:
    with pytest.raises(Problem) as refused:
        act()
    return refused.value
