"""Past the sizes that are compared row by row: the public part by its index, much by its words first."""

from __future__ import annotations

import pytest

from consent.queries import nearest
from consent.services.memories import create
from tests.cast import NOW, OUTSIDER, OWNER, caller, draft
from tests.conftest import Database
from tests.embeddings.asking import embed_all, found, rows
from tests.embeddings.serving import Service

TEXTS = ["The puppy limps", "The puppy sleeps", "A train is late", "The rent is due", "Rain tomorrow"]


def write(*grants: str) -> None:
    for text in TEXTS:
        create(draft(text, access_grants=grants), by=caller(OWNER), now=NOW)
    embed_all()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three rows be many."""
    monkeypatch.setattr(nearest, "MOST_EXACT", 3)
    monkeypatch.setattr(nearest, "_FROM_INDEX", 4)


def test_the_index_finds_what_is_public_by_its_meaning(db: Database, model: Service, few: None) -> None:
    write("*")
    assert set(found(OUTSIDER, "hound")) == {"The puppy limps", "The puppy sleeps"}


def test_the_index_tells_nothing_of_what_is_public_no_more(db: Database, model: Service, few: None) -> None:
    from consent.models import LabelGrant

    write("*")
    LabelGrant.objects.all().delete()
    assert found(OUTSIDER, "hound") == []
    rows("UPDATE consent_rendering SET audience = '{}' RETURNING 1")
    assert rows("SELECT count(*) FROM consent_vector WHERE everyone") == [(0,)]


def test_of_much_that_is_ones_own_what_has_the_words_is_ordered_by_meaning(
    db: Database, model: Service, few: None
) -> None:
    write()
    assert found(OWNER, "hound") == []  # none of its words
    assert found(OWNER, "limps hound") == ["The puppy limps"]


def test_few_rows_are_compared_beside_much_that_is_public(db: Database, model: Service, few: None) -> None:
    write("*")
    create(draft("My hound"), by=caller(OUTSIDER), now=NOW)
    embed_all()
    assert set(found(OUTSIDER, "puppy")) >= {"My hound", "The puppy limps"}


def test_every_size_of_index_is_there_and_used(db: Database, model: Service) -> None:
    sizes = {int(name.rpartition("_")[2]) for (name,) in rows(
        "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'consent_vector_public_%%'")}  # fmt: skip
    assert sizes == nearest.INDEXED
    plan = rows(
        "EXPLAIN SELECT 1 FROM consent_vector e WHERE e.everyone AND e.dimension = 384"
        " ORDER BY e.embedding::halfvec(384) <=> %s::halfvec(384) LIMIT 5",
        "[" + ",".join(["1"] * 384) + "]",
    )
    assert any("consent_vector_public_384" in line for (line,) in plan)
