"""What means the same is found without the same words, and only by who may see it, as far as it is shown."""

from __future__ import annotations

from consent.models import Memory
from consent.queries.search import Filters
from consent.services.memories import create
from tests.cast import GRANTEE, NOW, OUTSIDER, OWNER, caller, draft
from tests.conftest import Database
from tests.embeddings.asking import asks, embed_all, found, rows, tiers
from tests.embeddings.serving import Service


def write(text: str, *grants: str, **fields: object) -> str:
    return create(draft(text, access_grants=grants, **fields), by=caller(OWNER), now=NOW).public_id


def test_a_memory_is_found_by_its_words_at_once_and_by_its_meaning_once_embedded(
    db: Database, model: Service
) -> None:
    write("The puppy limps")
    assert found(OWNER, "limps") == ["The puppy limps"]
    assert found(OWNER, "hound") == []
    done = embed_all()
    assert (done.state, done.done, done.total, done.result) == ("done", 1, 1, {"embedded": 1})
    assert found(OWNER, "hound") == ["The puppy limps"]
    answer = asks(OWNER, "hound")
    assert (answer.retrieval.mode, answer.retrieval.notice) == ("hybrid", None)


def test_what_has_both_the_words_and_the_meaning_comes_first(db: Database, model: Service) -> None:
    write("The physician looked at the cardiac scan")
    write("The heart of the matter is money and law and tax and rent")
    write("The doctor heard the heart")
    embed_all()
    assert found(OWNER, "doctor heart")[0] == "The doctor heard the heart"
    assert found(OWNER, "doctor heart")[1] == "The physician looked at the cardiac scan"


def test_only_full_partial_and_summary_get_vectors(db: Database, model: Service) -> None:
    write("The puppy limps", GRANTEE)
    embed_all()
    assert tiers() == [2, 3, 4]


def test_nobody_finds_by_meaning_what_it_may_not_see(db: Database, model: Service) -> None:
    write("The puppy limps", GRANTEE)
    write("The puppy sleeps")
    embed_all()
    assert found(GRANTEE, "hound") == ["The puppy limps"]
    assert found(OUTSIDER, "hound") == []


def test_filters_narrow_what_is_found_by_meaning(db: Database, model: Service) -> None:
    write("The puppy limps", tags=("leg",), kind="note")
    write("The puppy sleeps", tags=("night",), kind="raw")
    embed_all()
    assert found(OWNER, "hound", filters=Filters(tags=["leg"])) == ["The puppy limps"]
    assert found(OWNER, "hound", filters=Filters(kinds=["raw"])) == ["The puppy sleeps"]
    assert found(OWNER, "hound", filters=Filters(owners=[])) == []
    Memory.objects.update(state="archived")
    rows("UPDATE consent_rendering SET state = 'archived' RETURNING 1")
    assert found(OWNER, "hound") == []


def test_an_edit_takes_the_old_vector_away_with_the_old_text(db: Database, model: Service) -> None:
    from consent.models import Label
    from consent.services import renderings
    from consent.services.labels import spec_of

    write("The puppy limps")
    embed_all()
    memory = Memory.objects.get()
    memory.content = "The train is late"
    memory.save()
    renderings.remake(memory, spec_of(Label.objects.get(pk=memory.label_id)))
    assert rows("SELECT count(*) FROM consent_vector") == [(0,)]
    embed_all()
    assert found(OWNER, "hound") == []


def test_deleting_the_rendering_deletes_its_vector(db: Database, model: Service) -> None:
    write("The puppy limps", GRANTEE)
    embed_all()
    rows("DELETE FROM consent_rendering RETURNING 1")
    assert rows("SELECT count(*) FROM consent_vector") == [(0,)]


def test_another_model_is_a_job_that_says_how_far_it_is(db: Database, model: Service) -> None:
    from django.conf import settings

    for number in range(70):
        write(f"The puppy limps {number}")
    embed_all()
    settings.EMBEDDINGS_MODEL = "words-2"
    assert found(OWNER, "hound") == []  # no vector of the model that read the question
    assert len(found(OWNER, "limps")) == 10
    model.size = 512
    done = embed_all()
    assert (done.done, done.total) == (70, 70)
    assert rows("SELECT DISTINCT model, dimension FROM consent_vector") == [("words-2", 512)]
    assert len(found(OWNER, "hound")) == 10
    assert embed_all().done == 0
