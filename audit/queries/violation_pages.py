"""Reading violations."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from audit.models import Violation


def violation(public: UUID, *, using: str = "default") -> Violation | None:
    """Return one violation, or None."""
    return Violation.objects.using(using).filter(public=public).first()


def violations(
    *,
    limit: int,
    status: str | None = None,
    kind: str | None = None,
    before: tuple[datetime, int] | None = None,
    using: str = "default",
) -> list[Violation]:
    """Return at most `limit` violations, newest first, before a key."""
    rows = Violation.objects.using(using).all()
    if status is not None:
        rows = rows.filter(status=status)
    if kind is not None:
        rows = rows.filter(kind=kind)
    if before is not None:
        rows = rows.filter(Q(at__lt=before[0]) | Q(at=before[0], id__lt=before[1]))
    return list(rows.order_by("-at", "-id")[:limit])
