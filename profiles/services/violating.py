"""Refusals that are violations: reported beside the refusal itself, after what was tried is rolled back."""

from __future__ import annotations

from datetime import datetime

from audit.services.violations import report_violation
from audit.types import Detail, ViolationReport
from memory_admin.http.problem import Problem
from profiles.types import Caller


class Violating(Problem):
    """A refusal with the violation it is; the door reports it before it answers."""

    report: ViolationReport

    def telling(self, report: ViolationReport) -> Violating:
        """Return this refusal with its violation."""
        self.report = report
        return self


def violating(
    problem: Violating, kind: str, by: Caller, *, owner_id: int | None = None, **details: Detail
) -> Violating:
    """Return a refusal that is a violation by a caller, of somebody's layer where that is known."""
    return problem.telling(
        ViolationReport(
            kind=kind,
            severity="medium",
            owner_id=owner_id,
            accessor_id=by.principal_id,
            credential_id=by.credential_id,
            action_taken="blocked",
            details={"door": by.door, "code": problem.code, **details},
            dedupe_key=f"{kind}/{problem.code}/{owner_id}/{by.principal_id}",
            request_id=by.request_id,
        )
    )


def report_of(problem: Problem, *, now: datetime) -> None:
    """Report the violation a refusal is, if it is one, in a transaction of its own."""
    if isinstance(problem, Violating):
        report_violation(problem.report, now=now)
