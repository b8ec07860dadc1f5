"""How much happened each day of a span, from the records alone: violations, recalls, what was shown how."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db import connection
from django.db.models import Count
from django.db.models.functions import TruncDate

from audit.models import Violation
from audit.rules.reviewing import WORK


@dataclass(frozen=True, slots=True)
class Range:
    """Whole days up to and with today, in UTC."""

    days: int
    now: datetime

    @property
    def dates(self) -> list[date]:
        """Return every day, oldest first."""
        today = self.now.astimezone(UTC).date()
        return [today - timedelta(days=back) for back in range(self.days - 1, -1, -1)]

    @property
    def since(self) -> datetime:
        """Return the first moment of the first day."""
        first = self.dates[0]
        return datetime(first.year, first.month, first.day, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Day:
    """The recalls of one day: how many, and how long half and nineteen in twenty of them took at most."""

    day: date
    count: int = 0
    p50_ms: float | None = None
    p95_ms: float | None = None


_RECALLS = """
SELECT (at AT TIME ZONE 'UTC')::date, count(*),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY took_ms),
    percentile_cont(0.95) WITHIN GROUP (ORDER BY took_ms)
FROM audit_recall WHERE at >= %s AND query_hash <> '' GROUP BY 1
"""
# What is shown is counted over the newest deliveries, so that a busy year does not make a slow page.
_SHOWN = """
SELECT tier, provenance, count(*) FROM (
    SELECT d.tier, d.provenance FROM audit_delivery d JOIN audit_recall r ON r.id = d.recall_id
    WHERE r.at >= %s AND d.decision <> 'excluded' ORDER BY d.id DESC LIMIT 100000) AS newest
GROUP BY 1, 2
"""
_ADMITTED = """
SELECT decision, reason, provenance, count(*) FROM (
    SELECT d.decision, d.reason, d.provenance FROM audit_delivery d JOIN audit_recall r ON r.id = d.recall_id
    WHERE r.at >= %s AND r.query_hash <> '' ORDER BY d.id DESC LIMIT 100000) AS newest
GROUP BY 1, 2, 3
"""


def violations_by_day(over: Range) -> dict[date, Counter[str]]:
    """Return how many violations of each severity were first seen each day."""
    rows = Violation.objects.filter(at__gte=over.since)
    days = rows.annotate(day=TruncDate("at", tzinfo=UTC)).values_list("day", "severity").annotate(Count("id"))
    found: dict[date, Counter[str]] = {day: Counter() for day in over.dates}
    for day, severity, count in days:
        found.setdefault(day, Counter())[severity] += count
    return found


def recalls_by_day(over: Range) -> list[Day]:
    """Return the recalls and searches of each day with how long they took, in milliseconds."""
    with connection.cursor() as cursor:
        cursor.execute(_RECALLS, [over.since])
        rows = {row[0]: Day(*row) for row in cursor.fetchall()}
    return [rows.get(day, Day(day)) for day in over.dates]


def shown(over: Range) -> tuple[Counter[str], Counter[str]]:
    """Return how many memories were shown as each tier, and with each provenance."""
    tiers: Counter[str] = Counter()
    provenance: Counter[str] = Counter()
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN, [over.since])
        for tier, level, count in cursor.fetchall():
            tiers[tier] += count
            provenance[level] += count
    return tiers, provenance


def admissions(over: Range) -> Counter[tuple[str, str, str]]:
    """Return how many memories of recalls met each decision, reason and provenance."""
    with connection.cursor() as cursor:
        cursor.execute(_ADMITTED, [over.since])
        return Counter({(decision, reason, level): count for decision, reason, level, count in cursor})


def violations_waiting() -> Counter[str]:
    """Return how many violations of each severity wait for a decision."""
    rows = Violation.objects.filter(status__in=WORK).values_list("severity").annotate(Count("id"))
    return Counter(dict(rows))


def violations_ever() -> dict[tuple[str, str], int]:
    """Return how many violations there are of each kind and status, repeats not counted."""
    rows = Violation.objects.values("kind", "status").annotate(count=Count("id"))
    found: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        found[row["kind"], row["status"]] += row["count"]
    return dict(found)
