"""Erasing a person: a job that deletes, takes out, blanks, and searches every table before it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit import actions
from consent.models import Memory, RightsRequest
from consent.queries.canary import IDENTITY, Searched, search, tables
from consent.queries.erasure_plan import counts_of, plan_of
from consent.queries.persons import Person, marking_key, person_of
from consent.queries.remains import identity_of, remains_of
from consent.rules.rights import DONE, INCOMPLETE, RUNNING
from consent.rules.seeking import Seeker, marks_of, strings_in
from consent.services.rights.certificates import Done, certificate
from consent.services.rights.forgetting import blank, forget
from consent.services.rights.redacting import mentioning, redact, unmention
from consent.services.rights.removing import remove
from consent.services.rights.shutting_out import close
from consent.services.rights.sweeping import sweep
from jobs.services import Running
from memory_admin.http.problem import conflict
from profiles.services.recording import note

_BATCH: Final = 500
_HEARD_EVERY: Final = 500
_MARKED: Final = ("title", "content", "summary", "context_summary", "tags", "prompt_instructions")
Say = Callable[[str], None]


def _quiet(table: str) -> None:
    """Tell nobody how far it is."""


def run(job: Running) -> dict[str, Any]:
    """Erase whom a request is about; run again after a crash it goes on. Raises 409 `erasure_incomplete`."""
    request = RightsRequest.objects.select_related("subject").get(pk=job.params["request"])
    begun = job.job.started_at or timezone.now()
    if request.state == DONE:
        return _result(request)
    person, entity = person_of(request.subject), request.subject.entity_id
    begin(request, person, begun, step=_sayer(job, "reading"))
    _clear_memories(request, person, job)
    forget(person, request.marks, now=timezone.now())
    sweep(person, step=_sayer(job, "records"))
    done = Done(request, entity, len(person.names), len(request.marks), begun, timezone.now())
    _finish(done, person, job)
    return _result(request)


def _result(request: RightsRequest) -> dict[str, Any]:
    return {**request.counts, "clean": True, "request": f"rr_{request.public_id.hex}"}


def begin(request: RightsRequest, person: Person, now: datetime, *, step: Say = _quiet) -> None:
    """Shut the person out, count what there is, and keep the marks to search by; safe to run again."""
    close(person, now=now)
    plan = plan_of(person)
    if not request.counts:
        request.counts = counts_of(person, plan)
    request.marks = sorted({*request.marks, *_marks(plan.whole, step)})
    request.removed = sorted({*request.removed, *plan.whole})
    request.state = RUNNING
    request.save(update_fields=["counts", "marks", "removed", "state"])


def _marks(whole: Sequence[int], step: Say) -> set[int]:
    """Return the marks of memories that go, but for runs of words that others' memories say as well."""
    key, found = marking_key(), set[int]()
    for text in _texts(Memory.objects.filter(pk__in=whole), step):
        found |= marks_of(text, key)
    seeker = Seeker((), (), found, key)
    for text in _texts(Memory.objects.exclude(pk__in=whole), step) if found else ():
        found -= seeker.echoes(text)
    return found


def _texts(rows: QuerySet[Memory], step: Say) -> Iterator[str]:
    for number, row in enumerate(rows.values_list(*_MARKED).iterator(chunk_size=_HEARD_EVERY)):
        if number % _HEARD_EVERY == 0:
            step("consent_memory")
        yield from strings_in(row)


def _clear_memories(request: RightsRequest, person: Person, job: Running) -> None:
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
        for batch in _batches(sorted(set(mentioning(person.seeker())))):
            unmention(batch, person, now=timezone.now())
            job.step(done, None, "names")


def _batches(numbers: Sequence[int]) -> list[Sequence[int]]:
    return [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]


def _sayer(job: Running, stage: str) -> Say:
    return lambda table: job.step(job.job.done, None, stage)


def _finish(done: Done, person: Person, job: Running) -> None:
    """Search everywhere, blank the person, search who is who; what is found fails the job."""
    request = done.request
    seeker = person.seeker(request.marks)
    rest = [one for one in tables() if one not in IDENTITY]
    found = search(seeker, rest, keep_mentions=request.keep_mentions, step=_sayer(job, "searching"))
    found.found.update(remains_of(person, request.removed, timezone.now()))
    with transaction.atomic():
        blank(person)
        found.add(search(seeker, sorted(IDENTITY)))
        found.found.update(identity_of(person))
        if found.clean:
            _certify(done, found, job)
        else:
            transaction.set_rollback(True)
    if not found.clean:
        _fail(done, found, job)


def _certify(done: Done, found: Searched, job: Running) -> None:
    request, now = done.request, timezone.now()
    request.certificate = certificate(done, request.counts, found)
    request.state, request.decided_at = DONE, now
    request.marks, request.removed = [], []
    request.save(update_fields=["certificate", "state", "marks", "removed", "decided_at"])
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
