"""Beliefs whose source is no longer what it was: still published, and put before their owner again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Q

from consent.models import Consent, Generalization

REVOKED: Final = "revoked"


def review_of_sources(memories: Collection[int], now: datetime) -> None:
    """Put up for review what was generalized from these memories, because sharing them was taken back."""
    _mark(Q(source_id__in=memories), now)


def review_of_consent(record: Consent, now: datetime) -> None:
    """Put up for review what was generalized from sources that a consent taken back had covered."""
    covered = {
        "memory": Q(source_id=record.scope_memory_id),
        "subject": Q(source__label__subjects__contains=[record.scope_entity_id]),
        "ctx": Q(source__label__context_id=record.scope_entity_id),
    }
    own = Q(source__label__subjects__contains=[record.grantor_id]) | Q(
        source__label__source=record.grantor_id
    )
    _mark(covered.get(record.scope, own | Q(source__owner=record.grantor_id)), now)


def _mark(which: Q, now: datetime) -> None:
    rows = Generalization.objects.filter(which, source__isnull=False, status="accepted")
    ids = list(rows.values_list("pk", flat=True))
    if ids:
        Generalization.objects.filter(pk__in=ids).update(review=REVOKED, review_since=now, reviewed_at=None)
