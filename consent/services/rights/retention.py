"""What was kept long enough goes, as the policy says: query words, deliveries, expired memories, files."""

from __future__ import annotations

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

_MOST_BATCHES: Final = 200
_MEMORIES: Final = 100


def apply(*, by: Caller, now: datetime) -> dict[str, int]:
    """Apply every retention rule; returns how much went by each. In batches, each whole by itself."""
    days = current_policy().settings
    went = {
        "queries": _queries(now - timedelta(days=days["keep_query_days"])),
        "deliveries": _deliveries(now - timedelta(days=days["keep_deliveries_days"])),
        "memories": _memories(now - timedelta(days=days["keep_expired_days"]), now),
        "files": drop_expired(now=now),
    }
    if any(went.values()):
        with transaction.atomic():
            details: dict[str, Any] = {**went}
            note(by, actions.RETENTION_APPLY, ("policy", ""), now=now, **details)
    return went


def _queries(before: datetime) -> int:
    done = 0
    for _ in range(_MOST_BATCHES):
        with transaction.atomic():
            found = queries_before(before)
            done += forget_queries(found)
        if len(found) < BATCH:
            break
    return done


def _deliveries(before: datetime) -> int:
    done = 0
    for _ in range(_MOST_BATCHES):
        with transaction.atomic():
            went = drop_deliveries(before)
        done += went
        if went < BATCH:
            break
    return done


def _memories(before: datetime, now: datetime) -> int:
    """Delete memories whose own time ended before a moment; their owner set it."""
    done = 0
    for _ in range(_MOST_BATCHES):
        over = Memory.objects.filter(valid_until__lt=before).order_by("pk").values_list("pk", flat=True)
        found = list(over[:_MEMORIES])
        if not found:
            break
        remove(found, now=now)
        done += len(found)
    return done
