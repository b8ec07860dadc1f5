"""The little that leaves the records: words of queries, which memory was delivered, and old deliveries.

Events never do. What cannot be changed by a statement goes through functions of the database's owner."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q

from audit.models import Recall, Violation
from audit.services.statements import run

BATCH: Final = 5_000


def forget_queries(recalls: Sequence[int], *, using: str = "default") -> int:
    """Blank the words of recalls, given by number; returns how many had any."""
    return _called("SELECT audit_forget_queries(%s)", [list(recalls)], using) if recalls else 0


def queries_before(moment: datetime) -> list[int]:
    """Return up to a batch of the recalls before a moment whose words are still kept."""
    rows = Recall.objects.filter(at__lt=moment, query__isnull=False).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:BATCH])


def queries_of(principals: Sequence[int]) -> list[int]:
    """Return the recalls by or for these principals that keep words or their digest."""
    whose = Q(actor_id__in=principals) | Q(acting_id__in=principals) | Q(behalf_id__in=principals)
    rows = Recall.objects.filter(whose).exclude(query=None, query_hash="").order_by("pk")
    return list(rows.values_list("pk", flat=True))


def unlink_deliveries(memories: Sequence[int], *, using: str = "default") -> int:
    """Let deliveries of these memories no longer say which memory it was; returns how many."""
    return _called("SELECT audit_unlink_deliveries(%s)", [list(memories)], using) if memories else 0


def drop_deliveries(before: datetime, *, using: str = "default") -> int:
    """Delete up to a batch of the deliveries before a moment, which must be a month ago; returns how many."""
    return _called("SELECT audit_drop_deliveries(%s, %s)", [before, BATCH], using)


def blank_violations(memories: Sequence[int], principals: Sequence[int]) -> int:
    """Take the evidence out of violations about these memories or principals; that they were stays."""
    concerned = Q(memory_id__in=memories) | Q(owner_id__in=principals) | Q(accessor_id__in=principals)
    rows = Violation.objects.filter(concerned)
    changed = rows.update(query="", response="", spans=[], details={}, resolution="", request_id="")
    rows.filter(memory_id__in=memories).update(memory_id=None)
    return changed


def _called(sql: str, values: list[object], using: str) -> int:
    return int(run(sql, values, using=using)[0][0])
