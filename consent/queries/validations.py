"""Reading validations: what is owed, and what was sampled for a person to look at."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from consent.models import Validation, ValidationTicket
from profiles.queries.principals import entity_ids

# Of what was found: where and of what kind, not in which memory.
_TOLD: Final = ("start", "end", "category", "weight")


def owed(*, limit: int, now: datetime) -> list[dict[str, Any]]:
    """Return required validations that have not come, the longest overdue first."""
    rows = ValidationTicket.objects.filter(state="open", required=True).order_by("due_at")[:limit]
    found = list(rows)
    names = entity_ids({one.acting_id for one in found})
    return [
        {
            "recall_id": f"rec_{one.recall.hex}",
            "acting": names.get(one.acting_id, ""),
            "reason": one.reason,
            "due_at": one.due_at,
            "overdue": one.due_at is not None and one.due_at <= now,
        }
        for one in found
    ]


def sampled(*, limit: int) -> list[dict[str, Any]]:
    """Return compliant validations drawn for review, newest first; the response is masked."""
    rows = list(Validation.objects.filter(sampled=True).order_by("-at", "-pk")[:limit])
    names = entity_ids({one.acting_id for one in rows})
    return [
        {
            **drawn(one, names),
            "response": one.masked,
            "spans": [{key: span[key] for key in _TOLD} for span in one.spans],
        }
        for one in rows
    ]


def drawn(row: Validation, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what every door says of a validation drawn for review, without the response itself."""
    return {
        "id": f"val_{row.public_id.hex}",
        "recall_id": f"rec_{row.recall.hex}",
        "acting": names.get(row.acting_id, ""),
        "at": row.at,
        "score": row.score,
        "action_taken": row.action,
        "found": row.found,
        "looked_at": row.looked_at,
    }
