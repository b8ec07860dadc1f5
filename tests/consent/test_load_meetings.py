"""The rule by which transcripts become memories, on a made-up meeting: every sharing, nothing twice."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from consent.management import meetings
from consent.models import Consent, Memory
from consent.queries.asking import Question, snapshot
from consent.queries.search import Filters, search
from profiles.models import Principal
from tests.cast import NOW

SPEAKERS = ("Sean", "Bella (by way of Sean)", "Mia", "Dr. Smith", "Luna")


@pytest.fixture
def transcripts(tmp_path: Path) -> Path:
    turns = [
        {"id": f"m:{number}", "group": "set:vet", "label": SPEAKERS[number % 5], "text": "The murmur again."}
        for number in range(20)
    ]
    path = tmp_path / "turns.jsonl"
    path.write_text("\n".join(json.dumps(turn) for turn in turns), encoding="utf-8")
    return path


def load(path: Path) -> dict[str, int]:
    told = StringIO()
    call_command("load_meetings", str(path), "--json", stdout=told)
    return dict(json.loads(told.getvalue()))


def seen_by(entity: str) -> set[str]:
    asker = Principal.objects.get(entity_id=entity)
    with snapshot(Question(asker.pk), now=NOW.replace(year=NOW.year + 5)) as taken:
        found = search("murmur", Filters(), taken, limit=100)
    rows = Memory.objects.filter(pk__in=[one.memory for one in found])
    return set(rows.values_list("metadata__turn", flat=True))


def test_a_second_run_adds_nothing(db: object, transcripts: Path) -> None:
    assert load(transcripts)["memories"] == 20
    people, consents = Principal.objects.count(), Consent.objects.count()
    assert load(transcripts)["memories"] == 0
    assert (Memory.objects.count(), Principal.objects.count(), Consent.objects.count()) == (
        20,
        people,
        consents,
    )


def test_each_turn_is_seen_as_its_number_and_its_speakers_answer_say(db: object, transcripts: Path) -> None:
    load(transcripts)
    (meeting,) = meetings.read_meetings(transcripts)
    answers = meetings.answers([meeting])
    expected = {
        turn.id
        for turn in meeting.turns
        if turn.sharing in ("public", "group")
        or (turn.sharing != "private" and answers[meetings.entity_of(turn.speaker)] == "yes-to-all")
        or (turn.sharing in ("told", "about") and answers[meetings.entity_of(turn.speaker)].startswith("yes"))
        or (turn.sharing == "about" and meetings.entity_of(turn.speaker) == "human:mia")
    }
    assert seen_by("human:mia") == expected
    assert seen_by("si:archivist") == {one for one in expected if not _about_mia(one, meeting, answers)}
    assert seen_by("si:scribe-vet") == {turn.id for turn in meeting.turns}


def _about_mia(turn: str, meeting: meetings.Meeting, answers: dict[str, str]) -> bool:
    """Tell whether it is Mia's to see only because it is about her."""
    said = next(one for one in meeting.turns if one.id == turn)
    mine = meetings.entity_of(said.speaker) == "human:mia"
    return mine and said.sharing == "about" and not answers["human:mia"].startswith("yes")


def test_a_speaker_is_one_person_with_or_without_what_stands_in_brackets() -> None:
    assert meetings.entity_of("Bella (by way of Sean)") == meetings.entity_of("Bella") == "human:bella"
