"""Editing, forgetting and setting aside memories; what a memory said before stays a version until erased."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from audit import actions
from audit.rules.kinds import FORBIDDEN_WRITE, TRUST_ESCALATION
from consent.models import Consent, Memory, MemoryVersion
from consent.models import Label as LabelRow
from consent.rules.drafts import entity_errors, refused_metadata
from consent.rules.provenance import lower_of, provenance_named, provenance_of
from consent.rules.trust import readable
from consent.rules.trusting import RAISE
from consent.rules.unhiding import unhides
from consent.rules.wording import wording
from consent.services import labels, renderings
from consent.services.affording import require_affordable
from consent.services.contradicting import settle
from consent.services.copying import copied_anew
from consent.services.deriving import Source, below, held, hold, lower_below, sources_ceiling
from consent.services.naming import entities_named
from consent.services.owning import own, owned, require_version
from consent.services.placing import identity_digest
from consent.services.remembering import bring_back, keep_denials
from consent.services.versions import STATES, keep_version
from consent.services.violating import About, blocked, report_written
from memory_admin.http.problem import Problem, bad_request, conflict, unprocessable
from profiles.queries.names import protected_names
from profiles.rules.entity import parse_entity
from profiles.services.recording import note
from profiles.types import Caller

# Field of the interface -> column; what is not here cannot be edited.
EDITABLE: Final = {
    "title": "title",
    "content": "content",
    "summary": "summary",
    "context_summary": "context_summary",
    "tags": "tags",
    "location": "location",
    "metadata": "metadata",
    "occurred_at": "occurred_at",
    "valid_until": "valid_until",
    "trust": "ceiling",
    "epistemic_status": "epistemic_status",
    "confidence": "confidence",
    "importance": "importance",
    "redactions": "redactions",
    "forbidden_terms": "forbidden_terms",
    "forbidden_patterns": "forbidden_patterns",
    "prompt_instructions": "prompt_instructions",
}
# What a verification was about.
WORDED: Final = {"title", "content", "summary", "context_summary", "tags", "location", "occurred_at"}


@transaction.atomic
def update(
    public_id: str, changes: Mapping[str, Any], *, version: int | None, by: Caller, now: datetime
) -> Memory:
    """Edit a memory of the caller's own from the version it read, keeping that; raises 404, 409, 422."""
    near = _repeated(public_id, changes, version, by, now)
    memory = owned(public_id, by)
    require_version(memory, version)
    _refuse(changes, by)
    require_not_quarantined(memory)
    _require_settable(memory, changes, by)
    _set(memory, changes, by, now)
    require_affordable(memory)
    copied = held(near - below(memory.pk))
    _restamp(memory, copied, by, now)
    _save(memory)
    spec = _relabelled(memory, changes.get("subject_ids"), copied, by, now)
    renderings.remake(memory, spec)
    report_written([memory], by=by, now=now)
    bring_back([memory], by=by, now=now)
    lower_below(memory, by=by, now=now)
    note(
        by, actions.MEMORY_UPDATE, ("memory", public_id), now=now,
        reason=changes.get("reason", ""), fields=sorted(changes), version=memory.version,
    )  # fmt: skip
    return memory


def _repeated(
    public_id: str, changes: Mapping[str, Any], version: int | None, by: Caller, now: datetime
) -> set[int]:
    """Return what an edit repeats of others, held together with the memory and all that comes of it."""
    was = own(public_id, by)
    require_version(was, version)
    edited = copy(was)
    for column, value in _columns(changes).items():
        setattr(edited, column, value)
    near = copied_anew(edited, was, by=by, now=now)
    hold(below(was.pk), near)
    return near


