"""Filters of lists: a name is found in any spelling, and a word that means nothing is 400, not an empty list.

An auditor who mistypes an action must not read that it never happened."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import GRANTEE, OWNER, principal
from tests.pages.stage import signed_in
from tests.safety.outside import client, token_of

UNREADABLE = {
    "audit/events": ("actor=sean", "actor=human:a%20b", "action=memory.made", "action=made.", "outcome=fine"),
    "violations": ("owner=sean", "accessor=nobody", "assignee=sean"),
    "jobs": ("kind=cooking", "state=resting"),
    "principals": ("namespace=Human", "namespace=a%20b", "namespace=*"),
}
READABLE = {
    "audit/events": (
        "actor=*",
        "actor=human:nobody_known",
        "action=memory.",
        "action=grant.add",
        "outcome=error",
    ),
    "violations": ("owner=human:nobody_known", "assignee=none", "accessor=*"),
    "jobs": ("kind=export", "state=queued"),
    "principals": ("namespace=ghost",),
}


PAGES = {"audit/events": "/audit/", "violations": "/violations/"}


@pytest.fixture
def overseer(db: Any) -> Any:
    """Somebody who may see everything that can be listed."""
    principal("human:grace")
    return client(token_of("human:grace", "audit", "principals", "memory", "admin"))


def test_a_filter_that_names_nothing_readable_is_400_and_says_so(overseer: Any) -> None:
    """Seen failing when every word was taken as it came and found nothing."""
    for address, filters in UNREADABLE.items():
        for one in filters:
            answer = overseer.get(f"/api/v1/{address}?{one}")
            said = answer.json()
            assert (answer.status_code, said.get("code")) == (400, "invalid"), (address, one, said)
            assert list(said["errors"]) == [one.partition("=")[0]], (address, one, said)


def test_a_readable_filter_that_fits_nothing_finds_nothing(overseer: Any) -> None:
    for address, filters in READABLE.items():
        for one in filters:
            answer = overseer.get(f"/api/v1/{address}?{one}")
            assert answer.status_code == 200, (address, one, answer.content)


def test_a_page_refuses_what_the_same_list_refuses_elsewhere(db: Any) -> None:
    """Seen failing when the audit's page told an auditor that `memory.made` never happened."""
    auditor = signed_in("human:grace", "auditor")
    for address, page in PAGES.items():
        for one in (*UNREADABLE[address], *(("memory=mem_1",) if address == "violations" else ())):
            answer = auditor.get(f"{page}?{one}")
            said = answer.content.decode()
            assert (answer.status_code, "No event fits" in said) == (400, False), (page, one)
            assert f'id="id_{one.partition("=")[0]}_error"' in said, (page, one)
        for one in READABLE[address]:
            assert auditor.get(f"{page}?{one}").status_code == 200, (page, one)


def test_who_acted_is_found_in_any_spelling(overseer: Any) -> None:
    """Seen failing when `human:SEAN` was compared as typed and sean's acts were not found."""
    principal(OWNER), principal(GRANTEE)
    client(token_of(OWNER)).post("/api/v1/memories", {"content": "Long walks are good"}, format="json")
    overseer.post(f"/api/v1/principals/{OWNER}/aliases", {"text": "Ashling"}, format="json")
    name = OWNER.partition(":")[2]
    for spelling in (OWNER, OWNER.replace(name, name.upper()), f"{OWNER.replace(':', ':%20')}%20"):
        found = overseer.get(f"/api/v1/audit/events?actor={spelling}&action=memory.create").json()["items"]
        assert [one["actor"] for one in found] == [OWNER], spelling
        about = overseer.get(f"/api/v1/audit/events?object_id={spelling}").json()["items"]
        assert about, spelling
