"""Whether a caller may see one memory, for doors that only need the yes or no."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from profiles.types import Caller


def may_see(memory: UUID, *, by: Caller, now: datetime) -> bool:
    """Tell whether the caller may see a memory now, outside any session; no for one that does not exist."""
    label = Memory.objects.filter(public_id=memory).values_list("label_id", flat=True).first()
    if label is None:
        return False
    question = Question(by.acting_id, behalf=by.behalf_id, context_required=by.context_required)
    taken = resolve(question, now=now)
    scene = gather([label], taken)
    return decide(scene.labels[label], scene).allowed
