"""What a writer was shown by others and writes down nearly word for word keeps the rules it came under."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Recall
from audit.queries import lately
from consent.models import Label, Memory
from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, principal
from tests.consent.doors import Door, token

SECRET = "The spare key of the clinic lies under the third flower pot by the back door"
ASKED = {"query": "where is the spare key"}


def write(door: Door, who: str, content: str, **more: Any) -> Any:
    made = door(who, "POST", "memories", {"content": content, "access_grants": ["*"], **more})
    assert made.status_code in {200, 201}, made.content
    return made.json()


def told(door: Door, who: str = GRANTEE, **more: Any) -> str:
    """Have the owner share a secret with someone, who then recalls it."""
    found: str = write(door, OWNER, SECRET, **{"access_grants": [who], **more})["id"]
    assert door(who, "POST", "recall", ASKED).json()["items"]
    return found


def sees(door: Door, who: str, memory: str) -> bool:
    return bool(door(who, "GET", f"memories/{memory}").status_code == 200)


@pytest.mark.parametrize(
    "copy",
    [SECRET, f"Note to self: {SECRET.lower()}!", SECRET[10:], SECRET.replace("third", "3rd")],
    ids=["equal", "quoted", "excerpt", "nearly"],
)
def test_a_near_copy_is_linked_to_what_was_delivered(db: object, door: Door, copy: str) -> None:
    # Mutant seen failing: `below_copied` that returns at once.
    source = told(door)
    copied = write(door, GRANTEE, copy)
    assert copied["derived_from"] == [source]
    assert sees(door, GRANTEE, copied["id"]) and not sees(door, OUTSIDER, copied["id"])
    door(OWNER, "DELETE", f"memories/{source}/grants/{GRANTEE}")
    assert not sees(door, GRANTEE, copied["id"])


OTHER = "The winter tyres of the ambulance are stored in the shed behind the old mill"


@pytest.mark.parametrize("text", [SECRET, OTHER])
def test_what_a_process_kept_of_one_database_is_not_taken_for_a_memory_of_another(
    db: object, door: Door, text: str
) -> None:
    """Seen failing when prints were kept by a memory's number, which begins at 1 in every database."""
    source = write(door, OWNER, text, access_grants=[GRANTEE])["id"]
    assert door(GRANTEE, "POST", "recall", {"query": text}).json()["items"]
    assert write(door, GRANTEE, text)["derived_from"] == [source]


def test_a_copy_in_another_field_or_by_ingest_is_linked_too(db: object, door: Door) -> None:
    source = told(door)
    assert write(door, GRANTEE, "a remark", summary=SECRET)["derived_from"] == [source]
    body = {
        "messages": [{"id": "m1", "role": "tool", "content": f"found: {SECRET}"}],
        "items": [{"message_id": "m1"}],
    }
    (result,) = door(GRANTEE, "POST", "memories/ingest", body).json()["results"]
    assert result["memory"]["derived_from"] == [source]
    assert result["memory"]["provenance"] == "untrusted", "no more than what it repeats"


def test_many_written_at_once_are_compared_each(db: object, door: Door) -> None:
    source = told(door)
    items = [{"content": f"an unrelated remark, the number {n} of its kind"} for n in range(9)]
    results = door(GRANTEE, "POST", "memories/batch", {"items": [*items, {"content": SECRET}]}).json()
    linked = [one["memory"]["derived_from"] for one in results["results"]]
    assert linked == [[]] * 9 + [[source]]


def test_a_paraphrase_is_not_linked_and_the_threat_model_says_so(db: object, door: Door) -> None:
    told(door)
    assert write(door, GRANTEE, "look beneath the flowers behind the house")["derived_from"] == []


def test_what_was_withheld_is_never_compared_so_nobody_learns_it_by_guessing(db: object, door: Door) -> None:
    # Mutant seen failing: the memory's content compared whatever tier was delivered.
    write(door, OWNER, SECRET, access_grants=[GRANTEE], trust=0.1, context_summary="where something is kept")
    assert door(GRANTEE, "GET", "memories").json()["items"]
    assert write(door, GRANTEE, SECRET)["derived_from"] == []


@pytest.mark.parametrize("place", ["content", "title", "summary", "tags", "location", "redactions"])
def test_an_edit_that_brings_in_what_was_delivered_is_linked_to_it(
    db: object, door: Door, place: str
) -> None:
    """Seen failing when only what was written new was compared."""
    mine = write(door, GRANTEE, "a remark")
    source = told(door, trust=0.8)
    changed = edit(door, mine, put(place))
    assert (changed["derived_from"], changed["trust"]) == ([source], 0.8)
    assert changed["provenance"] == "untrusted"
    assert sees(door, GRANTEE, mine["id"]) and not sees(door, OUTSIDER, mine["id"])
    door(OWNER, "DELETE", f"memories/{source}/grants/{GRANTEE}")
    assert not sees(door, GRANTEE, mine["id"])


