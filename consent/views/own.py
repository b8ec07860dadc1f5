"""What the pages about a memory of the reader's own begin with: the memory itself, and who sees it now."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.models import Memory
from consent.queries.access import audit_memory
from consent.queries.describing import describe
from consent.reading import read
from consent.shapes import memory_id
from consent.types import Where
from memory_admin.http.pages import PageRequest
from memory_admin.http.problem import not_found

Own = dict[str, Any]


def own_row(request: PageRequest, memory: str) -> Memory:
    """Return a memory of the reader's own, as it is stored; raises the one 404 to anyone else."""
    found = read(memory_id(memory), Where(), by=request.caller, now=timezone.now()).own
    if found is None:
        raise not_found()
    return found


def own_memory(request: PageRequest, memory: str) -> Own:
    """Return a memory of the reader's own with every field; raises the one 404 to anyone else."""
    (fields,) = describe([own_row(request, memory)], now=timezone.now())
    return fields


def losing(memory: str, request: PageRequest) -> list[str]:
    """Return who besides its owner sees a memory now."""
    return audit_memory(memory, by=request.caller, now=timezone.now()).others
