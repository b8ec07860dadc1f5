"""Erasing a person: a job that deletes, takes out, blanks, and searches every table before it says so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from audit import actions
from consent.models import RightsRequest
from consent.queries.canary import IDENTITY, MEMORIES, Searched, search, tables
from consent.queries.erasure_plan import counts_of, plan_of
from consent.queries.mentions import Hear, hear
from consent.queries.persons import Person, person_of
from consent.queries.remains import identity_of, remains_of
from consent.rules.marks import Marks
from consent.rules.rights import DONE, INCOMPLETE, RUNNING
from consent.services.rights.certificates import Done, certificate
from consent.services.rights.forgetting import blank, forget
from consent.services.rights.marking import keep, kept, marks_in
from consent.services.rights.redacting import redact, unmention
from consent.services.rights.removing import remove
from consent.services.rights.shutting_out import close
from consent.services.rights.sweeping import sweep
from jobs.files import drop_unread
from jobs.services import Running
from memory_admin.http.problem import conflict
from profiles.services.recording import note

_BATCH: Final = 500


def _unheard(read: int) -> None:
    """Tell nobody how far it is."""


def run(job: Running) -> dict[str, Any]:
    """Erase whom a request is about; run again after a crash it goes on. Raises 409 `erasure_incomplete`."""
    request = RightsRequest.objects.select_related("subject").get(pk=job.params["request"])
    begun = job.job.started_at or timezone.now()
    if request.state == DONE:
        return _result(request)
    person, entity = person_of(request.subject), request.subject.entity_id
    job.job.total = None  # what there is to do is not known yet, or anew after a try that ended early
    naming = begin(request, person, begun, step=lambda read: job.step(read, None, "reading"))
    _clear_memories(request, person, job, naming)
    marks = kept(request)
    forget(person, marks, now=timezone.now())
    sweep(person, step=_sayer(job, "records"))
    done = Done(request, entity, len(person.names), len(marks), begun, timezone.now())
    _finish(done, person, job, marks)
    return _result(request)


def _result(request: RightsRequest) -> dict[str, Any]:
    return {**request.counts, "clean": True, "request": f"rr_{request.public_id.hex}"}


def begin(request: RightsRequest, person: Person, now: datetime, *, step: Hear = _unheard) -> Collection[int]:
    """Shut the person out, count what there is, and keep the marks to search by; safe to run again.

    Returns the memories of others that name the person: what they say is read through here once."""
    close(person, now=now)
    plan = plan_of(person)
    marks = marks_in(plan.whole, step)
    naming = hear(person.seeker(marks), plan.whole, step=step, echoed=marks.strike).difference(plan.shared)
    with transaction.atomic():
        if not request.counts:
            request.counts = counts_of(person, plan, naming=len(naming))
        keep(request, marks.left())
        request.removed = sorted({*request.removed, *plan.whole})
        request.state = RUNNING
        request.save(update_fields=["counts", "removed", "state"])
    return naming


def _clear_memories(request: RightsRequest, person: Person, job: Running, naming: Collection[int]) -> None:
    """Delete and redact in batches until a look finds nothing more: others may write meanwhile."""
    done, seen = 0, set[int]()
    while True:
        plan = plan_of(person)
        shared = [one for one in plan.shared if one not in seen]
        if not plan.whole and not shared:
            break
        request.removed = sorted({*request.removed, *plan.whole})
        request.save(update_fields=["removed"])
        steps: list[tuple[Callable[..., None], Sequence[int]]] = [
            (remove, batch) for batch in _batches(plan.whole)
        ]
        steps += [(partial(redact, person=person), batch) for batch in _batches(shared)]
        total = done + len(plan.whole) + len(shared)
        for step, batch in steps:
            step(batch, now=timezone.now())
            done += len(batch)
            job.step(done, total, "memories")
        seen.update(shared)
    if not request.keep_mentions:
        _clear_names(sorted(naming), person, job)


def _clear_names(naming: Sequence[int], person: Person, job: Running) -> None:
    """Take the person's names out of memories of others, in batches."""
    for number, batch in enumerate(_batches(naming)):
        unmention(batch, person, now=timezone.now())
        job.step(min(len(naming), (number + 1) * _BATCH), len(naming), "names")


def _batches(numbers: Sequence[int]) -> list[Sequence[int]]:
    return [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]


def _sayer(job: Running, stage: str) -> Callable[[str], None]:
    return lambda table: job.step(job.job.done, None, stage)


def _finish(done: Done, person: Person, job: Running, marks: Marks) -> None:
    """Search everywhere, blank the person, search who is who; what is found fails the job.

    Files that no search reads go: what they hold of memories may be from before the person was taken out."""
    request = done.request
    found = _searched(request, person, job, marks)
    found.found.update(remains_of(person, request.removed, timezone.now()))
    with transaction.atomic():
        blank(person)
        drop_unread()
        found.add(search(person.seeker(marks), sorted(IDENTITY)))
        found.found.update(identity_of(person))
        if found.clean:
            _certify(done, found, job)
        else:
            transaction.set_rollback(True)
    if not found.clean:
        _fail(done, found, job)


def _searched(request: RightsRequest, person: Person, job: Running, marks: Marks) -> Searched:
    """Search every other table; names that others wrote meanwhile are taken out and searched for anew."""
    seeker, step = person.seeker(marks), _sayer(job, "searching")
    rest = [one for one in tables() if one not in IDENTITY]
    found = search(seeker, rest, keep_mentions=request.keep_mentions, step=step)
    if not request.keep_mentions and found.found.keys() & MEMORIES:
        late = hear(person.seeker(), (), step=lambda read: step(""))
        _clear_names(sorted(late), person, job)
        found.again(search(seeker, sorted(MEMORIES), step=step))
    return found


def _certify(done: Done, found: Searched, job: Running) -> None:
    request, now = done.request, timezone.now()
    request.certificate = certificate(done, request.counts, found)
    request.state, request.decided_at = DONE, now
    request.marks, request.removed = [], []
    request.save(update_fields=["certificate", "state", "marks", "removed", "decided_at"])
    request.stretches.all().delete()
    _record(job, request, now, clean=True)


def _fail(done: Done, found: Searched, job: Running) -> None:
    """Keep a certificate that says where something is left, and raise 409: an administrator has to look."""
    request, now = done.request, timezone.now()
    with transaction.atomic():
        request.certificate, request.state = certificate(done, request.counts, found), INCOMPLETE
        request.save(update_fields=["certificate", "state"])
        _record(job, request, now, clean=False)
    where = ", ".join(f"{table} ({rows})" for table, rows in sorted(found.found.items()))
    raise conflict("erasure_incomplete", f"Something of the person is still in: {where}.")


def _record(job: Running, request: RightsRequest, now: datetime, *, clean: bool) -> None:
    note(
        job.by, actions.SUBJECT_ERASE, ("principal", request.subject_id), now=now, clean=clean,
        memories=int(request.counts.get("memories_deleted", 0)),
        redacted=int(request.counts.get("memories_redacted", 0)),
    )  # fmt: skip
