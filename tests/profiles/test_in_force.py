"""What is in force at a moment is so for the statements that decide and for the lists that show it alike."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from consent.queries.consent_parties import wards
from profiles.models import Custodian, Membership
from profiles.queries.in_force import in_force
from profiles.queries.reach import custodians, members
from tests.cast import NOW, principal

SECOND = timedelta(seconds=1)
TERMS = [
    (NOW, None, True),
    (NOW - SECOND, NOW + SECOND, True),
    (NOW + SECOND, None, False),
    (NOW - SECOND, NOW, False),
]


@pytest.mark.parametrize(("since", "until", "holds"), TERMS)
def test_a_membership_and_a_custody_begin_and_end_at_once_everywhere(
    db: object, since: datetime, until: datetime | None, holds: bool
) -> None:
    """Seen failing where one who was custodian until now still was in that very moment."""
    term = {"since": since, "until": until}
    team, sean, bella = (principal(one) for one in ("group:care_team", "human:sean", "dog:bella"))
    Membership.objects.create(collective=team, member=sean, **term)
    Custodian.objects.create(subject=bella, custodian=sean, **term)
    assert Membership.objects.filter(in_force(NOW)).exists() is holds
    assert bool(members([team.pk], NOW).get(team.pk)) is holds
    assert bool(custodians([bella.pk], NOW).get(bella.pk)) is holds
    assert (bella.pk in wards(sean.pk, NOW)) is holds