def _columns(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {EDITABLE[name]: value for name, value in changes.items() if name in EDITABLE}


def _refuse(changes: Mapping[str, Any], by: Caller) -> None:
    refused = refused_metadata(changes.get("metadata") or {})
    if refused:
        said = "Owner, provenance and trust do not travel in metadata."
        raise blocked(
            unprocessable("refused_metadata", said, refused), FORBIDDEN_WRITE, by, About(by.acting_id)
        )
    malformed = entity_errors({"subject_ids": tuple(changes.get("subject_ids") or ())})
    if malformed:
        raise bad_request("invalid", "Some entity ids cannot be read.", malformed)
    if changes.get("epistemic_status") == "verified":
        raise unprocessable("verification_needed", "Verified is set by verifying, not by editing.")


def require_not_quarantined(memory: Memory) -> None:
    """Raise 409 while a memory is quarantined: neither an edit nor its end takes a text out of that."""
    if memory.state == "quarantined":
        raise conflict(
            "quarantined", "This memory is set aside; who verifies releases it, then it can be changed."
        )


def _set(memory: Memory, changes: Mapping[str, Any], by: Caller, now: datetime) -> None:
    """Give a memory, not yet stored, what is changed of it, and keep what that was."""
    fields = _columns(changes)
    keep_version(memory, fields, by, now)
    _unsettle(memory, fields)
    for column, value in fields.items():
        setattr(memory, column, value)
    if "state" in changes:
        memory.state = changes["state"]


def _unsettle(memory: Memory, fields: Mapping[str, Any]) -> None:
    """Forget, with the text it was about, that a memory was verified; remember who said no to that text."""
    if "content" in fields and fields["content"] != memory.content:
        keep_denials(memory)
        settle(memory)
    if memory.epistemic_status == "verified" and fields.keys() & WORDED:
        memory.epistemic_status, memory.verified_by_id, memory.verified_at = "observed", None, None


def _require_settable(memory: Memory, changes: Mapping[str, Any], by: Caller) -> None:
    """Raise 409 for what was quarantined or replaced, 403 where an agent would raise what may be shown."""
    raised = changes.get("trust", 0.0) > readable(memory.ceiling) or unhides(memory, changes)
    if raised and by.is_agent and RAISE not in by.scopes:
        plain = Problem(
            403,
            "scope_missing",
            "Showing more of a memory than before, by trust or by taking away what hides words, needs the "
            "scope trust:raise.",
        )
        raise blocked(plain, TRUST_ESCALATION, by, About(memory.owner_id, memory.pk))
    if "state" in changes and memory.state not in STATES:
        raise conflict("conflict", "This memory was set aside; an edit does not bring it back.")


def _restamp(memory: Memory, copied: Sequence[Source], by: Caller, now: datetime) -> None:
    """An edit takes the lower of the old and the editor's provenance, and goes below what it repeats."""
    editors = provenance_of("model_output" if by.is_agent else "user_message", by.max_provenance)
    levels = [provenance_named(memory.provenance), *(source.provenance for source in copied)]
    memory.provenance = lower_of(editors, *levels).word
    attested = memory.provenance_attested and by.own_act and not by.is_agent
    memory.provenance_attested = attested and not copied
    most = [sources_ceiling(memory.label_id), *(source.ceiling for source in copied)]
    memory.ceiling = min(readable(memory.ceiling), *most)
    memory.identity = identity_digest(memory.owner_id, memory.kind, memory.content)
    memory.language = renderings.language_of(memory.title, memory.content)
    memory.findings = []  # they count characters of the text that was
    memory.version += 1
    memory.editor_id = by.principal_id
    memory.updated_at = now


def _save(memory: Memory) -> None:
    try:
        with transaction.atomic():
            memory.save()
    except IntegrityError as error:
        raise Problem(
            409, "identical_memory", "Another memory of yours already says exactly this."
        ) from error


def _relabelled(
    memory: Memory, stated: list[str] | None, copied: Sequence[Source], by: Caller, now: datetime
) -> labels.LabelSpec:
    """Put a memory below what it repeats and under its subjects, stated or named by the new text."""
    spec = labels.spec_of(LabelRow.objects.get(pk=memory.label_id))
    subjects = _subjects(spec, stated, by, now) | protected_names(now).ids(wording(memory))
    _keep_sources_say(spec, subjects)
    parents = {*spec.parents, *(source.memory for source in copied)}
    fresh = replace(spec, subjects=tuple(sorted(subjects)), parents=tuple(sorted(parents)))
    if fresh != spec:
        labels.relabel(memory, fresh)
    return fresh


def _subjects(spec: labels.LabelSpec, stated: list[str] | None, by: Caller, now: datetime) -> set[int]:
    """Return the subjects stated, else those there were; one goes by that party or an administrator alone."""
    subjects = set(spec.subjects)
    if stated is not None:
        rows = entities_named({str(parse_entity(name)) for name in stated}, by=by, now=now)
        wanted = {row.pk for row in rows.values()}
        if subjects - wanted - {by.acting_id}:
            raise unprocessable(
                "subject_removal", "Only the subject, its custodian or an administrator removes it."
            )
        subjects = wanted
    return subjects


def _keep_sources_say(spec: labels.LabelSpec, subjects: set[int]) -> None:
    """Raise 422 where the owner alone became the subject: it would answer in place of whoever told it."""
    if subjects and spec.with_subjects(subjects).subjects != tuple(sorted(subjects)):
        raise unprocessable("refused", "Somebody else told this; its owner does not answer in their place.")


@transaction.atomic
def delete(
    public_id: str, *, by: Caller, now: datetime, reason: str = "", version: int | None = None
) -> None:
    """Forget a memory of the caller's own: text, versions, renderings and consents go, events stay.

    With a `version` it is the one that was read which is forgotten; raises 409 where it has changed since."""
    memory = owned(public_id, by)
    if version is not None:
        require_version(memory, version)
    require_not_quarantined(memory)
    keep_denials(memory)
    Consent.objects.filter(scope_memory=memory).delete()
    MemoryVersion.objects.filter(memory=memory).delete()
    memory.renderings.all().delete()
    Memory.objects.filter(superseded_by=memory).update(superseded_by=None)
    Memory.objects.filter(pk=memory.pk).delete()
    note(by, actions.MEMORY_DELETE, ("memory", public_id), now=now, reason=reason)
