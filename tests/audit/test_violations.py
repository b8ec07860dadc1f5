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
    from audit.models import Violation

    found = Violation.objects.get(public=violated(query="Wie geht's Béllä 犬?"))
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


def test_a_worse_one_of_the_same_counts_and_opens_what_was_dismissed(db: Any) -> None:
    from audit.models import Violation

    public = violated(severity="low")
    Violation.objects.filter(public=public).update(status="dismissed")
    assert violated(severity="low") == public
    assert Violation.objects.get().status == "dismissed"
    assert violated(severity="critical") == public
    found = Violation.objects.get()
    assert (found.status, found.severity, found.rank, found.version) == ("open", "critical", 3, 2)
    violated(severity="medium")
    assert Violation.objects.get().severity == "critical"
