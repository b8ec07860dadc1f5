"""The figures of a span: what the records say, and what validating and trusting came to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from audit.queries.figures import Day, Range, recalls_by_day, shown, violations_by_day
from audit.rules.reviewing import SEVERITIES
from consent.rules.provenance import Provenance
from consent.rules.tiers import Tier

_VALIDATIONS = """
SELECT count(*), count(*) FILTER (WHERE violation IS NULL),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds),
    percentile_cont(0.95) WITHIN GROUP (ORDER BY milliseconds)
FROM consent_validation WHERE at >= %s
"""
_TRUST = """
SELECT (at AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE base_trust > before), count(*) FILTER (WHERE base_trust < before),
    count(*) FILTER (WHERE before IS NULL OR base_trust = before)
FROM (
    SELECT at, base_trust, lag(base_trust) OVER (PARTITION BY relationship_id ORDER BY id) AS before
    FROM consent_trustchange
    WHERE relationship_id IN (SELECT relationship_id FROM consent_trustchange WHERE at >= %(since)s)) AS steps
WHERE at >= %(since)s GROUP BY 1
"""


@dataclass(frozen=True, slots=True)
class Validated:
    """How many responses were validated, how many kept to what they may say, how long that took."""

    count: int
    compliant: int
    p50_ms: float | None
    p95_ms: float | None

    @property
    def rate(self) -> float | None:
        """Return the share that complied, None where nothing was validated."""
        return self.compliant / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Changes of trust on one day: up, down, and set anew or changed in its guards alone."""

    day: date
    raised: int = 0
    lowered: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything the overview plots."""

    over: Range
    validated: Validated
    violations: dict[date, Counter[str]]
    recalls: list[Day]
    tiers: Counter[str]
    provenance: Counter[str]
    trust: list[Adjusted]


def figures(over: Range) -> Figures:
    """Return the figures of a span of days."""
    tiers, provenance = shown(over)
    return Figures(
        over=over,
        validated=_validated(over),
        violations=violations_by_day(over),
        recalls=recalls_by_day(over),
        tiers=tiers,
        provenance=provenance,
        trust=_adjusted(over),
    )


def _validated(over: Range) -> Validated:
    with connection.cursor() as cursor:
        cursor.execute(_VALIDATIONS, [over.since])
        return Validated(*cursor.fetchone())


def _adjusted(over: Range) -> list[Adjusted]:
    with connection.cursor() as cursor:
        cursor.execute(_TRUST, {"since": over.since})
        rows = {row[0]: Adjusted(*row) for row in cursor.fetchall()}
    return [rows.get(day, Adjusted(day)) for day in over.dates]


def show_figures(found: Figures) -> dict[str, Any]:
    """Return figures for machines: a day is its date in UTC, shares are from 0.0 to 1.0."""
    checked = found.validated
    return {
        "days": found.over.days,
        "since": found.over.since,
        "until": found.over.now,
        "compliance": {"validated": checked.count, "compliant": checked.compliant, "rate": checked.rate},
        "validation": {"count": checked.count, "p50_ms": checked.p50_ms, "p95_ms": checked.p95_ms},
        "violations": [
            {"day": day.isoformat(), **{one: counts[one] for one in SEVERITIES}}
            for day, counts in found.violations.items()
        ],
        "recalls": [
            {"day": one.day.isoformat(), "count": one.count, "p50_ms": one.p50_ms, "p95_ms": one.p95_ms}
            for one in found.recalls
        ],
        "tiers": {tier.word: found.tiers[tier.word] for tier in reversed(Tier)},
        "provenance": {level.word: found.provenance[level.word] for level in reversed(Provenance)},
        "trust": [
            {"day": one.day.isoformat(), "raised": one.raised, "lowered": one.lowered, "other": one.other}
            for one in found.trust
        ],
    }
