"""A collective that is named a custodian answers for nobody: people do, at every list alike."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Consent, Generalization, Memory, Reveal, RightsRequest
from consent.queries.consent_parties import parties
from consent.queries.generalizations import waiting_for
from consent.queries.reveals import told, told_lately
from consent.queries.rights import visible
from consent.queries.trust import speakers
from consent.services.memories import create
from jobs.files import may_fetch_as_own
from jobs.models import JobFile
from profiles.queries.reach import custodians
from tests.cast import ADMIN, CUSTODIAN, GRANTEE, NOW, OWNER, caller, custodian, draft, principal

CLINIC = "org:clinic"


@pytest.fixture
def records(db: Any) -> None:
    """Somebody looked at a memory of bella's, asked about her data, and would say something of her."""
    bella, clerk = principal("dog:bella"), principal(ADMIN)
    memory = create(draft("a bone lies there"), by=caller("dog:bella"), now=NOW)
    seen = Memory.objects.get(pk=memory.memory_id)
    why = {"reason": "a report", "state": "open", "asked_at": NOW, "until": NOW}
    Reveal.objects.create(memory=seen, asked_by=clerk, **why)
    RightsRequest.objects.create(kind="access", subject=bella, asked_by=clerk.pk, asked_at=NOW, due_at=NOW)
    Generalization.objects.create(
        owner=principal(OWNER), statement="dogs bury bones", subjects=[bella.pk], at=NOW,
        proposed_by=principal(OWNER).pk,
    )  # fmt: skip


@pytest.mark.parametrize(("who", "counts"), [(CUSTODIAN, 1), (CLINIC, 0)])
def test_what_concerns_a_ward_is_told_to_people_alone(records: None, who: str, counts: int) -> None:
    """Seen failing when three lists each looked up wards in their own way, collectives included."""
    custodian("dog:bella", who)
    by = caller(who)
    assert told(by, NOW).count() == told_lately(by, NOW, NOW) == counts
    assert visible(by, NOW).count() == counts
    assert waiting_for(by, NOW).count() == counts


@pytest.mark.parametrize(("who", "counts"), [(CUSTODIAN, True), (CLINIC, False)])
def test_who_speaks_for_a_ward_is_a_person_whatever_is_asked(db: Any, who: str, counts: bool) -> None:
    """Seen failing when a copy of its data was a collective's to fetch, and what it wrote failed."""
    custodian("dog:bella", who)
    bella, by = principal("dog:bella"), caller(who, is_agent=False)
    found = {by.acting_id} if counts else set()
    assert set(custodians([bella.pk], NOW)[bella.pk]) == found == speakers(bella.pk, NOW)
    assert parties(bella, principal(GRANTEE).pk, NOW).custodians == found
    assert may_fetch_as_own(JobFile(about_id=bella.pk), by, NOW) is counts
    shared = {"subject_ids": ("dog:bella",), "access_grants": (GRANTEE,)}
    create(draft("a nap at noon", consent_grants=("dog:bella",), **shared), by=by, now=NOW)
    assert Consent.objects.filter(status="active").exists() is counts
