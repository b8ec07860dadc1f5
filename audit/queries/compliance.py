"""Compliance of accessors: what they asked and what was found, over the last ninety days."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from audit.models import Recall, Violation
from audit.rules.compliance import Found, compliance

OVER: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Record:
    """One accessor's record: how much content it asked for and what was found."""

    requests: int
    found: Mapping[int, Found]

    @property
    def rate(self) -> float | None:
        """Return the compliance figure, None where there is nothing to judge by."""
        return compliance(self.requests, self.found.values())

    def after(self, violations: Iterable[int], status: str) -> float | None:
        """Return the figure as it would be with some violations in another status."""
        changed = set(violations)
        moved = [Found(one.severity, status) if key in changed else one for key, one in self.found.items()]
        return compliance(self.requests, moved)


def records(accessors: Collection[int], *, now: datetime) -> dict[int, Record]:
    """Return the records of accessors by internal id."""
    recent = Recall.objects.filter(acting_id__in=accessors, at__gte=now - OVER)
    requests = dict(recent.values_list("acting_id").annotate(Count("id")))
    rows = Violation.objects.filter(accessor_id__in=accessors, last_at__gte=now - OVER)
    found: dict[int, dict[int, Found]] = {one: {} for one in accessors}
    for number, accessor, severity, status in rows.values_list("id", "accessor_id", "severity", "status"):
        found[accessor or 0][number] = Found(severity, status)
    return {one: Record(requests.get(one, 0), found[one]) for one in accessors}
