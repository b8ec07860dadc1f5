"""Protected entities are found in text under all their names, in every process, from the commit on."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from profiles.models import Principal
from profiles.queries.names import protected_names, spellings
from profiles.rules.terms import Term
from profiles.services import aliases, custody, merging
from tests.conftest import Database
from tests.profiles.cast import HOUR, NOW, admin, someone


@pytest.fixture
def bella(db: Database) -> Principal:
    """A dog with a custodian."""
    dog, sean = someone("dog:bella"), someone("human:sean")
    custody.appoint(dog.pk, sean.pk, by=admin(), now=NOW)
    return dog


def _found(text: str, now: object = NOW) -> set[str]:
    ids = protected_names(now).ids(text)  # type: ignore[arg-type]
    return set(Principal.objects.filter(pk__in=ids).values_list("entity_id", flat=True))


@pytest.mark.parametrize(
    "text",
    ["Bella limps", "about BELLA's heart", "B\u0435lla", "Be\u200blla", "\uff22\uff25\uff2c\uff2c\uff21"],
)
def test_a_protected_entity_is_found_however_it_is_spelled(bella: Principal, text: str) -> None:
    assert _found(text) == {"dog:bella"}


@pytest.mark.parametrize("text", ["bellade", "Sean walked", "a dog", ""])
def test_other_words_and_unprotected_people_are_not_found(bella: Principal, text: str) -> None:
    assert _found(text) == set()


def test_an_alias_counts_from_its_approval_to_its_removal(bella: Principal) -> None:
    alias = aliases.add(bella.pk, "Bells", by=admin(), now=NOW)
    assert _found("Bells limps") == {"dog:bella"}
    assert spellings([bella.pk]) == {bella.pk: ("Bells", "bella")}
    aliases.remove(bella.pk, alias.pk, by=admin(), now=NOW)
    assert _found("Bells limps") == set()


def test_protection_begins_and_ends_with_custody_even_by_the_clock(bella: Principal) -> None:
    max_ = someone("dog:rex")
    assert _found("Rex") == set()
    sean = Principal.objects.get(entity_id="human:sean")
    custody.appoint(max_.pk, sean.pk, by=admin(), now=NOW, term=Term(NOW + HOUR))
    assert _found("Rex") == {"dog:rex"}
    assert _found("Rex", NOW + HOUR - timedelta(seconds=1)) == {"dog:rex"}
    assert _found("Rex", NOW + HOUR) == set()
    assert _found("Rex", NOW) == {"dog:rex"}
    custody.dismiss(bella.pk, sean.pk, by=admin(), now=NOW)
    assert _found("Bella") == set()


def test_what_is_rolled_back_never_counts(bella: Principal) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        aliases.add(bella.pk, "Bells", by=admin(), now=NOW)
        assert _found("Bells") == {"dog:bella"}
        raise RuntimeError
    assert _found("Bells") == set()


def test_names_that_did_not_change_cost_one_small_statement(bella: Principal) -> None:
    protected_names(NOW)
    with CaptureQueriesContext(connection) as statements:
        first, second = protected_names(NOW), protected_names(NOW)
    assert first is second
    assert len(statements) == 2
    assert all("profiles_namesversion" in one["sql"] for one in statements)


_OTHER_PROCESS = """
import sys, psycopg
with psycopg.connect(sys.argv[1]) as connection:
    connection.execute(
        "INSERT INTO profiles_alias (principal_id, text, normalized, approved_at, created_at)"
        " SELECT id, 'Bells', 'bells', now(), now() FROM profiles_principal WHERE entity_id = 'dog:bella'")
"""


def test_a_change_by_another_process_counts_at_once(bella: Principal, db: Database) -> None:
    assert _found("Bells") == set()
    subprocess.run([sys.executable, "-c", _OTHER_PROCESS, db.app_url], check=True, timeout=60)
    assert _found("Bells") == {"dog:bella"}


def test_a_merged_duplicate_is_found_as_its_survivor(bella: Principal) -> None:
    double = someone("dog:isabella")
    merging.merge(double.pk, bella.pk, by=admin(), now=NOW, reason="one dog")
    assert _found("Isabella") == {"dog:bella"}
    assert spellings([bella.pk])[bella.pk] == ("bella", "isabella")
