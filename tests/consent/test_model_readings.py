"""What a model finds is stored by the worker and hidden below full; an edit makes the memory unread again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from consent.models import Memory, ModelReading, Rendering
from consent.queries.unread import unread
from consent.services import model_readings
from consent.services.memories import create
from consent.tasks import read_with_model
from jobs.models import Job
from memory_admin.http.problem import Problem
from tests.cast import NOW, OUTSIDER, OWNER, admin, caller, draft
from tests.conftest import Database
from text.personal import Found
from text.personal.extra import lacking

MODEL = "a-model"
TEXT = "We walked to zanzibarra together"


def places(text: str) -> list[Found]:
    """Find a name that no rule knows, as a model would."""
    at = text.find("zanzibarra")
    return [Found(at, at + 10, "place")] if at >= 0 else []


@pytest.fixture
def memory(db: Database) -> Memory:
    public = create(
        draft(TEXT, title="A walk", access_grants=(OUTSIDER,)), by=caller(OWNER), now=NOW
    ).public_id
    return Memory.objects.get(public_id=public.removeprefix("mem_"))


def shown(memory: Memory, tier: int) -> str:
    found: str = Rendering.objects.get(memory=memory, tier=tier).body
    return found


def test_what_a_model_finds_is_hidden_below_full(memory: Memory) -> None:
    assert "zanzibarra" in shown(memory, 3)
    assert model_readings.read(memory.pk, MODEL, places) == 1
    assert "zanzibarra" not in shown(memory, 3)
    assert shown(memory, 4) == TEXT
    assert unread(MODEL, 9) == []


def test_another_model_reads_again_and_an_edit_makes_unread(memory: Memory) -> None:
    model_readings.read(memory.pk, MODEL, places)
    assert unread("another", 9) == [memory.pk]
    Memory.objects.filter(pk=memory.pk).update(version=2)
    assert unread(MODEL, 9) == [memory.pk]


def test_findings_of_a_text_that_changed_meanwhile_are_dropped(memory: Memory) -> None:
    def changing(text: str) -> list[Found]:
        Memory.objects.filter(pk=memory.pk).update(version=2, content="something else")
        return places(text)

    assert model_readings.read(memory.pk, MODEL, changing) == 0
    assert Memory.objects.get(pk=memory.pk).findings == []
    assert not ModelReading.objects.exists()


def test_an_erased_memory_is_not_read(memory: Memory) -> None:
    Memory.objects.filter(pk=memory.pk).update(state="erased")
    assert unread(MODEL, 9) == []


@pytest.mark.skipif(not lacking(), reason="the extra `pii` is installed here")
def test_without_the_extra_nothing_starts_and_asking_says_what_is_missing(memory: Memory) -> None:
    read_with_model()
    assert not Job.objects.exists()
    with pytest.raises(Problem, match="extra_missing") as refused:
        model_readings.start(by=admin(), now=NOW + timedelta(minutes=1))
    assert "presidio-analyzer is not installed" in refused.value.detail
