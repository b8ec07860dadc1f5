"""The plots of the overview: each bar leads to the list it counts, with the filters set."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from audit.rules.plain_words import percent
from audit.rules.reviewing import SEVERITIES
from consent.queries.figures import Figures
from consent.rules.provenance import Provenance
from consent.rules.tiers import Tier
from memory_admin.plots import Plot, Stack, by_day, by_name

RANGES: Final = (7, 30, 90, 365)


def plots(found: Figures) -> list[Plot]:
    """Return every plot of a span, in the order of the page."""
    return [_violations(found), _recalls(found), _tiers(found), _provenance(found), _trust(found)]


def headlines(found: Figures) -> list[tuple[str, str, str]]:
    """Return the numbers above the plots: what, how much, and where it leads."""
    checked, violations = found.validated, sum(sum(day.values()) for day in found.violations.values())
    since = {"status": "any", "since": f"{found.over.since:%Y-%m-%dT%H:%M}"}
    overhead = "none yet" if checked.p95_ms is None else f"{checked.p95_ms:.1f} ms"
    leaks = f"{reverse('violations')}?{urlencode({**since, 'kind': 'disclosure_leak'})}"
    return [
        (f"of {checked.count:,} validated responses complied", percent(checked.rate), leaks),
        ("violations found", f"{violations:,}", f"{reverse('violations')}?{urlencode(since)}"),
        ("95 of 100 validations took at most", overhead, ""),
        ("changes of trust", f"{sum(_changes(found)):,}", reverse("trust")),
    ]


def _changes(found: Figures) -> list[int]:
    return [one.raised + one.lowered + one.other for one in found.trust]


def _violations(found: Figures) -> Plot:
    stacks = [
        Stack(day.isoformat(), {one: counts[one] for one in SEVERITIES}, _on(day, "violations", status="any"))
        for day, counts in found.violations.items()
    ]
    return by_day("Violations a day", "By severity, on the day they were first seen.", stacks)


def _recalls(found: Figures) -> Plot:
    stacks = [
        Stack(
            one.day.isoformat(),
            {"recalls": one.count},
            _on(one.day, "audit", action="memory."),
            (_ms(one.p50_ms), _ms(one.p95_ms)),
        )
        for one in found.recalls
    ]
    taken = [one.p95_ms for one in found.recalls if one.p95_ms is not None]
    note = (
        f"On the slowest day 95 of 100 took at most {max(taken):.0f} ms."
        if taken
        else "How long each took is in the table."
    )
    return by_day("Recalls a day", note, stacks, extra=("half took at most", "95 of 100 took at most"))


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} ms"


def _tiers(found: Figures) -> Plot:
    rows = [Stack(tier.word, {"shown": found.tiers[tier.word]}) for tier in reversed(Tier)]
    return by_name("Shown as", "How much of each memory was shown, of all that were.", rows)


def _provenance(found: Figures) -> Plot:
    names = [level.word for level in reversed(Provenance)]
    rows = [Stack(name.replace("_", " "), {"shown": found.provenance[name]}) for name in names]
    return by_name("Where it came from", "The authority of what was shown.", rows)


def _trust(found: Figures) -> Plot:
    stacks = [
        Stack(
            one.day.isoformat(),
            {"raised": one.raised, "lowered": one.lowered, "set": one.other},
            _on(one.day, "audit", action="trust."),
        )
        for one in found.trust
    ]
    return by_day(
        "Changes of trust a day", "Raised, lowered, and set for the first time or in its guards.", stacks
    )


def _on(day: date, page: str, **filters: str) -> str:
    """Return the address of a list with a day and filters set."""
    span: Mapping[str, str] = {"since": f"{day}T00:00", "until": f"{day + timedelta(days=1)}T00:00"}
    return f"{reverse(page)}?{urlencode({**filters, **span})}"
