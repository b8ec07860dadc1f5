"""The setting `redaction_recognizers`: what is looked for below full, and that a change makes it so."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import TrustRelationship
from consent.queries.policies import current_policy
from consent.rules.recognizers import EVERYTHING, GROUPS, looked_for
from consent.services.memories import create
from consent.services.policies import change, proposed
from jobs import services as jobs
from jobs.models import Job
from tests.cast import NOW, OUTSIDER, OWNER, admin, caller, draft, principal
from tests.safety.outside import client, token_of


@pytest.mark.parametrize("said", [None, {}, "people", {"people": None}, {"unheard_of": False}, [False]])
def test_what_is_not_said_clearly_is_looked_for(said: object) -> None:
    assert looked_for(said) == EVERYTHING


def test_every_kind_is_in_one_group() -> None:
    assert sorted(kind for kinds in GROUPS.values() for kind in kinds) == sorted(EVERYTHING)


def test_a_group_that_is_off_is_not_looked_for() -> None:
    assert "phone" not in looked_for({"phone": False}) and "email" in looked_for({"phone": False})


def test_a_change_hides_generically_until_the_job_has_made_it_so(db: Any) -> None:
    text = "Call +1 512 555 0147 or write to desk@example.org about the fence"
    memory = create(draft(text, access_grants=(OUTSIDER,)), by=caller(OWNER), now=NOW).public_id
    TrustRelationship.objects.create(
        owner=principal(OWNER), accessor=principal(OUTSIDER), base_trust=0.8, last_updated=NOW
    )
    reader = client(token_of(OUTSIDER))

    def read() -> str:
        return str(reader.get(f"/api/v1/memories/{memory}").json()["content"])

    assert "0147" not in read() and "desk@" not in read()
    stored = proposed({"redaction_recognizers": {"phone": False}}, None, current_policy())
    change(stored, "they are public", version=0, by=admin(), now=NOW)
    assert "fence" not in read() and "0147" not in read()
    jobs.run(Job.objects.get(kind="remake_renderings").pk)
    assert "0147" in read() and "desk@" not in read() and "fence" in read()
