"""What was kept long enough goes, as the policy says: query words, deliveries, expired memories, files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from audit import actions
from audit.services.forgetting import BATCH, drop_deliveries, forget_queries, queries_before
from consent.models import Memory
from consent.queries.policies import current_policy
from consent.services.rights.removing import remove
from jobs.files import drop_expired
from profiles.services.recording import note
from profiles.types import Caller

# As many as there may ever be: what the policy says is over goes in one night, however much that is.
_MOST_BATCHES: Final = 100_000
_MEMORIES: Final = 500
_FILES: Final = 1_000_000  # all of them at once: there are few


def apply(*, by: Caller, now: datetime) -> dict[str, int]:
    """Apply every retention rule; returns how much went by each. In batches, each with its own event."""
    days = current_policy().settings
    queries, deliveries, expired = (
        now - timedelta(days=days[f"keep_{name}_days"]) for name in ("query", "deliveries", "expired")
    )
    rules: dict[str, tuple[int, Callable[[], int]]] = {
        "queries": (BATCH, lambda: _queries(queries)),
        "deliveries": (BATCH, lambda: drop_deliveries(deliveries)),
        "memories": (_MEMORIES, lambda: _memories(expired, now)),
    }
    done = {name: _in_batches(name, full, take, by, now) for name, (full, take) in rules.items()}
    return done | {"files": forget_files(by=by, now=now)}


def forget_files(*, by: Caller, now: datetime) -> int:
    """Take away the files that ran out, on record; returns how many."""
    return _in_batches("files", _FILES, lambda: drop_expired(now=now), by, now)


def _in_batches(name: str, full: int, take: Callable[[], int], by: Caller, now: datetime) -> int:
    done = 0
    for _ in range(_MOST_BATCHES):
        with transaction.atomic():
            went = take()
            if went:
                details: dict[str, Any] = {name: went}
                note(by, actions.RETENTION_APPLY, ("policy", ""), now=now, **details)
        done += went
        if went < full:
            break
    return done


def _queries(before: datetime) -> int:
    found = queries_before(before)
    forget_queries(found)
    return len(found)


def _memories(before: datetime, now: datetime) -> int:
    """Delete memories whose own time ended before a moment; their owner set it."""
    over = Memory.objects.filter(valid_until__lt=before).order_by("pk").values_list("pk", flat=True)
    found = list(over[:_MEMORIES])
    if found:
        remove(found, now=now)
    return len(found)
