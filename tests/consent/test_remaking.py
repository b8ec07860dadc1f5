"""A name that changes: at once only generic lines below full, then, after the job, all of it hidden."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import transaction

from consent.models import Consent, Memory, Remaking, Rendering, TrustRelationship
from consent.queries.outdated import newest, outdated
from consent.services import remaking, renderings
from consent.services.labels import spec_of
from consent.services.memories import create
from consent.tasks import remake_due
from jobs import services as jobs
from jobs.models import Job
from profiles.services import aliases
from tests.cast import NOW, OUTSIDER, OWNER, admin, caller, draft, principal
from tests.conftest import Database
from tests.safety.outside import client, token_of

GENERIC = "A private note is on record; its details are withheld."
TIERS = {0.8: "partial", 0.6: "summary", 0.3: "metadata", 0.1: "hint"}


@pytest.fixture
def memory(db: Database) -> str:
    Consent.objects.create(
        grantor=principal("dog:bella"), grantee=principal(OUTSIDER), scope="all", status="active",
        evidence="admin", granted_at=NOW, created_at=NOW,
    )  # fmt: skip
    return create(
        draft(
            "Bella and Snowflake walked by the river",
            kind="note",
            title="Snowflake by the river",
            summary="A stroll of Snowflake",
            context_summary="Something about Snowflake",
            tags=("snowflake", "walk"),
            subject_ids=("dog:bella",),
            access_grants=(OUTSIDER,),
        ),
        by=caller(OWNER),
        now=NOW,
    ).public_id


def trusting(value: float) -> None:
    TrustRelationship.objects.update_or_create(
        owner=principal(OWNER),
        accessor=principal(OUTSIDER),
        defaults={"base_trust": value, "last_updated": NOW},
    )


def known_as_snowflake() -> None:
    aliases.add(principal("dog:bella").pk, "Snowflake", by=admin(), now=NOW)


def read(memory: str, token: str) -> dict[str, Any]:
    found: dict[str, Any] = client(token).get(f"/api/v1/memories/{memory}").json()
    return found


def ran(kind: str = "remake_renderings") -> Job:
    found = jobs.run(Job.objects.filter(kind=kind).latest("pk").pk)
    assert found is not None
    assert found.state == "done", found.errors
    return found


@pytest.mark.parametrize("trust", TIERS)
def test_a_new_name_is_hidden_from_the_moment_it_counts(memory: str, trust: float) -> None:
    trusting(trust)
    token = token_of(OUTSIDER)
    assert "Snowflake" in str(read(memory, token))
    known_as_snowflake()
    waiting = read(memory, token)
    assert waiting["tier"] == TIERS[trust]
    assert (waiting["title"], waiting["content"], waiting["tags"], waiting["date"]) == (
        *("", GENERIC, []),
        "early-2026",
    )
    for asked in ("?q=snowflake", "?q=river", "?tag=snowflake", "?tag=walk"):
        assert client(token).get(f"/api/v1/memories{asked}").json()["items"] == []
    remake_due()
    assert ran().result == {"remade": 1}
    shown = read(memory, token)
    assert "nowflake" not in str(shown)
    assert shown["date"] == ("early-2026" if trust < 0.25 else "2026-03-01")
    assert ("[REDACTED]" in str(shown)) == (trust > 0.25)
    assert newest() is None


def test_the_owner_reads_on_while_the_others_wait(memory: str) -> None:
    known_as_snowflake()
    token = token_of(OWNER)
    assert read(memory, token)["title"] == "Snowflake by the river"
    assert len(client(token).get("/api/v1/memories?q=snowflake&tag=walk").json()["items"]) == 1


def test_a_name_that_is_only_proposed_hides_nothing(memory: str) -> None:
    aliases.add(principal("dog:bella").pk, "Snowflake", by=caller("dog:bella"), now=NOW)
    assert newest() is None


def test_memories_about_others_do_not_wait(memory: str) -> None:
    trusting(0.8)
    other = create(draft("A river walk", access_grants=(OUTSIDER,)), by=caller(OWNER), now=NOW)
    known_as_snowflake()
    token = token_of(OUTSIDER)
    assert read(other.public_id, token)["content"] == "A river walk"
    last = newest()
    assert last is not None
    assert len(outdated(last)) == 1


def test_what_is_written_after_a_name_changed_does_not_wait(memory: str) -> None:
    trusting(0.8)
    known_as_snowflake()
    later = create(
        draft("Snowflake again", subject_ids=("dog:bella",), access_grants=(OUTSIDER,)),
        by=caller(OWNER),
        now=NOW,
    )
    assert read(later.public_id, token_of(OUTSIDER))["content"] == "[REDACTED] again"


def test_a_write_that_knew_only_the_old_names_is_made_anew_too(memory: str, db: Database) -> None:
    """The names are read, then an alias is committed by somebody else, then the rendering is committed."""
    trusting(0.8)
    row = Memory.objects.get()
    with transaction.atomic():
        renderings.remake(row, spec_of(row.label))
        with psycopg.connect(db.app_url, autocommit=True) as other:
            other.execute(
                "INSERT INTO profiles_alias (principal_id, text, normalized, approved_at, created_at) "
                "SELECT id, 'Snowflake', 'snowflake', now(), now() FROM profiles_principal "
                "WHERE entity_id = 'dog:bella'"
            )
    token = token_of(OUTSIDER)
    assert read(memory, token)["content"] == GENERIC
    remake_due()
    ran()
    assert read(memory, token)["content"] == "[REDACTED] and [REDACTED] walked by the river"


def test_a_name_is_not_done_with_while_a_write_that_may_not_know_it_goes_on(
    memory: str, db: Database, monkeypatch: Any
) -> None:
    trusting(0.8)
    monkeypatch.setattr(remaking, "_PATIENCE", 0.0)
    with psycopg.connect(db.app_url) as writer:
        writer.execute("SELECT pg_current_xact_id()")  # it has written something
        known_as_snowflake()
        remake_due()
        assert ran().result == {"remade": 1, "unsettled": True}
        assert newest() is not None
    monkeypatch.setattr(remaking, "_PATIENCE", 20.0)  # the server's own housekeeping writes too
    remake_due()
    assert ran().result == {"remade": 0}
    assert newest() is None


def test_an_administrator_calls_for_everything_to_be_made_anew(memory: str, capsys: Any) -> None:
    trusting(0.8)
    Rendering.objects.filter(tier=3).update(body="made by an older recipe")
    call_command("rendering", "remake")
    call_command("rendering", "status")
    assert "1 memories show generic lines" in capsys.readouterr().out
    assert ran().result == {"remade": 1}
    assert "walked by the river" in read(memory, token_of(OUTSIDER))["content"]
    call_command("rendering", "status")
    assert "as it should be" in capsys.readouterr().out


def test_nothing_is_started_twice_or_while_nothing_waits(memory: str) -> None:
    remake_due()
    assert not Job.objects.exists()
    known_as_snowflake()
    remake_due()
    remake_due()
    assert Job.objects.count() == 1
    ran()
    assert Remaking.objects.filter(done_at=None).count() == 0
