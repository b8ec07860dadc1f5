"""Violations as lines of a list: names joined, how old, how bad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.models import Violation
from audit.rules.plain_words import STATUSES
from audit.serializers.violations import names_for, show_violation


def line(rows: Sequence[Violation]) -> list[dict[str, Any]]:
    """Return violations as the list shows them."""
    names = names_for(rows)
    return [
        show_violation(row, names)
        | {"times": row.repeats + 1, "stands": STATUSES[row.status], "closed": row.status in _CLOSED}
        for row in rows
    ]


_CLOSED = ("confirmed", "dismissed")
