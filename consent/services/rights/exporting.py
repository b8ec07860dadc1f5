"""Everything about a subject in one file of JSON Lines, others in it masked; the last line counts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from audit import actions
from audit.services import record_recall
from audit.types import DeliveredItem, RecallRecord
from consent.models import RightsRequest
from consent.queries.dossier import Dossier, Line
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


def run(job: Running) -> dict[str, Any]:
    """Write the file of an access request and keep it as long as the policy says.

    Raises JobRightsEnded where whoever asked for it speaks for the person no more."""
    request = RightsRequest.objects.select_related("subject").get(pk=job.params["request"])
    now = timezone.now()
    dossier = Dossier(person_of(request.subject), now)
    lines = list(_counted(dossier, request, job))
    _require_voice(request, job)
    days = int(current_policy().settings["keep_export_days"])
    leaving = files.Leaving(f"{public(request)}.jsonl", MEDIA_TYPE, request.subject_id, timedelta(days=days))
    with transaction.atomic():
        kept = files.write(job.job, leaving, _written(lines, public(request), now.isoformat()), now=now)
        _record(job, request, dossier, now)
        request.state, request.decided_at = DONE, now
        request.counts = dict(Counter(kind for kind, _ in lines))
        request.save(update_fields=["state", "decided_at", "counts"])
    return {"lines": len(lines) + 1, "bytes": kept.size, "sha256": kept.sha256, "request": public(request)}


def _counted(dossier: Dossier, request: RightsRequest, job: Running) -> Iterator[Line]:
    for number, line in enumerate(dossier.lines()):
        if number % 200 == 0:
            job.step(number, None, "gathering")
            _require_voice(request, job)
        yield line


def _require_voice(request: RightsRequest, job: Running) -> None:
    try:
        capacity(request.subject, job.by, timezone.now())
    except Problem:
        raise JobRightsEnded from None


def _written(lines: list[Line], request: str, at: str) -> Iterator[bytes]:
    """Yield each line as bytes, then the manifest: what there is of each kind, and a digest of all before."""
    digest = hashlib.sha256()
    for kind, fields in lines:
        written = _line({"type": kind, **fields})
        digest.update(written)
        yield written
    manifest = {
        "type": "manifest",
        "format": "memory-admin-subject-1",
        "request": request,
        "written_at": at,
        "counts": dict(sorted(Counter(kind for kind, _ in lines).items())),
        "sha256_of_lines_before": digest.hexdigest(),
        "masked": "Other people a memory is about, and who told it, are numbered: person-1, person-2.",
    }
    yield _line(manifest)


def _line(fields: dict[str, Any]) -> bytes:
    return (json.dumps(fields, ensure_ascii=False, default=str) + "\n").encode("utf-8", "replace")


def _record(job: Running, request: RightsRequest, dossier: Dossier, now: Any) -> None:
    """Put down what was handed over: a delivery of each memory whose text is in the file."""
    by = job.by
    items = [
        DeliveredItem(memory_id=number, memory_version=version, tier="full", provenance=provenance)
        for number, version, provenance in dossier.shown
    ]
    event = event_of(
        by, actions.SUBJECT_EXPORT, ("principal", request.subject_id), reason=request.reason,
        memories=len(items), request=request.pk,
    )  # fmt: skip
    record = RecallRecord(
        actor_id=by.principal_id, acting_id=by.acting_id, behalf_id=by.behalf_id,
        credential_id=by.credential_id, application=by.application, door=by.door, request_id=by.request_id,
    )  # fmt: skip
    record_recall(record, items, event, now=now)
