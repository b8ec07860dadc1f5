"""The queue and one violation on the pages: masked, filtered by the address, the effect shown first."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from audit.models import Event, Violation
from tests.cast import CUSTODIAN, GRANTEE, OWNER
from tests.pages.stage import SECRET, STAFF, Scene, signed_in


def staff(role: str = "reviewer") -> Client:
    return signed_in(STAFF[role], role)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def listed(text: str) -> list[str]:
    return re.findall(r'/violations/(vio_\w{32})/"', text)


def row(violation: str) -> Violation:
    return Violation.objects.get(public=violation.removeprefix("vio_"))


def test_staff_sees_every_violation_and_a_person_those_about_its_own(scene: Scene) -> None:
    assert set(listed(text_of(staff(), "/violations/"))) == {scene.violation, scene.own_violation}
    assert listed(text_of(signed_in(CUSTODIAN), "/violations/")) == [scene.own_violation]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("severity=high", 2), ("severity=low", 0), ("status=dismissed", 0), ("status=any", 2),
        (f"owner={OWNER}", 1), (f"accessor={GRANTEE}", 2), ("assignee=none", 2), ("assignee=human:rae", 0),
        ("since=2030-01-01T00:00", 0), ("kind=disclosure_leak", 2), ("sort=newest", 2),
    ],
)  # fmt: skip
def test_filters_live_in_the_address(scene: Scene, query: str, number: int) -> None:
    assert len(listed(text_of(staff(), f"/violations/?{query}"))) == number


def test_a_filter_that_cannot_be_read_is_said_and_shows_nothing(scene: Scene) -> None:
    answer = staff().get("/violations/?since=soon")
    assert answer.status_code == 400 and not listed(answer.content.decode())
    backwards = staff().get("/violations/?since=2026-01-02T00:00&until=2026-01-01T00:00")
    assert "The end must come after the beginning." in backwards.content.decode()


# Seen failing against a mutant that stores the response as it was.
def test_what_was_said_is_masked_and_what_was_withheld_is_marked(scene: Scene) -> None:
    text = text_of(staff(), f"/violations/{scene.violation}/")
    assert SECRET not in text
    assert '<mark title="named">' + "•" * len(SECRET) + "</mark>" in text
    assert GRANTEE in text and OWNER in text and "What was withheld was taken out" in text


def test_a_decision_says_what_it_does_to_the_figure_and_is_history(scene: Scene) -> None:
    client = staff()
    text = text_of(client, f"/violations/{scene.violation}/")
    assert "Confirming makes that" in text
    sent = {"status": "confirmed", "note": "it did", "version": "1"}
    done = client.post(f"/violations/{scene.violation}/review/", sent)
    assert done.status_code == 302
    assert row(scene.violation).status == "confirmed"
    told = text_of(client, f"/violations/{scene.violation}/")
    assert f"<strong>{STAFF['reviewer']}</strong> made it confirmed" in told and "“it did”" in told
    assert Event.objects.get(action="violation.review").door == "web"


def test_a_note_that_lacks_is_asked_for_with_what_was_typed(scene: Scene) -> None:
    Violation.objects.update(severity="critical")
    client = staff()
    refused = client.post(f"/violations/{scene.violation}/review/", {"status": "dismissed", "version": "1"})
    assert refused.status_code == 422 and "Say in a note why" in refused.content.decode()
    assert row(scene.violation).status == "open"
    stale = client.post(
        f"/violations/{scene.violation}/review/",
        {"status": "dismissed", "note": "kept words", "version": "9"},
    )
    assert stale.status_code == 409 and "kept words" in stale.content.decode()


def test_an_auditor_reads_and_has_no_buttons(scene: Scene) -> None:
    client = staff("auditor")
    address = f"/violations/{scene.violation}/"
    assert "Confirm" not in text_of(client, address) and "Show the effect" not in text_of(
        client, "/violations/"
    )
    assert client.post(f"{address}review/", {"status": "dismissed", "version": "1"}).status_code == 403
    assert row(scene.violation).status == "open"


def test_a_person_reviews_its_own_and_finds_no_other(scene: Scene) -> None:
    client, sent = signed_in(CUSTODIAN), {"status": "dismissed", "note": "I said so", "version": "1"}
    assert client.post(f"/violations/{scene.own_violation}/review/", sent).status_code == 302
    assert client.post(f"/violations/{scene.violation}/review/", sent).status_code == 404
    assert (row(scene.own_violation).status, row(scene.violation).status) == ("dismissed", "open")


def test_it_is_assigned_and_found_by_whose_it_is(scene: Scene) -> None:
    client = staff()
    sent = {"assignee": STAFF["reviewer"], "version": "1"}
    assert client.post(f"/violations/{scene.violation}/review/", sent).status_code == 302
    assert listed(text_of(client, f"/violations/?assignee={STAFF['reviewer']}")) == [scene.violation]
    client.post(f"/violations/{scene.violation}/review/", {"assignee": "none", "version": "2"})
    assert row(scene.violation).assignee_id is None


def test_many_are_decided_once_their_effect_was_shown(scene: Scene) -> None:
    client = staff()
    items = [f"{one}:1" for one in (scene.violation, scene.own_violation)]
    shown = client.post("/violations/bulk/", {"item": items, "status": "dismissed"})
    text = shown.content.decode()
    assert "2 violations become dismissed" in text and f"<strong>{GRANTEE}</strong>: compliance" in text
    assert {row(one).status for one in (scene.violation, scene.own_violation)} == {"open"}
    done = client.post(
        "/violations/bulk/", {"item": items, "status": "dismissed", "sure": "yes"}, follow=True
    )
    assert "2 violations dismissed." in done.content.decode()
    assert {row(one).status for one in (scene.violation, scene.own_violation)} == {"dismissed"}


def test_of_many_what_is_refused_is_said_and_the_rest_is_done(scene: Scene) -> None:
    Violation.objects.filter(public=scene.violation.removeprefix("vio_")).update(severity="critical")
    items = [f"{one}:1" for one in (scene.violation, scene.own_violation)]
    done = staff().post(
        "/violations/bulk/", {"item": items, "status": "confirmed", "sure": "yes"}, follow=True
    )
    text = done.content.decode()
    assert "1 violation confirmed." in text and "1 left as it is: Say in a note why" in text


@pytest.mark.parametrize("items", [[], ["nonsense"], ["vio_" + "0" * 32], ["vio_" + "0" * 32 + ":x"]])
def test_nothing_ticked_or_nonsense_is_refused(scene: Scene, items: list[str]) -> None:
    answer = staff().post("/violations/bulk/", {"item": items, "status": "dismissed"})
    assert answer.status_code in {400, 404}


def test_others_ids_in_a_bulk_decision_tell_a_person_nothing(scene: Scene) -> None:
    client = signed_in(CUSTODIAN)
    items = [f"{scene.violation}:1", f"vio_{'0' * 32}:1"]
    text = client.post("/violations/bulk/", {"item": items, "status": "dismissed"}).content.decode()
    assert "None of them is there any more." in text and OWNER not in text
    client.post("/violations/bulk/", {"item": items, "status": "dismissed", "sure": "yes"})
    assert row(scene.violation).status == "open"
