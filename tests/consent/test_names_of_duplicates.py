"""A duplicate that was merged is another name: what is about it hides all names of who that is."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from consent.models import Consent, Memory
from consent.services import remaking
from consent.services.memories import create
from profiles.services.aliases import add
from profiles.services.merging import merge
from tests.cast import GRANTEE, NOW, OWNER, admin, caller, draft, principal
from tests.consent.doors import Door
from tests.consent.validating import ask, check

TEXT = "Bella and Snowflake walked by the river with Luna"


@pytest.fixture
def merged(db: Any) -> str:
    """Return a memory about `dog:luna`, who turned out to be `dog:bella`, called Snowflake as well."""
    bella, luna = principal("dog:bella"), principal("dog:luna")
    add(bella.pk, "Snowflake", by=admin(), now=NOW)
    for one in (bella, luna):
        Consent.objects.create(
            grantor=one, grantee=principal(GRANTEE), scope="all", status="active", evidence="admin",
            granted_at=NOW, created_at=NOW,
        )  # fmt: skip
    fields = {"subject_ids": ("dog:luna",), "access_grants": (GRANTEE,), "trust": 0.8}
    found = create(draft(TEXT, kind="note", **fields), by=caller(OWNER), now=NOW).public_id
    merge(luna.pk, bella.pk, by=admin(), now=NOW, reason="one dog")
    with transaction.atomic():
        remaking.make_anew([Memory.objects.get().pk])
    return found


def test_what_is_about_a_duplicate_hides_its_names_and_those_of_the_survivor(door: Door, merged: str) -> None:
    """Seen failing when the names of a duplicate were put down to the survivor alone: none was hidden."""
    shown = str(door(GRANTEE, "GET", f"memories/{merged}").json())
    assert "river" in shown
    for name in ("Luna", "Snowflake", "Bella"):
        assert name not in shown


def test_a_response_is_held_against_every_name(door: Door, merged: str) -> None:
    """Seen failing when validation knew the duplicate by its own name alone."""
    recall = ask(door, "who walked by the river")
    for name in ("Luna", "Bella", "Snowflake"):
        found = check(door, recall, f"It was {name}.")
        assert [one["category"] for one in found["spans"]] == ["name"], name


def test_a_name_that_the_survivor_gets_later_is_hidden_at_once_as_well(door: Door, merged: str) -> None:
    """Seen failing when only what is about the survivor itself waited to be made anew."""
    assert "river" in str(door(GRANTEE, "GET", f"memories/{merged}").json())
    add(principal("dog:bella").pk, "River", by=admin(), now=NOW)
    assert "river" not in str(door(GRANTEE, "GET", f"memories/{merged}").json())
