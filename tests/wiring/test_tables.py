"""Every table says what of people it holds, and nothing that holds text is readable without row security."""

from __future__ import annotations

from pathlib import Path

import psycopg

from consent.moving.whole.kinds import KINDS
from consent.moving.whole.tables import COPIED, LEFT_OUT
from consent.rules.formats.own import INSTALLATION
from memory_admin.tables import TABLES
from tests.conftest import Database

OF_THE_MEMORY = {"consent_memory", "consent_memoryversion", "consent_rendering", "consent_vector"}


def test_every_table_is_listed_with_what_it_holds(db: Database) -> None:
    with psycopg.connect(db.superuser_url) as server:
        found = server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert {name for (name,) in found} == set(TABLES)


def test_row_security_is_forced_wherever_a_memorys_text_is(db: Database) -> None:
    query = "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
    with psycopg.connect(db.superuser_url) as server:
        forced = {name for (name,) in server.execute(query).fetchall()}
    assert forced >= OF_THE_MEMORY


def test_the_reader_role_reads_texts_through_row_security_only(db: Database) -> None:
    query = """
        SELECT table_name FROM information_schema.role_table_grants
        WHERE grantee = 'memory_admin_reader' AND privilege_type = 'SELECT'
    """
    with psycopg.connect(db.superuser_url) as server:
        readable = {name for (name,) in server.execute(query).fetchall()}
    assert {name for name in readable if TABLES[name] == "text"} <= OF_THE_MEMORY
    assert {name for name in readable if TABLES[name] == "names"} == set()


def test_with_no_asker_named_the_reader_sees_no_row(db: Database) -> None:
    from consent.services.memories import create
    from tests.cast import NOW, OWNER, caller, draft

    create(draft("The clinic opens at nine", access_grants=("*",)), by=caller(OWNER), now=NOW)
    with psycopg.connect(db.app_url) as server:
        server.execute("SET ROLE memory_admin_reader")
        for table in sorted(OF_THE_MEMORY):
            assert server.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_the_page_on_backups_says_of_every_table_what_a_restore_leaves_taken_back() -> None:
    """Seen failing before the page went table by table."""
    page = (Path(__file__).parents[2] / "docs" / "backup.md").read_text(encoding="utf-8")
    assert {name for name in TABLES if f"`{name}`" not in page} == set()


def test_a_whole_installations_copy_brings_every_table_along_or_says_why_not() -> None:
    """Seen failing before each table was decided on."""
    assert set(TABLES) == COPIED | set(LEFT_OUT)
    assert COPIED & set(LEFT_OUT) == set()
    assert {*KINDS, "end"} - {"consent"} == INSTALLATION


def test_the_page_on_moving_says_of_every_table_whether_it_comes_along() -> None:
    """Seen failing before the page went table by table."""
    page = (Path(__file__).parents[2] / "docs" / "import.md").read_text(encoding="utf-8")
    copied, _, left = page.partition("| Left out |")
    assert {name for name in COPIED if f"`{name}`" not in copied} == set()
    assert {name for name in LEFT_OUT if f"`{name}`" not in left} == set()
