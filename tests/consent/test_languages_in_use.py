"""A question is read in the languages there is anything in: the first memory in one is found at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connections, transaction

from consent.models import Rendering, SearchedLanguage
from consent.recall import Ask, recall
from consent.services.memories import create
from tests.cast import NOW, OWNER, caller, draft

FRENCH = "Les chiens dorment pendant que nous mangeons des pommes dans le jardin"
RUSSIAN = "Собаки спят пока мы едим яблоки в саду около дома"


def found(query: str) -> list[str]:
    later = NOW + timedelta(minutes=1)
    return [one.item.public_id for one in recall(Ask(query), by=caller(OWNER), now=later).outcomes]


def languages() -> set[str]:
    return set(SearchedLanguage.objects.values_list("name", flat=True))


def test_the_first_memory_of_a_language_is_found_by_another_form_of_its_words(db: object) -> None:
    """Seen failing where nothing put down what languages are written in."""
    assert languages() == set()
    french = create(draft(FRENCH), by=caller(OWNER), now=NOW).public_id
    assert (languages(), found("pomme"), found("яблоко")) == ({"french"}, [french], [])
    russian = create(draft(RUSSIAN), by=caller(OWNER), now=NOW).public_id
    assert languages() == {"french", "russian"}
    assert (found("яблоко"), found("pomme")) == ([russian], [french])


def test_a_write_that_did_not_happen_leaves_no_language(db: object) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        create(draft(FRENCH), by=caller(OWNER), now=NOW)
        raise RuntimeError
    assert languages() == set()


def test_a_rendering_that_changes_its_language_is_found_in_the_new_one(db: object) -> None:
    """Seen failing where only what is inserted was put down."""
    create(draft("Docker, Kafka, Redis, Nginx"), by=caller(OWNER), now=NOW)
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE consent_rendering SET language = 'german'")
    assert Rendering.objects.get().language == "german"
    assert "german" in languages()
