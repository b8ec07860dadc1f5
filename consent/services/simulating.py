"""Answering what a change would do, on record: at once where little is stored, else as a job."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit import actions
from consent.models import Label, Memory
from consent.queries.acquainted import ANYBODY, PUBLIC, acquainted
from consent.queries.asking import Question, snapshot
from consent.queries.dry_run import DryRun, dry_run
from consent.queries.effects import Held, Trial
from consent.queries.onlookers import Eyes, individuals, onlookers
from consent.queries.policies import current_policy, policy_with
from consent.queries.proposing import Proposal, labels_told, proposal
from consent.queries.whatif import brought_in, concerned
from consent.rules.policy.changing import differences
from consent.rules.whatif import PolicyChange
from consent.services.policies import require_administrator
from jobs.queries import public
from jobs.services import Running, start
from profiles.services.recording import note
from profiles.types import Caller

# What is looked at while somebody waits: memories times eyes, about two seconds of work.
AT_ONCE: Final = 200_000
Given = Mapping[str, Any]
Answer = dict[str, Any]
# What decides access and admission; other settings show in no memory, only in what is asked later.
FORESEEN: Final = frozenset(
    {
        "consent_from",
        "context_audience",
        "default_trust",
        "admission_modes",
        "admission_rules",
        "admit_verified_only",
        "default_memory_role",
        "exclude_instruction_like_memory",
        "minimum_confidence_for_admission",
        "minimum_trust_for_admission",
        "minimum_trust_for_admission_bypass",
        "minimum_trust_for_system_role",
        "quote_instruction_like_memory",
    }
)


def simulate(kind: str, given: Given, *, by: Caller, now: datetime) -> Answer:
    """Return who would gain and lose what by a change, or the job that finds out; nothing is changed.

    Raises 400 for what cannot be read, 403, 404 for what the caller may not know of."""
    with snapshot(Question(by.acting_id, credential=by.credential_id), now=now) as taken:
        asked = proposal(kind, given, by=by, now=taken.now)
        run = _run(asked, kind, given, by, taken.now)
        answer = {} if _large(run) else dry_run(run)
        if answer:
            _note(kind, answer, by, taken.now)
    return _told(answer, kind, given) if answer else _job(kind, given, by, now)


def preview(stored: dict[str, Any], *, by: Caller, now: datetime) -> Answer:
    """Return what a policy with these settings would change, or the job that finds out; nothing is saved."""
    require_administrator(by)
    return simulate("policy", {"stored": stored}, by=by, now=now)


def simulate_as_job(running: Running) -> Answer:
    """Carry out a simulation too large to wait for; what changes meanwhile is seen as it is met.

    Raises 403 or 404 where the asker may not know it any more once it is done."""
    kind, given, by = running.params["kind"], running.params["given"], running.by
    now = timezone.now()
    run = _run(proposal(kind, given, by=by, now=now), kind, given, by, now)
    total = _many(run)
    running.step(0, total, "memories")
    answer = dry_run(run, running.step)
    proposal(kind, given, by=by, now=timezone.now())  # may it still ask this? It took a while.
    with transaction.atomic():
        _note(kind, answer, by, now)
    return _told(answer, kind, given)


def _run(asked: Proposal, kind: str, given: Given, by: Caller, now: datetime) -> DryRun:
    policy, labels = current_policy(), labels_told(asked)
    trial = Trial(
        change=asked.change,
        eyes=_eyes(asked, labels, by, now),
        policy=policy,
        now=now,
        extra=brought_in(asked.change, now),
        told=not by.oversees,
    )
    later = policy_with(given["stored"], policy.version) if isinstance(asked.change, PolicyChange) else None
    run = DryRun(trial, concerned(asked.change), later, _only(labels), {**asked.names, **PUBLIC})
    return replace(run, concerned=frozenset()) if later is not None and _nothing_shows(run) else run


def _eyes(asked: Proposal, labels: QuerySet[Label] | None, by: Caller, now: datetime) -> list[Eyes]:
    """Return whose eyes are looked through: everyone's, or those of whom the asker may be told, and `*`."""
    everyone = individuals(held=not by.oversees)
    if labels is None:
        return onlookers({*everyone, *asked.also}, asked.change, now)
    known = acquainted(asked.change, labels, by=by, now=now)
    who = {*(everyone & known.people), *known.closed, *asked.also, ANYBODY}
    return onlookers(who, asked.change, now, known.places)


def _only(labels: QuerySet[Label] | None) -> Callable[[Held], bool] | None:
    if labels is None:
        return None
    told = frozenset(labels.values_list("pk", flat=True))
    return lambda memory: memory.label in told


def _nothing_shows(run: DryRun) -> bool:
    """Tell whether nothing that a dry run shows would change, so that no memory need be looked at."""
    later = run.later
    changed = {one.key for one in differences(run.trial.policy.stored, later.stored)} if later else set()
    return not changed & FORESEEN


def _many(run: DryRun) -> int:
    return len(run.concerned) if run.concerned is not None else Memory.objects.exclude(state="erased").count()


def _large(run: DryRun) -> bool:
    return _many(run) * max(1, len(run.trial.eyes)) > AT_ONCE


def _note(kind: str, answer: Answer, by: Caller, now: datetime) -> None:
    pairs = {name: found["pairs"] for name, found in answer["counts"].items()}
    gains, loses = pairs.pop("gains", 0), pairs.pop("loses", 0)
    note(
        by, actions.ACCESS_SIMULATE, ("change", kind), now=now,
        gains=gains, loses=loses, otherwise=sum(pairs.values()),
    )  # fmt: skip


def _told(answer: Answer, kind: str, given: Given) -> Answer:
    if kind != "policy":
        return {**answer, "job": None, "changed": [], "unforeseen": []}
    current = current_policy()
    changed = differences(current.stored, given["stored"])
    said = [{"key": one.key, "before": one.before, "after": one.after} for one in changed]
    unforeseen = sorted({one.key for one in changed} - FORESEEN)
    return {**answer, "job": None, "version": current.version, "changed": said, "unforeseen": unforeseen}


def _job(kind: str, given: Given, by: Caller, now: datetime) -> Answer:
    return {"job": public(start("simulate", {"kind": kind, "given": dict(given)}, by=by, now=now))}
