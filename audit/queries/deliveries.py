"""Reading recalls and deliveries: who was shown what, when, how much, and what was left out."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.models import Delivery, Recall
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest


def recall(public: UUID, *, using: str = "default") -> Recall | None:
    """Return one recall by its public id, or None."""
    return _recalls(using).filter(public=public).first()


def recalls(
    *,
    limit: int,
    actor_id: int | None = None,
    request_id: str | None = None,
    before: tuple[datetime, int] | None = None,
    using: str = "default",
) -> list[Recall]:
    """Return at most `limit` recalls, newest first, of one asker or request, before a key."""
    rows = _recalls(using)
    if actor_id is not None:
        rows = rows.filter(actor_id=actor_id)
    if request_id is not None:
        rows = rows.filter(request_id=request_id)
    if before is not None:
        rows = rows.filter(Q(at__lt=before[0]) | Q(at=before[0], id__lt=before[1]))
    return list(rows.order_by("-at", "-id")[:limit])


def deliveries_of_recall(recall_id: int, *, using: str = "default") -> list[Delivery]:
    """Return the items of one recall in the order they were shown."""
    return list(Delivery.objects.using(using).filter(recall_id=recall_id).order_by("position"))


def deliveries_of_memory(
    memory_id: int,
    *,
    limit: int,
    but: int | None = None,
    using: str = "default",
) -> list[Delivery]:
    """Return at most `limit` deliveries of a memory, newest first, each with its recall; `but` whose not."""
    return list(_of_memory(memory_id, but, using=using).order_by("-id")[:limit])


def page_of_memory(
    memory_id: int, page: Paging, *, application: str | None = None, but: int | None = None
) -> list[Delivery]:
    """Return the rows of a page of a memory's deliveries, newest first, one more than fits, nearest first;
    `but` whose not."""
    rows = _of_memory(memory_id, but)
    if application is not None:
        rows = rows.filter(recall__application=application)
    return rows_of_newest(rows, page)


def _of_memory(memory_id: int, but: int | None, *, using: str = "default") -> QuerySet[Delivery]:
    rows = Delivery.objects.using(using).filter(memory_id=memory_id).select_related("recall")
    rows = rows.defer("recall__query")
    return rows if but is None else rows.exclude(recall__acting_id=but, recall__behalf_id=None)


def _recalls(using: str) -> QuerySet[Recall]:
    """Leave the query text behind: the reader may not see it and no list needs it."""
    return Recall.objects.using(using).defer("query")
