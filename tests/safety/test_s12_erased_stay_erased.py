"""S12: who was erased since a backup does not come back with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from audit.models import Delivery
from consent.models import Memory, RightsRequest, ValidationTicket
from consent.rules.rights import DONE, RUNNING
from consent.services.editing import delete
from consent.services.rights import requests
from consent.services.rights.requests import Asked
from jobs import queries as job_queries
from jobs import services as jobs
from jobs.models import Job
from profiles.models import Account, Credential, Principal
from tests.cast import OWNER, admin, caller, principal
from tests.conftest import Database
from tests.pages.stage import signed_in
from tests.rights.planted import WHO, Planted, plant, texts_of
from tests.safety.outside import client, token_of
from tests.safety.test_s12_backups_restore import make, restore, seals

__all__ = ["seals"]


@pytest.fixture
def planted(db: Database) -> Planted:
    return plant()


def erase() -> RightsRequest:
    made = requests.erase(WHO, Asked("asked in writing", ring=False), by=admin(), now=timezone.now())
    assert jobs.run(requests.job_of(made).pk) is not None
    made.refresh_from_db()
    assert made.state == DONE
    return made


def test_who_was_erased_since_a_backup_is_let_in_no_more_and_erased_again(
    planted: Planted, tmp_path: Path, seals: Path
) -> None:
    """Seen failing while who was erased was not kept: the token worked again, and so did the person."""
    who, duplicate = principal(WHO), principal("human:orrie_v", display_name="Orrin Vale")
    signed_in(WHO)
    second, file = token_of("human:orrie_v"), tmp_path / "one.backup"
    make(file)
    Principal.objects.filter(pk=duplicate.pk).update(merged_into=who)
    made = erase()
    restored = restore(file)
    assert restored.taken.counts["persons"] == 2
    assert [client(one).get("/api/v1/whoami").status_code for one in (planted.token, second)] == [401, 401]
    assert not Principal.objects.filter(pk__in=(who.pk, duplicate.pk), active=True).exists()
    assert not Credential.objects.filter(principal=who, revoked_at=None).exists()
    assert not Account.objects.filter(principal=who, is_active=True).exists()
    again = RightsRequest.objects.get(public_id=made.public_id)
    assert (again.kind, again.state, again.due_at) == ("erasure", RUNNING, made.due_at)
    for number in list(job_queries.stuck(timezone.now() + job_queries.UNHEARD).values_list("pk", flat=True)):
        jobs.run(number)
    assert set(RightsRequest.objects.filter(kind="erasure").values_list("state", flat=True)) == {DONE}
    for needle in ("zephyrquartz", "orrin", "orrie", "vale@", "88123456"):
        assert texts_of(needle) == {}, needle


def test_a_backup_that_knows_of_the_erasure_erases_nobody_again(
    planted: Planted, tmp_path: Path, seals: Path
) -> None:
    erase()
    file = tmp_path / "one.backup"
    make(file)
    restored = restore(file)
    assert not restored.taken.counts.get("persons")
    assert Job.objects.filter(kind="subject_erase").count() == 1


def test_what_was_deleted_since_a_backup_leaves_no_trace_of_its_own(
    planted: Planted, tmp_path: Path, seals: Path
) -> None:
    """Seen failing while a restore deleted the row alone: what was shown of it still pointed at it."""
    file = tmp_path / "one.backup"
    make(file)
    number = Memory.objects.get(public_id=planted.alone.removeprefix("mem_")).pk
    assert Delivery.objects.filter(memory_id=number).exists()
    delete(planted.alone, by=caller(OWNER), now=timezone.now())
    restore(file)
    assert not Memory.objects.filter(pk=number).exists()
    assert not Delivery.objects.filter(memory_id=number).exists()
    assert not ValidationTicket.objects.filter(memories__contains=[number]).exists()
