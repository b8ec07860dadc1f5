"""Violations keep masked evidence, count repeats and are reviewed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.audit.conftest import NOW


def violated(**fields: Any) -> Any:
    """Report one violation."""
    from audit.services import report_violation
    from audit.types import Span, ViolationReport

    span = Span(start=0, end=5, category="name", memory_id=5, weight=0.5)
    now = fields.pop("now", NOW)
    given: dict[str, Any] = {
        "kind": "disclosure_leak",
        "severity": "high",
        "accessor_id": 7,
        "response": "Bella, 3, is ill.",
    }
    return report_violation(ViolationReport(spans=(span,), **(given | fields)), now=now)


def test_evidence_is_masked(db: Any) -> None:
    from audit.queries import violation

    found = violation(violated(query="Wie geht's Béllä 犬?"))
    assert found is not None
    assert (found.response, found.query) == ("•••••, •, •• •••.", "••• ••••'• ••••• •?")
    assert found.spans == [{"start": 0, "end": 5, "category": "name", "memory_id": 5, "weight": 0.5}]


def test_the_same_violation_within_the_hour_is_counted(db: Any) -> None:
    from audit.models import Event, Violation

    assert violated() == violated() != violated(accessor_id=8)
    assert sorted(Violation.objects.values_list("repeats", flat=True)) == [0, 1]
    assert Event.objects.filter(action="violation.report").count() == 2
    violated(now=NOW + timedelta(hours=1))
    assert Violation.objects.count() == 3


def test_an_unknown_kind_of_violation_is_refused(db: Any) -> None:
    with pytest.raises(ValueError):
        violated(kind="bad_mood")


def test_a_review_is_kept_and_on_record(db: Any) -> None:
    from uuid import uuid4

    from audit.models import Event as Row
    from audit.queries import violation
    from audit.services import review_violation
    from audit.types import Event, Review

    public = violated()
    event = Event(action="", actor_id=3, reason="was allowed")
    assert review_violation(Review(violation=public, status="dismissed", assignee_id=3), event, now=NOW)
    assert not review_violation(Review(violation=uuid4(), status="dismissed"), event, now=NOW)
    found = violation(public)
    assert found is not None and (found.status, found.resolution) == ("dismissed", "was allowed")
    assert Row.objects.get(action="violation.review").details == {"status": "dismissed"}
