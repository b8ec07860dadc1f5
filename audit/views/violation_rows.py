"""Violations as lines of a list: names joined, how old, how bad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.models import Violation
from audit.rules.plain_words import STATUSES
from audit.serializers.violations import names_for, show_violation
from audit.types import Reviewer


def line(rows: Sequence[Violation], by: Reviewer) -> list[dict[str, Any]]:
    """Return violations as the list shows them to somebody."""
    names = names_for(rows, by)
    return [
        show_violation(row, names, by)
        | {"times": row.repeats + 1, "stands": STATUSES[row.status], "closed": row.status in _CLOSED}
        for row in rows
    ]


_CLOSED = ("confirmed", "dismissed")
