"""Everything about a subject in one file of JSON Lines, others in it masked; the last line counts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from audit import actions
from audit.services import record_recall
from audit.types import DeliveredItem, RecallRecord
from consent.models import RightsRequest
from consent.queries.dossier import Dossier
from consent.queries.persons import capacity, person_of
from consent.queries.policies import current_policy
from consent.queries.rights import public
from consent.rules.rights import DONE
from jobs import files
from jobs.services import Running
from jobs.types import JobRightsEnded
from memory_admin.http.problem import Problem
from profiles.services.recording import event_of

MEDIA_TYPE: Final = "application/jsonl"
_HEARD_EVERY: Final = 200
# How many memories are put on record together.
_RECORDED: Final = 1000


@dataclass(slots=True)
class _Leaving:
    """A file on its way out: whose request it answers, what is gathered, and how many lines of each kind."""

    job: Running
    request: RightsRequest
    dossier: Dossier
    now: datetime
    counts: Counter[str] = field(default_factory=Counter)


def run(job: Running) -> dict[str, Any]:
    """Write the file of an access request and keep it as long as the policy says.

    It is written as it is gathered, so no transaction spans it; nobody fetches it before it is whole.
    Raises JobRightsEnded where whoever asked for it speaks for the person no more."""
    request = RightsRequest.objects.select_related("subject").get(pk=job.params["request"])
    now = timezone.now()
    going = _Leaving(job, request, Dossier(person_of(request.subject), now), now)
    days = int(current_policy().settings["keep_export_days"])
    leaving = files.Leaving(f"{public(request)}.jsonl", MEDIA_TYPE, request.subject_id, timedelta(days=days))
    kept = files.write(job.job, leaving, _written(going), now=now)
    request.state, request.decided_at, request.counts = DONE, now, dict(going.counts)
    request.save(update_fields=["state", "decided_at", "counts"])
    lines = going.counts.total() + 1
    return {"lines": lines, "bytes": kept.size, "sha256": kept.sha256, "request": public(request)}


def _require_voice(going: _Leaving) -> None:
    try:
        capacity(going.request.subject, going.job.by, timezone.now())
    except Problem:
        raise JobRightsEnded from None


def _written(going: _Leaving) -> Iterator[bytes]:
    """Yield each line as bytes, then the manifest: what there is of each kind, and a digest of all before."""
    digest = hashlib.sha256()
    for number, (kind, fields) in enumerate(going.dossier.lines()):
        if number % _HEARD_EVERY == 0:
            going.job.step(number, None, "gathering")
            _require_voice(going)
        going.counts[kind] += 1
        written = _line({"type": kind, **fields})
        digest.update(written)
        yield written
        if len(going.dossier.shown) >= _RECORDED:
            _record(going)
    _require_voice(going)
    _record(going)
    yield _line(_manifest(going, digest.hexdigest()))


def _manifest(going: _Leaving, digest: str) -> dict[str, Any]:
    return {
        "type": "manifest",
        "format": "memory-admin-subject-1",
        "request": public(going.request),
        "written_at": going.now.isoformat(),
        "counts": dict(sorted(going.counts.items())),
        "sha256_of_lines_before": digest,
        "masked": "Other people a memory is about, and who told it, are numbered: person-1, person-2.",
    }


def _line(fields: dict[str, Any]) -> bytes:
    return (json.dumps(fields, ensure_ascii=False, default=str) + "\n").encode("utf-8", "replace")


@transaction.atomic
def _record(going: _Leaving) -> None:
    """Put down what is handed over: a delivery of each memory whose text came in since this was last done."""
    by, request, shown = going.job.by, going.request, going.dossier.shown
    items = [
        DeliveredItem(memory_id=number, memory_version=version, tier="full", provenance=provenance)
        for number, version, provenance in shown
    ]
    event = event_of(
        by, actions.SUBJECT_EXPORT, ("principal", request.subject_id), reason=request.reason,
        memories=len(items), request=request.pk,
    )  # fmt: skip
    record = RecallRecord(
        actor_id=by.principal_id, acting_id=by.acting_id, behalf_id=by.behalf_id,
        credential_id=by.credential_id, application=by.application, door=by.door, request_id=by.request_id,
    )  # fmt: skip
    record_recall(record, items, event, now=going.now)
    shown.clear()
