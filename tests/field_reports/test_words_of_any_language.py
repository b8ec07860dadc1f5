"""Stored means findable, in any script; an empty question finds nothing and a miss is an honest one."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Database
from tests.field_reports.people import person


def test_one_bad_item_does_not_spoil_the_others(db: Database) -> None:
    """X02: one bad row poisons the batch."""
    ash = person("si:ash")
    items = [{"content": "first"}, {"content": "a\0b"}, {"content": "third"}]
    answer = ash.asked("POST", "/memories/batch", {"items": items})
    assert (answer["created"], answer["failed"]) == (2, 1)
    assert answer["results"][1]["error"]["code"] == "bad_text"
    assert ash.listed() == {"first", "third"}


WORDS = [
    ("Пароль: ротация каждые девяносто дней", "ротация"), ("배포 체크리스트를 확인하세요", "체크리스트"),
    ("we meet at the café at noon", "café"), ("we meet at the café at noon", "cafe"),
    ("Η ομάδα συναντιέται αύριο", "ομάδα"), ("اجتماع الفريق غدا صباحا", "الفريق"), ("הפגישה מחר בבוקר",
    "הפגישה"),
    ("ประชุมทีมพรุ่งนี้เช้า", "ประชุม"), ("कल सुबह टीम की बैठक है", "बैठक"), ("中文优先", "中文"), ("部署检查清单",
    "部署检查清单"),
    ("使用 docker 部署 服务", "docker 部署"), ("会議は明日の朝です", "会議"), ("Straße nach Köln", "strasse"),
    ("emoji 🐕 walks", "🐕 walks"), ("naïve Bayes", "naive"), ("İstanbul'da buluşalım", "istanbul"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WORDS)
def test_what_is_stored_is_found_in_its_own_script(db: Database, text: str, words: str) -> None:
    """X03, X04, X05: stored but unfindable in other scripts, mixed scripts and short parts."""
    ash = person("si:ash")
    ash.write(text)
    ash.write("an unrelated note in English")
    assert ash.searched(words)[:1] == [text]
    assert ash.recalled(words)[:1] == [text]


@pytest.mark.parametrize("words", ["", "   ", "\u200b", "\u3000", "\n", "?!", None, "\u202e"])
def test_an_empty_question_is_refused(db: Database, words: str | None) -> None:
    """X08: an empty or blank query crashes or returns everything."""
    ash = person("si:ash")
    ash.write("the harness rubs")
    answer = ash.send("POST", "/recall", {"query": words})
    assert (answer.status_code, answer.json()["code"] in {"blank_query", "invalid"}) == (400, True)


@pytest.mark.parametrize("words", ["ab", "x", "zq"])
def test_a_short_question_finds_hits_or_nothing(db: Database, words: str) -> None:
    """X09: a query under four characters falls back to the recent list."""
    ash = person("si:ash")
    ash.write("the harness rubs")
    assert ash.searched(words) == ash.recalled(words) == []


def test_a_short_word_that_is_there_is_found(db: Database) -> None:
    """X09: and a short word that is stored is a hit."""
    ash = person("si:ash")
    ash.write("Al has an ox")
    assert ash.searched("ox") == ["Al has an ox"]


def test_what_is_asked_decides_what_is_found(db: Database) -> None:
    """X10: the same list whatever the query."""
    ash = person("si:ash")
    ash.write("the harness rubs")
    ash.write("the gate opens at seven")
    assert ash.recalled("qwxzv plomf") == ash.searched("qwxzv plomf") == []
    assert ash.recalled("harness") == ["the harness rubs"]
    assert ash.recalled("gate seven")[0] == "the gate opens at seven"


def test_a_miss_does_not_claim_that_nothing_is_saved(db: Database) -> None:
    """X11: a miss is reported as "nothing saved"; what a limit left out is said."""
    ash = person("si:ash")
    for number in range(3):
        ash.write(f"the harness rubs {number} " + "and more " * 60)
    miss = ash.recall("qwxzv")
    assert (miss["items"], miss["excluded"]) == ([], [])
    assert "saved" not in json.dumps(miss["messages"]) and "no memor" not in json.dumps(miss["messages"])
    little = ash.recall("harness", budget={"max_characters": 2500})
    assert little["excluded"] and {one["reason"] for one in little["excluded"]} == {"over_budget"}
