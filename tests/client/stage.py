"""What stands on stage when a client begins: tokens, a memory about bella, a job and a violation."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connections

from audit.services import report_violation
from audit.types import ViolationReport
from consent.services.memories import create
from jobs.models import Job
from jobs.types import as_kept
from tests.cast import CUSTODIAN, GRANTEE, NOW, OWNER, caller, custodian, draft, principal
from tests.safety.outside import token_of
from tests.safety.whole_api import CAST


@dataclass(frozen=True, slots=True)
class Stage:
    """The cast's tokens, and the ids of what is there."""

    tokens: dict[str, str]
    memory: str
    job: str
    violation: str


def set_stage() -> Stage:
    """Have ash write something about bella, for whom sean speaks."""
    custodian("dog:bella", CUSTODIAN)
    tokens = {who: token_of(entity, *scopes) for who, (entity, scopes) in CAST.items()}
    about = {"subject_ids": ("dog:bella",), "access_grants": (CUSTODIAN, GRANTEE)}
    written = create(draft("Bella has a heart murmur", **about), by=caller(OWNER), now=NOW)
    owner = principal(OWNER).pk
    as_itself = as_kept(caller(OWNER))
    job = Job.objects.create(kind="count", caller=as_itself, started_by=owner, created_at=NOW, params={})
    report = ViolationReport(kind="query_injection", severity="low", dedupe_key="one")
    violation = report_violation(report, now=NOW)
    return Stage(tokens, written.public_id, f"job_{job.public_id.hex}", f"vio_{violation.hex}")


def finish(job: str) -> None:
    """End a job as its worker would, in a thread of its own."""
    Job.objects.filter(public_id=job.removeprefix("job_")).update(state="done", ended_at=NOW)
    connections.close_all()