@pytest.mark.parametrize("place", ["tags", "location", "redactions"])
def test_a_copy_in_what_is_printed_besides_is_linked_too(db: object, door: Door, place: str) -> None:
    """Seen failing when only content, title and summaries were compared."""
    source = told(door)
    assert write(door, GRANTEE, "a remark", **put(place))["derived_from"] == [source]


def test_an_edit_of_a_text_of_ones_own_is_not_linked_to_who_says_the_same_since(
    db: object, door: Door
) -> None:
    """Else whoever shares the words of a memory could take it from its owner at its next edit."""
    mine = write(door, GRANTEE, SECRET)
    told(door)
    assert edit(door, mine, {"content": f"{SECRET}!", "tags": ["clinic"]})["derived_from"] == []


def test_an_edit_that_repeats_what_came_of_the_memory_itself_makes_no_circle(db: object, door: Door) -> None:
    mine = write(door, GRANTEE, "a remark on keys", access_grants=[OWNER])
    told(door, derived_from=[mine["id"]])
    assert edit(door, mine, {"content": SECRET})["derived_from"] == []


def edit(door: Door, memory: Any, changes: dict[str, Any]) -> Any:
    answer = door(GRANTEE, "PATCH", f"memories/{memory['id']}", {"version": memory["version"], **changes})
    assert answer.status_code == 200, answer.content
    return answer.json()


def put(place: str) -> dict[str, Any]:
    """Return the fields of a memory that print the secret in one place."""
    pieces = {
        "tags": SECRET.split(" under "),
        "location": {"address": SECRET},
        "redactions": [{"field": "content", "pattern": "remark", "replacement": SECRET}],
    }
    return {place: pieces.get(place, SECRET)}


def test_who_was_shown_nothing_is_linked_to_nothing(db: object, door: Door) -> None:
    told(door)
    assert write(door, OUTSIDER, SECRET)["derived_from"] == []


def test_what_the_writer_had_before_stays_its_own_when_it_is_shown_the_same(db: object, door: Door) -> None:
    """Else whoever shares an equal text could take a memory from its owner by revoking."""
    # Mutant seen failing: copies counted in a merge as well.
    mine = write(door, GRANTEE, SECRET)["id"]
    told(door)
    assert write(door, GRANTEE, SECRET)["id"] == mine
    assert Label.objects.get(pk=Memory.objects.get(public_id=mine[4:]).label_id).parents == []


def test_an_owners_own_text_written_another_way_is_left_to_it(db: object, door: Door) -> None:
    write(door, OWNER, SECRET)
    assert door(OWNER, "POST", "recall", ASKED).json()["items"]
    assert write(door, OWNER, SECRET, kind="note")["derived_from"] == []


def test_a_text_edited_since_is_compared_as_it_was_delivered(db: object, door: Door) -> None:
    source = told(door)
    door(OWNER, "PATCH", f"memories/{source}", {"version": 1, "content": "nothing lies anywhere"})
    assert write(door, GRANTEE, SECRET)["derived_from"] == [source]


def test_what_was_delivered_long_ago_is_not_compared(db: object, door: Door) -> None:
    told(door)
    reader = Recall.objects.values_list("actor_id", flat=True).get() or 0
    found = [lately.delivered_lately(reader, timezone.now() + timedelta(days=days)) for days in (29, 31)]
    assert len(found[0].given) == 1 and found[1] == lately.Lately([], more=False)


def test_a_second_name_of_the_writer_links_as_well(db: object, door: Door) -> None:
    source = told(door)
    principal(OUTSIDER)
    other = token(GRANTEE, act_as=(OUTSIDER,))
    made = door(other, "POST", "memories", {"content": SECRET}, **{"X-Act-As": OUTSIDER})
    assert made.status_code == 201
    parents = Label.objects.get(pk=Memory.objects.get(public_id=made.json()["id"][4:]).label_id).parents
    assert parents == [Memory.objects.get(public_id=source[4:]).pk]
    assert made.json()["derived_from"] == [], "which the other name does not see"


