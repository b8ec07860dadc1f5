"""An owner says on a page what others never read of its memory, and sees what each tier shows."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from consent.models import Memory
from consent.rules.rewriting import as_lines, replacement
from consent.rules.trusting import Pair, Terms
from consent.services.memories import create
from consent.services.trust import set_trust
from tests.cast import CUSTODIAN, caller, draft
from tests.pages.stage import OUTSIDER, Scene, signed_in

TYPED = {
    "trust": "0.9",
    "forbidden_terms": "zither",
    "forbidden_patterns": "",
    "redactions": r"content: \bharbour\b => a place",
    "prompt_instructions": "",
    "reason": "for the neighbours",
}


@pytest.fixture
def address(scene: Scene) -> str:
    """Return the page of a memory of sean's, shared with somebody he trusts with redacted text."""
    note = draft("A zither waits at the harbour.", access_grants=(OUTSIDER,))
    written = create(note, by=caller(CUSTODIAN), now=scene.now)
    set_trust(Pair(CUSTODIAN, OUTSIDER), Terms(0.8), by=caller(CUSTODIAN), now=scene.now)
    return reverse("memory-hiding", args=[written.public_id])


def save(client: Client, address: str, **typed: str) -> object:
    version = re.search(r'name="version" value="(\d+)"', client.get(address).content.decode())
    assert version is not None
    return client.post(address, {**TYPED, "version": version[1], **typed})


def test_what_is_taken_out_is_gone_for_others_and_stays_for_the_owner(address: str) -> None:
    client = signed_in(CUSTODIAN)
    assert save(client, address).status_code == 302  # type: ignore[attr-defined]
    others = signed_in(OUTSIDER).get(address.replace("hiding/", "")).content.decode()
    assert "zither" not in others and "harbour" not in others and "a place" in others
    text = client.get(address).content.decode()
    assert "A zither waits at the harbour." in text and "a place" in text
    assert Memory.objects.latest("pk").ceiling == 0.9


def test_what_cannot_be_is_said_and_nothing_typed_is_lost(address: str) -> None:
    client = signed_in(CUSTODIAN)
    answer = save(client, address, forbidden_patterns="(unclosed")
    assert answer.status_code == 400 and "(unclosed" in answer.content.decode()  # type: ignore[attr-defined]
    stale = save(client, address, version="9", forbidden_terms="kept words")
    assert stale.status_code == 409 and "kept words" in stale.content.decode()  # type: ignore[attr-defined]
    assert client.post(address, {"trust": "2"}).status_code == 400
    assert Memory.objects.latest("pk").forbidden_terms == []


def test_to_anyone_else_the_page_is_not_there(address: str) -> None:
    """Seen failing with the page shown to whoever reads the memory."""
    assert signed_in(OUTSIDER).get(address).status_code == 404
    assert signed_in(OUTSIDER).post(address, {**TYPED, "version": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("line", "field", "pattern", "said"),
    [
        (r"content: \bMilo\b => a dog", "content", r"\bMilo\b", "a dog"),
        ("title: Milo", "title", "Milo", "[REDACTED]"),
        ("Milo =>", "content", "Milo", ""),
        ("a => b => c", "content", "a => b", "c"),
        ("note: x => y", "content", "note: x", "y"),
    ],
)
def test_a_line_names_a_replacement(line: str, field: str, pattern: str, said: str) -> None:
    found = replacement(line)
    assert found == {"field": field, "pattern": pattern, "replacement": said}
    assert replacement(as_lines([found])) == found
