"""Memories that go whole, with everything that was made of them or says that they were.

What was published apart from them stays: a trigger cuts its link and puts it up for review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from audit.services.forgetting import blank_violations, unlink_deliveries
from consent.models import (
    Consent,
    Memory,
    MemoryVersion,
    ModelReading,
    Remembered,
    Rendering,
    RightsRequest,
    Validation,
    ValidationTicket,
)
from consent.services.remembering import digest_of

_UNLIST = """
UPDATE {table} SET memories = (
    SELECT coalesce(array_agg(m), '{{}}') FROM unnest(memories) AS m WHERE NOT m = ANY (%(gone)s)), {more}
WHERE memories && %(gone)s::bigint[]
"""


@transaction.atomic
def remove(memories: Sequence[int], *, now: datetime) -> None:
    """Delete memories, locked, and with them all that holds their text or points at them."""
    held = list(Memory.objects.select_for_update().filter(pk__in=memories).order_by("pk"))
    for step in STEPS:
        step(held, now)


def _deliveries(memories: Sequence[Memory], now: datetime) -> None:
    unlink_deliveries(_numbers(memories))


def _violations(memories: Sequence[Memory], now: datetime) -> None:
    blank_violations(_numbers(memories), [])


def _versions(memories: Sequence[Memory], now: datetime) -> None:
    MemoryVersion.objects.filter(memory__in=memories).delete()


def _renderings(memories: Sequence[Memory], now: datetime) -> None:
    Rendering.objects.filter(memory__in=memories).delete()


def _readings(memories: Sequence[Memory], now: datetime) -> None:
    ModelReading.objects.filter(memory__in=memories).delete()
    Remembered.objects.filter(digest__in=[digest_of(one) for one in memories]).delete()


def _validations(memories: Sequence[Memory], now: datetime) -> None:
    blank = "spans = '[]', masked = '', sampled = false, look_note = ''"
    emptied = {Validation: blank, ValidationTicket: "words = '{}'"}
    with connection.cursor() as cursor:
        for table, more in emptied.items():
            statement = _UNLIST.format(table=table._meta.db_table, more=more)
            cursor.execute(statement, {"gone": _numbers(memories)})


def _requests(memories: Sequence[Memory], now: datetime) -> None:
    about = RightsRequest.objects.filter(memory_id__in=_numbers(memories))
    about.update(memory_id=None, statement="", reason="", answer_reason="")


def _rows(memories: Sequence[Memory], now: datetime) -> None:
    Consent.objects.filter(scope_memory__in=memories).delete()
    Memory.objects.filter(superseded_by__in=memories).update(superseded_by=None)
    Memory.objects.filter(pk__in=_numbers(memories)).delete()


def _numbers(memories: Sequence[Memory]) -> list[int]:
    return [one.pk for one in memories]


Step = Callable[[Sequence[Memory], datetime], None]
STEPS: Final[tuple[Step, ...]] = (
    _deliveries, _violations, _versions, _renderings, _readings, _validations, _requests, _rows,
)  # fmt: skip
