"""A list and a check give one answer; ids, tuples and connections are not mixed up."""

from __future__ import annotations

import psycopg

from tests.cast import custodian, member
from tests.conftest import Database
from tests.field_reports.people import Person, administrator, person


def _allowed(owner: Person, memory: str, asked: str) -> bool:
    """Return what a check says, asked singly and in a batch alike."""
    question = {"memory": memory, "principal": asked}
    single = bool(owner.asked("POST", "/access/check", question)["allowed"])
    (many,) = owner.asked("POST", "/access/check", {"checks": [question]})["results"]
    explained = owner.asked("POST", "/access/explain", question)
    assert single == many["allowed"] == explained["allowed"]
    return single


def test_an_explicit_denial_holds_in_lists_as_in_checks(db: Database) -> None:
    """Z01: the list ignores an explicit deny that the check honours."""
    custodian("dog:bella", "human:sean")
    ash, sean, reader = person("si:ash"), person("human:sean"), person("si:bella_agent")
    memory = ash.write("Bella has a murmur", subject_ids=["dog:bella"], access_grants=[reader.entity])
    wish = {"grantor": "human:sean", "grantee": reader.entity, "scope": "subject:dog:bella"}
    consent = sean.asked("POST", "/consents", wish, status=201)["id"]
    assert _allowed(ash, memory, reader.entity)
    assert reader.listed() == set(reader.searched("murmur")) == set(reader.recalled("murmur")) != set()
    sean.asked("POST", f"/consents/{consent}/deny", {"reason": "no longer"})
    assert not _allowed(ash, memory, reader.entity)
    assert reader.finds_nothing("murmur")


def test_an_inactive_grantee_is_denied_in_lists_as_in_checks(db: Database) -> None:
    """Z01: the same for a principal who is not active, seen through its group."""
    ash, reader, boss = person("si:ash"), person("si:bella_agent"), administrator()
    member("group:care_team", reader.entity)
    memory = ash.write("the harness rubs", access_grants=["group:care_team"])
    assert _allowed(ash, memory, reader.entity) and reader.listed()
    boss.asked("PATCH", "/principals/group:care_team", {"active": False, "reason": "dissolved"})
    assert not _allowed(ash, memory, reader.entity)
    assert reader.finds_nothing("harness")


def test_belonging_to_two_groups_gives_what_either_gives(db: Database) -> None:
    """Z02: the list denies what the check allows for somebody with two roles."""
    ash, reader = person("si:ash"), person("si:bella_agent")
    for group in ("group:first", "group:second"):
        member(group, reader.entity)
        memory = ash.write(f"for {group}", access_grants=[group])
        assert _allowed(ash, memory, reader.entity)
    assert reader.listed() == {"for group:first", "for group:second"}


def test_separators_in_words_do_not_break_pages(db: Database) -> None:
    """Z05: a `|` in a name breaks page 2; a blank part of a cursor starts again at page 1."""
    ash = person("si:ash")
    for number in range(5):
        ash.write(f"note | {number}", tags=["a|b,c:d", "x&y=z"])
    assert len(ash.listed(tag="a|b,c:d", limit=2)) == 5
    assert len(ash.listed(tag="x&y=z", limit=2)) == 5
    cursor = ash.get("/memories", limit=2)["next"]
    for bad in ("", "|", cursor + "|", "|".join([cursor, ""]), cursor[:10]):
        assert ash.send("GET", f"/memories?limit=2&cursor={bad}").status_code == 400


def test_case_is_folded_by_one_rule_at_every_door(db: Database) -> None:
    """Z06, U05: ids compared case-insensitively in one place only; `MyBot` and `mybot`."""
    custodian("dog:bella", "human:sean")
    bot, sean = person("si:mybot"), person("human:sean", "privacy", "principals", "memory", "recall", "grant")
    memory = bot.write("Bella runs", subject_ids=["dog:BELLA"], access_grants=["human:Sean"])
    kept = bot.get(f"/memories/{memory}")
    assert (kept["subject_ids"], kept["access_grants"]) == (["dog:bella"], ["human:sean"])
    assert sean.listed(owner="si:MyBot") == set(sean.recalled("runs", owners=["si:MYBOT"])) == {"Bella runs"}
    assert sean.get("/principals/dog:Bella")["id"] == "dog:bella"
    assert len(sean.get("/privacy/audit", subject="dog:beLLa")["items"]) == 1
    bot.unshare(memory, "human:SEAN")
    assert sean.listed() == set()
    assert bot.send("GET", "/memories?owner=SI:mybot").status_code == 400


def test_checks_asked_together_are_answered_apart(db: Database) -> None:
    """Z07: items share a key made by joining strings; the same pair is asked twice, conditions differ."""
    ash, sean = person("si:ash"), person("human:sean")
    beside = {"participants": [{"entity": "human:sean"}]}
    session = ash.asked("POST", "/contexts/ctx:park/enter", beside)["context_session"]
    names = ["human:a-b", "human:a.b", "human:a", "human:a-b.c"]
    for name in names:
        person(name)
    memory = ash.write("the harness rubs", access_grants=["human:a.b"])
    inside = {"memory": memory, "principal": "si:ash", "context_session": session}
    outside = {"memory": memory, "principal": "si:ash"}
    asked = [{"memory": memory, "principal": name} for name in names] + [inside, outside, inside]
    results = ash.asked("POST", "/access/check", {"checks": asked})["results"]
    assert [one["allowed"] for one in results] == [False, True, False, False, False, True, False]
    assert [one["principal"] for one in results] == [one["principal"] for one in asked]
    assert not sean.listed()


def test_a_connection_keeps_nothing_of_the_request_before(db: Database) -> None:
    """Z11: a variable set on a pooled connection leaks into the next request, also after an error."""
    from django.db import connection

    ash, other = person("si:ash"), person("si:max_agent")
    ash.write("the cellar is damp")
    for asker, path in ((ash, "/memories"), (ash, "/memories?q=cellar"), (ash, "/memories/mem_" + "0" * 32)):
        asker.send("GET", path)
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user, coalesce(current_setting('ma.labels', true), '')")
            assert cursor.fetchone() == ("memory_admin_app", "")
        assert other.finds_nothing("cellar")


def test_the_reading_role_without_a_question_reads_no_row(db: Database) -> None:
    """Z11: no context means no rows, not all of them."""
    person("si:ash").write("the cellar is damp", access_grants=["*"])
    with psycopg.connect(db.app_url) as connection:
        connection.execute("SET LOCAL ROLE memory_admin_reader")
        for table in ("consent_memory", "consent_rendering", "consent_memoryversion"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
