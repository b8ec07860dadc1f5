"""What surrounds one violation: the masked answer with its spans, the delivery, the accessor's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from audit import queries as audited
from audit.models import Delivery, Violation
from audit.queries.compliance import records
from audit.queries.directory import memories_of, overseers
from audit.queries.violation_pages import earlier_of, history, spans_for
from audit.rules.plain_words import KINDS, TAKEN, percent
from audit.rules.reviewing import SEVERITIES, State, is_weighty, sees_all
from audit.serializers.violations import show_history
from audit.types import Change, Reviewer
from audit.views.violation_rows import line

_EARLIER: Final = 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the masked answer, and what stood there if it was withheld."""

    text: str
    category: str = ""


def surrounding(row: Violation, by: Reviewer, now: datetime) -> dict[str, Any]:
    """Return all that the page of one violation shows."""
    whole = sees_all(by)
    state = State(row.status, row.severity, row.accessor_id, row.owner_id)
    return {
        "one": line([row], by)[0],
        "details": [(name, _plain(value)) for name, value in row.details.items()],
        "what": KINDS[row.kind],
        "taken": TAKEN.get(row.action_taken, ""),
        "pieces": pieces(row.response, spans_for(row, by)),
        "steps": show_history(history(row)),
        "weighty": is_weighty(state, Change()),
        "worse": SEVERITIES[SEVERITIES.index(row.severity) + 1 :],
        "overseers": overseers().values() if whole else (),
        "whole": whole,
        "sets_aside": "verify" in by.scopes or by.acting_id == row.owner_id,
        "pauses": by.is_admin,
        **_delivery(row, whole),
        **_accessor(row, by, now),
    }


def pieces(text: str, spans: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """Cut a masked text where spans begin and end; overlapping ones name every category."""
    edges = {0, len(text), *(min(max(span[end], 0), len(text)) for span in spans for end in ("start", "end"))}
    cut = []
    for start, end in pairwise(sorted(edges)):
        inside = {str(span["category"]) for span in spans if span["start"] <= start and end <= span["end"]}
        cut.append(Piece(text[start:end], ", ".join(sorted(inside))))
    return cut


def _plain(value: Any) -> str:
    """Return a detail as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _delivery(row: Violation, whole: bool) -> dict[str, Any]:
    """Return what had been delivered: every item to who oversees, to an owner its own alone."""
    recall = audited.recall(row.recall) if row.recall else None
    items = audited.deliveries_of_recall(recall.id) if recall else []
    shown = [item for item in items if whole or item.memory_id == row.memory_id]
    ids = memories_of({item.memory_id for item in shown})
    return {"recall": recall, "items": [_item(item, ids) for item in shown]}


def _item(item: Delivery, ids: Mapping[int, str]) -> dict[str, Any]:
    plain = ("tier", "provenance", "decision", "reason", "role", "quoted")
    return {name: getattr(item, name) for name in plain} | {"memory": ids.get(item.memory_id, "")}


def _accessor(row: Violation, by: Reviewer, now: datetime) -> dict[str, Any]:
    """Return the accessor's other violations, and to who oversees what a decision does to its figure."""
    if row.accessor_id is None:
        return {"earlier": []}
    earlier = line(earlier_of(row, by=by, limit=_EARLIER), by)
    if not sees_all(by):
        return {"earlier": earlier}
    record = records([row.accessor_id], now=now)[row.accessor_id]
    return {
        "earlier": earlier,
        "requests": record.requests,
        "compliance": percent(record.rate),
        "confirming": percent(record.after([row.pk], "confirmed")),
        "dismissing": percent(record.after([row.pk], "dismissed")),
    }
