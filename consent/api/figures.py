"""Figures over REST: what the overview plots, for machines."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from audit.queries.figures import Range
from consent.queries.figures import figures, show_figures
from consent.serializers.figures import FiguresQuery, FiguresShape
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest


class FiguresOfDays(Endpoint):
    """Compliance, violations, recalls, tiers, provenance, validation and trust over some days."""

    scope = "audit"
    takes_query = FiguresQuery
    returns = FiguresShape

    def get(self, request: ApiRequest) -> dict[str, Any]:
        """Return the figures; numbers only, nobody's name."""
        return show_figures(figures(Range(request.query["days"], timezone.now())))
