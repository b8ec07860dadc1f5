"""Whatever the service does, a question is answered by its words, soon, and says so."""

from __future__ import annotations

import json
import time

import pytest

from consent.services.embedding import BREAKER, Breaker, NoVectors, embed
from tests.cast import NOW, OWNER, caller, draft
from tests.conftest import Database, Settings
from tests.embeddings.asking import asks, embed_all, found, rows
from tests.embeddings.serving import Service

NOTICE = "The embedding service does not answer: found by words alone."


def write(text: str) -> None:
    from consent.services.memories import create

    create(draft(text), by=caller(OWNER), now=NOW)


def test_with_no_service_set_recall_goes_by_words_and_has_nothing_to_say_of_it(db: Database) -> None:
    write("The puppy limps")
    answer = asks(OWNER, "limps")
    assert (answer.retrieval.mode, answer.retrieval.notice) == ("lexical", None)


@pytest.mark.parametrize("body", ["", "not json", "[]", "{}", '{"data": []}', '{"data": [7]}', "[" * 100_000])
def test_an_answer_that_is_none_is_search_by_words_with_a_notice(
    db: Database, model: Service, body: str
) -> None:
    write("The puppy limps")
    model.status, model.body = (500, "") if not body else (200, body)
    answer = asks(OWNER, "limps")
    assert [one.item.body for one in answer.outcomes] == ["The puppy limps"]
    assert (answer.retrieval.mode, answer.retrieval.notice) == ("lexical", NOTICE)


@pytest.mark.parametrize(
    "vector", [[], [0.0, 0.0], ["one"], [float("nan")], [1e308, 1e308], [1.0] * 4001, None, {"a": 1}]
)
def test_a_vector_that_is_none_is_refused(db: Database, model: Service, vector: object) -> None:
    model.body = json.dumps({"data": [{"index": 0, "embedding": vector}]})
    with pytest.raises(NoVectors):
        embed(["hound"])


def test_a_batch_with_vectors_of_two_dimensions_is_refused(db: Database, model: Service) -> None:
    model.body = json.dumps(
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 1.0]}]}
    )
    with pytest.raises(NoVectors, match="dimensions_differ"):
        embed(["one", "two"])


def test_a_service_that_hangs_costs_one_question_its_timeout_and_the_next_nothing(
    db: Database, model: Service, settings: Settings
) -> None:
    write("The puppy limps")
    model.seconds, settings.EMBEDDINGS_TIMEOUT = 5.0, 200
    begun = time.monotonic()
    assert asks(OWNER, "limps").retrieval.notice == NOTICE
    assert time.monotonic() - begun < 4
    assert BREAKER.is_open()
    asked = len(model.asked)
    assert asks(OWNER, "limps").retrieval.notice == NOTICE
    assert len(model.asked) == asked


def test_a_service_that_is_gone_and_comes_back_is_asked_again(
    db: Database, model: Service, settings: Settings
) -> None:
    write("The puppy limps")
    embed_all()
    settings.EMBEDDINGS_URL = "http://127.0.0.1:9/v1"
    assert found(OWNER, "limps") == ["The puppy limps"]
    settings.EMBEDDINGS_URL = model.url
    BREAKER.worked()
    assert found(OWNER, "hound") == ["The puppy limps"]


def test_after_its_rest_one_question_tries_for_all() -> None:
    now = [100.0]
    breaker = Breaker(lambda: now[0])
    assert not breaker.is_open()
    breaker.failed()
    assert breaker.is_open()
    now[0] += 15
    assert [breaker.is_open(), breaker.is_open()] == [False, True]
    breaker.worked()
    assert not breaker.is_open()


def test_a_question_of_another_dimension_than_what_is_stored_is_found_by_words(
    db: Database, model: Service
) -> None:
    write("The puppy limps")
    embed_all()
    model.size = 512
    assert found(OWNER, "limps") == ["The puppy limps"]
    assert found(OWNER, "hound") == []


def test_the_job_fails_with_a_reason_and_goes_on_where_it_stopped(db: Database, model: Service) -> None:
    for number in range(3):
        write(f"The puppy limps {number}")
    model.status = 500
    done = embed_all()
    assert (done.state, done.errors[-1]["code"]) == ("failed", "embedding_unavailable")
    model.status = 200
    assert embed_all().result == {"embedded": 3}


def test_the_clock_starts_the_job_only_where_something_waits(db: Database, model: Service) -> None:
    from consent.tasks import embed_due
    from jobs.models import Job

    embed_due()
    assert not Job.objects.exists()
    write("The puppy limps")
    embed_due()
    embed_due()
    assert [job.kind for job in Job.objects.all()] == ["embed"]


def test_a_text_erased_while_it_is_embedded_gets_no_vector(db: Database, model: Service) -> None:
    from consent.queries.unembedded import lacking
    from consent.services.vectors import store

    write("The puppy limps")
    batch = lacking("words-1", 0, 10)
    rows("DELETE FROM consent_rendering RETURNING 1")
    assert store(batch, "words-1") == 0
    assert rows("SELECT count(*) FROM consent_vector") == [(0,)]


def test_neither_the_question_nor_the_key_is_logged(
    db: Database, model: Service, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.EMBEDDINGS_KEY = "top-secret"
    model.status = 500
    asks(OWNER, "limps")
    told = capsys.readouterr()
    assert "limps" not in told.out + told.err
    assert "top-secret" not in told.out + told.err
