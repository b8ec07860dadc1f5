"""What the records say in numbers, for Prometheus: read when it asks, labels are codes alone."""

from __future__ import annotations

from datetime import datetime

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from audit.queries.figures import Range, admissions, violations_ever, violations_waiting
from audit.rules.reviewing import SEVERITIES
from consent.models import TrustChange, TrustSuggestion
from consent.queries.figures import figures


def lines(now: datetime) -> bytes:
    """Return the figures of the last day and what waits, in the text format."""
    registry = CollectorRegistry()
    _violations(registry)
    _of_a_day(registry, now)
    _gauge(registry, "trust_changes", "Changes of trust ever made").set(TrustChange.objects.count())
    waiting = TrustSuggestion.objects.filter(status="open").count()
    _gauge(registry, "trust_suggestions_open", "Suggestions of trust that wait for an answer").set(waiting)
    return generate_latest(registry)


def _violations(registry: CollectorRegistry) -> None:
    waiting = violations_waiting()
    gauge = _gauge(registry, "violations_open", "Violations that wait for a decision", "severity")
    for severity in SEVERITIES:
        gauge.labels(severity).set(waiting[severity])
    ever = _gauge(registry, "violations", "Violations ever reported", "kind", "status")
    for (kind, status), count in violations_ever().items():
        ever.labels(kind, status).set(count)


def _of_a_day(registry: CollectorRegistry, now: datetime) -> None:
    found = figures(Range(1, now))
    today, checked = found.recalls[-1], found.validated
    _gauge(registry, "recalls_today", "Recalls since midnight UTC").set(today.count)
    _gauge(registry, "validations_today", "Responses validated since midnight UTC").set(checked.count)
    for name, text, value in (
        ("recall_p95_milliseconds", "What 95 of 100 recalls of today took at most", today.p95_ms),
        ("validation_p95_milliseconds", "What 95 of 100 validations of today took at most", checked.p95_ms),
        ("compliance_rate", "Share of today's validated responses that complied", checked.rate),
    ):
        if value is not None:
            _gauge(registry, name, text).set(value)
    tiers = _gauge(registry, "shown_today", "Memories shown since midnight UTC", "tier")
    for tier, count in found.tiers.items():
        tiers.labels(tier).set(count)
    ruled = _gauge(
        registry, "admissions_today", "Memories met by recalls since midnight UTC", "decision", "reason",
        "provenance",
    )  # fmt: skip
    for codes, count in admissions(Range(1, now)).items():
        ruled.labels(*codes).set(count)


def _gauge(registry: CollectorRegistry, name: str, text: str, *labels: str) -> Gauge:
    return Gauge(f"memory_admin_{name}", text, labels, registry=registry)
