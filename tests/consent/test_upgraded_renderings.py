"""S13: a database from before the five tiers serves generic lines at the new ones until they are made."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from consent.models import Memory, Rendering, TrustRelationship
from consent.services.memories import create
from consent.tasks import remake_due
from jobs import services as jobs
from jobs.models import Job
from tests.cast import NOW, OUTSIDER, OWNER, caller, draft, principal
from tests.conftest import Database
from tests.safety.outside import client, token_of

SQL = Path(__file__).parents[2] / "consent/migrations/sql/five_tiers.sql"


def as_it_was(db: Database) -> None:
    """Take away what the migration brings: the tiers between, and the ceilings they need."""
    Rendering.objects.filter(tier__in=(2, 3)).delete()
    for row in Rendering.objects.filter(ceiling_tier__in=(2, 3)):
        audience = [one + 8 if row.tier == 1 else one for one in row.audience]
        Rendering.objects.filter(pk=row.pk).update(ceiling_tier=1, audience=audience)


def upgrade(db: Database) -> None:
    """Run the part of the migration that moves rows, as the owner of the tables."""
    moving = SQL.read_text(encoding="utf-8").split("-- Renderings made before this")[1].split("REVOKE")[0]
    with psycopg.connect(db.owner_url, autocommit=True) as owner:
        owner.execute("--" + moving)


@pytest.mark.parametrize(
    ("trust", "tier"), [(0.8, "partial"), (0.6, "summary"), (0.3, "metadata"), (0.1, "hint")]
)
@pytest.mark.parametrize("ceiling", [1.0, 0.9, 0.6])
def test_an_upgraded_memory_shows_its_generic_line_and_then_its_tier(
    db: Database, trust: float, tier: str, ceiling: float
) -> None:
    written = create(
        draft(
            "A walk by the river", title="The river", access_grants=(OUTSIDER,), trust=ceiling, kind="note"
        ),
        by=caller(OWNER),
        now=NOW,
    )
    TrustRelationship.objects.create(
        owner=principal(OWNER), accessor=principal(OUTSIDER), base_trust=trust, last_updated=NOW
    )
    fresh = sorted(Rendering.objects.values_list("tier", "ceiling_tier", "audience"))
    as_it_was(db)
    upgrade(db)
    expected = "summary" if tier == "partial" and ceiling == 0.6 else tier
    token = token_of(OUTSIDER)
    (listed,) = client(token).get("/api/v1/memories").json()["items"]
    assert (listed["id"], listed["tier"], listed["title"], listed["date"]) == (
        *(written.public_id, expected),
        *("", "early-2026"),
    )
    assert client(token_of(OWNER)).get("/api/v1/memories?q=river").json()["items"][0]["title"] == "The river"
    remake_due()
    jobs.run(Job.objects.get().pk)
    assert sorted(Rendering.objects.values_list("tier", "ceiling_tier", "audience")) == fresh
    after = client(token).get(f"/api/v1/memories/{written.public_id}").json()
    assert after["title"] == ("" if tier == "hint" else "The river")
    assert Memory.objects.count() == 1
