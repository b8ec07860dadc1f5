"""A person with very many memories: a copy and an erasure cost so much a memory, and hold few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.models import Delivery, Event, Recall
from audit.queries.shown import shown_findings
from consent.models import Consent, Memory
from consent.queries import canary, erasure_plan
from consent.queries.persons import person_of
from consent.services.memories import create_many
from consent.services.rights import erasing, exporting, requests, sweeping
from consent.services.rights.requests import Asked, preview
from jobs import files
from jobs import services as jobs
from jobs.models import Job, JobFile
from memory_admin.http.problem import Problem
from tests.cast import GRANTEE, NOW, OWNER, admin, caller, draft, principal
from tests.rights.test_copies import copied, fetched, lines_of


@pytest.fixture(autouse=True)
def people(db: Any) -> None:
    principal(OWNER)


def write(count: int) -> None:
    found = [draft(f"The gate was opened for the {place}th of {count}") for place in range(count)]
    create_many(found, by=caller(OWNER), now=NOW, atomic=True)


def taken_by_a_copy() -> tuple[Job, int]:
    with CaptureQueriesContext(connection) as asked:
        made = copied(OWNER, caller(OWNER))
    return made, len(asked)


def test_a_copy_of_many_memories_takes_as_many_statements_as_one_of_few() -> None:
    """Seen failing when versions and deliveries were looked up memory by memory."""
    write(1)
    copied(OWNER, caller(OWNER))
    _, few = taken_by_a_copy()
    write(60)
    made, many = taken_by_a_copy()
    assert len(lines_of(fetched(made, caller(OWNER)))["memory"]) == 61
    assert many == few


def test_a_copy_is_on_record_stretch_by_stretch_and_each_memory_in_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen failing when all that was shown was gathered for one record at the end."""
    monkeypatch.setattr(exporting, "_RECORDED", 4)
    write(10)
    copied(OWNER, caller(OWNER))
    shown = list(Delivery.objects.order_by("pk").values_list("recall", "memory_id"))
    assert sorted(memory for _, memory in shown) == sorted(Memory.objects.values_list("pk", flat=True))
    sizes = [sum(one == recall.pk for one, _ in shown) for recall in Recall.objects.order_by("pk")]
    assert sizes == [4, 4, 2] and Event.objects.filter(action="subject.export").count() == 3
    assert list(shown_findings(timezone.now(), using="default")) == []


def test_a_copy_that_is_still_being_written_is_not_there_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing with a file handed out as far as it was, and more of it on record than it had."""
    write(3)
    monkeypatch.setattr(files, "PIECE", 100)
    tried: list[str] = []
    plain = exporting._record

    def looking(going: Any) -> None:
        assert JobFile.objects.get().pieces.exists()
        with pytest.raises(Problem, match="not_found") as refused:
            fetched(Job.objects.latest("pk"), caller(OWNER))
        tried.append(refused.value.code)
        plain(going)

    monkeypatch.setattr(exporting, "_record", looking)
    made = copied(OWNER, caller(OWNER))
    assert tried == ["not_found"] and lines_of(fetched(made, caller(OWNER)))


def test_a_preview_looks_through_few_of_the_others_texts_and_says_how_many_it_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen failing when whoever asked waited until every memory of everybody had been looked through."""
    principal(GRANTEE)
    name = GRANTEE.partition(":")[2]
    for count in range(5):
        create_many([draft(f"{name} called, {count}")], by=caller(OWNER), now=NOW, atomic=True)
    assert "memories_not_looked_at" not in preview(GRANTEE, by=admin(), now=NOW)
    monkeypatch.setattr(erasure_plan, "_LOOKED_THROUGH", 3)
    found = preview(GRANTEE, by=admin(), now=NOW)
    assert (found["memories_mentioning"], found["memories_not_looked_at"]) == (3, 2)


@pytest.mark.parametrize("mention", [True, False])
def test_the_names_in_a_large_table_are_taken_out_row_by_row(
    mention: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when a whole table came into the memory of the worker before its first row was read."""
    asked: list[str] = []
    plain = canary.streamed

    def counted(sql: str) -> Iterator[tuple[Any, ...]]:
        asked.append(sql)
        return plain(sql)

    monkeypatch.setattr(sweeping, "streamed", counted)
    text = "Sean asked for it" if mention else "asked for it"
    Consent.objects.create(
        grantor=principal(OWNER), grantee=principal(GRANTEE), scope="all", reason=text, created_at=NOW
    )
    person = person_of(principal("human:sean"))
    assert sweeping._swept("consent_consent", person.seeker()) == mention
    assert len(asked) == 1 and ("Sean" in Consent.objects.get().reason) is False


def test_an_erasure_says_how_far_it_is_of_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing when what was done was added to what there was to do, batch by batch."""
    monkeypatch.setattr(erasing, "_BATCH", 2)
    write(6)
    made = requests.erase(OWNER, Asked("asked to go", ring=False), by=admin(), now=timezone.now())
    told: list[tuple[int, int | None]] = []
    jobs.run(requests.job_of(made).pk, watch=lambda job: told.append((job.done, job.total)))
    assert [one for one in dict.fromkeys(told) if one[1]] == [(2, 6), (4, 6), (6, 6)]
