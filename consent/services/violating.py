"""What this app sees that must not happen: refusals that are violations, and what was written or asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from audit.rules import kinds
from audit.services.violations import report_violation
from audit.types import Detail, Severity, ViolationReport
from consent.models import Memory
from consent.queries.own_code import detector_version, look
from consent.rules.detector import Findings
from consent.rules.stamping import claims_too_much
from memory_admin.http.problem import Problem
from profiles.services.violating import Violating
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class About:
    """Whose memory a violation is about, which one, and how bad it is."""

    owner: int | None = None
    memory: int | None = None
    severity: Severity = "medium"


def blocked(problem: Problem, kind: str, by: Caller, about: About | None = None) -> Violating:
    """Return a refusal as the violation it is; the door reports it beside the refusal, after the rollback."""
    refused = Violating(problem.status, problem.code, problem.detail, problem.errors, problem.headers)
    refused.members = problem.members
    return refused.telling(_report(kind, by, about or About(), "blocked", code=problem.code))


def report_question(query: str, found: Findings, *, by: Caller, now: datetime) -> None:
    """Report a question that gives orders to a model, by what the detector found; the answer stays."""
    if found.flagged:
        report_violation(
            _report(kinds.QUERY_INJECTION, by, About(severity="low"), "", query, rules=_rules(found)), now=now
        )


def report_written(memories: Iterable[Memory], *, by: Caller, now: datetime) -> None:
    """Report, with what was just written, text that gives orders, forges marks or claims authority."""
    for memory in memories:
        _report_text(memory, by, now)
        if memory.version == 1 and claims_too_much(memory.source_type, by):
            about = About(memory.owner_id, memory.pk, "low")
            report = _report(kinds.PROVENANCE_ESCALATION, by, about, "blocked", source=memory.source_type)
            report_violation(report, now=now)


def _report_text(memory: Memory, by: Caller, now: datetime) -> None:
    found = look("\n".join(filter(None, (memory.title, memory.content, memory.summary, *memory.tags))))
    if not found.flagged:
        return
    breaks = "delimiter.forge" in found.rule_ids
    kind = kinds.BOUNDARY_BREAKOUT if breaks else kinds.STORED_INJECTION
    about = About(memory.owner_id, memory.pk, "high" if breaks else "medium")
    report_violation(_report(kind, by, about, "allowed_with_warning", rules=_rules(found)), now=now)


def _rules(found: Findings) -> list[str]:
    return [*found.rule_ids, detector_version()]


def _report(
    kind: str, by: Caller, about: About, action: str, query: str = "", **details: Detail
) -> ViolationReport:
    return ViolationReport(
        kind=kind,
        severity=about.severity,
        owner_id=about.owner,
        accessor_id=by.acting_id,
        credential_id=by.credential_id,
        memory_id=about.memory,
        query=query,
        action_taken=action,
        details={"door": by.door, **details},
        request_id=by.request_id,
    )
