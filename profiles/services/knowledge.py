"""Notes about nobody: drafted by anyone with the scope, checked, and approved by an administrator."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, conflict, unprocessable
from profiles.models import KnowledgeNote
from profiles.queries.knowledge import names_of_people, note_by_id, public
from profiles.services.recording import note, require_admin
from profiles.types import Caller
from text.statements import Finding, check_names, check_personal, check_specificity

DRAFT, APPROVED, DECLINED = "draft", "approved", "declined"
MOST_DRAFTS: Final = 100
_BLOCK: Final = "block"


@dataclass(frozen=True, slots=True)
class Word:
    """A yes, with the checks whose findings were looked at."""

    acknowledge: Collection[str] = ()
    reason: str = ""


def findings(text: str) -> list[Finding]:
    """Return what the checks say of a note: names and personal data, and details that need a second look."""
    names = names_of_people()
    said = [*check_names(text, names.sure), *check_names(text, names.everyday, level="warn")]
    return [*said, *check_personal(text), *check_specificity(text)]


@transaction.atomic
def draft(text: str, title: str, *, by: Caller, now: datetime) -> KnowledgeNote:
    """Write a draft with its findings; in prompts only once it is approved. Raises 422 for too many open."""
    mine = KnowledgeNote.objects.filter(drafted_by=by.principal_id, status=DRAFT)
    if not by.is_admin and mine.count() >= MOST_DRAFTS:
        raise unprocessable(
            "too_many_drafts", "Wait until an administrator has answered some of your drafts."
        )
    made = KnowledgeNote.objects.create(
        title=title,
        text=text,
        findings=_kept(f"{title}\n{text}" if title else text),
        drafted_by=by.principal_id,
        drafted_lineage=by.lineage_id,
        at=now,
    )
    note(by, actions.KNOWLEDGE_DRAFT, ("knowledge", public(made)), now=now, findings=len(made.findings))
    return made


@transaction.atomic
def approve(public_id: str, word: Word, *, by: Caller, now: datetime) -> KnowledgeNote:
    """Let a note into prompts: an administrator's act, after the checks of this moment.

    Raises Problem 403, 404, 409 `not_open`, `knowledge_blocked`, and `not_acknowledged` for warnings."""
    found = _open(public_id, by, {DRAFT})
    found.findings = _kept(f"{found.title}\n{found.text}" if found.title else found.text)
    _require_clear(found, word.acknowledge)
    _answer(found, APPROVED, word.reason, by, now)
    thing = ("knowledge", public(found))
    note(by, actions.KNOWLEDGE_APPROVE, thing, now=now, reason=word.reason, findings=len(found.findings))
    return found


@transaction.atomic
def decline(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> KnowledgeNote:
    """Send a draft back, or take an approved note out of prompts; an administrator's act."""
    found = _open(public_id, by, {DRAFT, APPROVED})
    _answer(found, DECLINED, reason, by, now)
    note(by, actions.KNOWLEDGE_DECLINE, ("knowledge", public(found)), now=now, reason=reason)
    return found


def require_reviewer(public_id: str, by: Caller) -> None:
    """Raise Problem 403 or 404 unless the caller may answer: an administrator, not the drafter or its key."""
    require_admin(by)
    found = note_by_id(public_id)
    same_key = by.lineage_id is not None and by.lineage_id == found.drafted_lineage
    if same_key or (by.is_agent and found.drafted_by in by.selves):
        raise Problem(403, "own_request", "Whoever drafted this does not approve it, under any name.")


def _open(public_id: str, by: Caller, states: set[str]) -> KnowledgeNote:
    require_reviewer(public_id, by)
    found = KnowledgeNote.objects.select_for_update().get(pk=note_by_id(public_id).pk)
    if found.status not in states:
        raise conflict("not_open", "This note has been answered.")
    return found


def _require_clear(found: KnowledgeNote, acknowledge: Collection[str]) -> None:
    """Raise 409 for what has to go, and for what whoever approves has not looked at."""
    blocked = [one for one in found.findings if one["level"] == _BLOCK]
    if blocked:
        raise conflict("knowledge_blocked").having(findings=blocked)
    open_checks = {one["check"] for one in found.findings} - set(acknowledge)
    if open_checks:
        detail = f"Look at these first and name them in `acknowledge`: {', '.join(sorted(open_checks))}."
        raise conflict("not_acknowledged", detail).having(findings=found.findings)


def _answer(found: KnowledgeNote, status: str, reason: str, by: Caller, now: datetime) -> None:
    found.status, found.answer_reason = status, reason
    found.answered_at, found.answered_by = now, by.principal_id
    found.save()


def _kept(text: str) -> list[dict[str, Any]]:
    return [asdict(one) for one in findings(text)]