LINES = (
    SECRET,
    "Der Ersatzschlüssel der Praxis liegt unter dem dritten Blumentopf neben der Hintertür",
    "診療所の予備の鍵は裏口の横にある三番目の植木鉢の下に置いてあるので忘れないでください必ず戻すこと",
)


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("tier", [1.0, 0.8], ids=["full", "partial"])
def test_asking_for_much_else_in_between_does_not_wash_a_copy(
    db: object, door: Door, text: str, tier: float
) -> None:
    """Seen failing when the newest fifty requests were all that was looked at: empty ones did as well."""
    source = write(door, OWNER, text, access_grants=[GRANTEE], trust=tier)["id"]
    assert door(GRANTEE, "GET", f"memories/{source}").json()["content"] == text
    for number in range(51):
        assert door(GRANTEE, "POST", "recall", {"query": f"qqzz{number}"}).json()["items"] == []
    copied = write(door, GRANTEE, text.replace("third", "3rd"))
    assert copied["derived_from"] == [source]
    mine = write(door, GRANTEE, "a remark of my own about the weather of this week")
    assert mine["derived_from"] == []
    assert edit(door, mine, {"content": f"Note: {text}"})["derived_from"] == [source]


def test_many_items_in_between_do_not_wash_a_copy_either(
    db: object, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when the first few of what was delivered were all that was looked at."""
    monkeypatch.setattr(lately, "MOST_ITEMS", 1)
    items = [{"content": f"remark {n} of {n * n}", "access_grants": [GRANTEE]} for n in range(50)]
    assert door(OWNER, "POST", "memories/batch", {"items": items}).json()["failed"] == 0
    source = told(door)
    assert len(door(GRANTEE, "GET", "memories?limit=200").json()["items"]) == 51
    items = [{"content": "something else entirely"}, {"content": SECRET}]
    results = door(GRANTEE, "POST", "memories/batch", {"items": items}).json()["results"]
    assert [one["memory"]["derived_from"] for one in results] == [[], [source]]


def test_a_copy_is_found_among_many_that_hold_most_of_its_words(
    db: object, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with the least alike taken instead of the likest: of what was shown few are compared."""
    monkeypatch.setattr(lately, "MOST_ITEMS", 1)
    words = sorted(set(SECRET.split()))
    said = [" ".join(words[n % len(words) :] + words[: n % len(words) - 3]) for n in range(120)]
    items = [{"content": f"{one} {n}", "access_grants": [GRANTEE]} for n, one in enumerate(said)]
    assert door(OWNER, "POST", "memories/batch", {"items": items}).json()["failed"] == 0
    source = told(door)
    assert len(door(GRANTEE, "GET", "memories?limit=200").json()["items"]) == 121
    written = [{"content": f"something else entirely {n}"} for n in range(30)] + [{"content": SECRET}]
    results = door(GRANTEE, "POST", "memories/batch", {"items": written}).json()["results"]
    assert [one["memory"]["derived_from"] for one in results] == [[]] * 30 + [[source]]


def test_nobody_pushes_a_source_aside_by_writing_more_of_its_words(
    db: object, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with the likest alone compared: sixty that hold every word of the copy came before it."""
    monkeypatch.setattr(lately, "MOST_ITEMS", 1)
    write(door, OWNER, "a remark that is looked at as the newest", access_grants=[GRANTEE])
    source = told(door)
    said = SECRET.replace("third", "3rd")
    words = sorted({*SECRET.split(), *said.split()})
    soups = [" ".join(words[n % len(words) :] + words[: n % len(words)]) for n in range(60)]
    items = [{"content": f"{one} {n}", "access_grants": [GRANTEE]} for n, one in enumerate(soups)]
    assert door(CUSTODIAN, "POST", "memories/batch", {"items": items}).json()["failed"] == 0
    assert len(door(GRANTEE, "GET", "memories?limit=200").json()["items"]) == 62
    assert source in write(door, GRANTEE, said)["derived_from"]


@pytest.mark.parametrize("trust", [1.0, 0.8, 0.3], ids=["full", "partial", "metadata"])
def test_a_title_that_was_shown_and_is_written_down_is_linked(db: object, door: Door, trust: float) -> None:
    """Seen failing when only the text of what was delivered was compared."""
    source = write(door, OWNER, "see above", title=SECRET, access_grants=[GRANTEE], trust=trust)["id"]
    assert door(GRANTEE, "GET", f"memories/{source}").json()["title"] == SECRET
    assert write(door, GRANTEE, f"I read: {SECRET}")["derived_from"] == [source]


def test_a_title_that_anybody_may_give_links_nothing(db: object, door: Door) -> None:
    write(door, OWNER, "we talked for an hour", title="Notes of the meeting", access_grants=[GRANTEE])
    assert door(GRANTEE, "GET", "memories").json()["items"]
    assert write(door, GRANTEE, "all came", title="Notes of the meeting")["derived_from"] == []
