"""What there is of a person beside memories: profile, consents, keys, jobs, cache, and who it is at all."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from audit.models import Recall
from audit.services.forgetting import blank_violations, forget_queries, queries_of
from consent.models import (
    Consent,
    ConsentAsking,
    ContextSession,
    Participant,
    Remembered,
    RightsRequest,
    TrustChange,
    TrustRelationship,
    TrustRequest,
    TrustSuggestion,
    Validation,
    ValidationTicket,
)
from consent.queries.persons import Person
from consent.rules.seeking import Seeker
from jobs.files import drop_about, parts_of
from jobs.models import Job, JobFile
from jobs.types import QUEUED
from profiles.models import (
    Alias,
    Credential,
    Custodian,
    ExternalIdentity,
    IdempotencyKey,
    KnowledgeNote,
    Membership,
    Principal,
    PrincipalProfile,
    ProfileProposal,
)
from profiles.queries import session_facts
from profiles.rules.entity import entity_skeleton, parse_entity
from profiles.types import CONSENT_RECORD
from text.escapes import unescaped

# How many bytes of a piece are read once more with the next: longer than any name or run of words.
_ACROSS: Final = 4096


def forget(person: Person, marks: Collection[int], *, now: datetime) -> None:
    """Take out of every table but the memories' what is of or about a person, or says what was erased.

    Safe to run again."""
    seeker = person.seeker(marks)
    with transaction.atomic():
        for step in STEPS:
            step(person, seeker, now)
    for facts in {row for one in person.ids for row in _sessions(one, now)}:
        session_facts.forget(*facts)


def _sessions(principal: int, now: datetime) -> list[tuple[int, str]]:
    return [(principal, one.session_id) for one in session_facts.sessions_of(principal, now)]


def _profile(person: Person, seeker: Seeker, now: datetime) -> None:
    PrincipalProfile.objects.filter(principal__in=person.ids).delete()
    ProfileProposal.objects.filter(Q(principal__in=person.ids) | Q(proposed_by__in=person.ids)).delete()
    for row in ProfileProposal.objects.all():
        if seeker.found_in([row.changes, row.reason, row.answer_reason]):
            row.delete()


def _knowledge(person: Person, seeker: Seeker, now: datetime) -> None:
    """Delete the person's own drafts and those that name it; what was approved about nobody loses the name
    in the sweep."""
    for note in KnowledgeNote.objects.exclude(status="approved"):
        if note.drafted_by in person.ids or seeker.found_in([note.title, note.text, note.answer_reason]):
            note.delete()


def _consents(person: Person, seeker: Seeker, now: datetime) -> None:
    """End what the person agreed to or was agreed to see; that it did stays as numbers, without reasons."""
    ids = person.ids
    mine = Consent.objects.filter(Q(grantor__in=ids) | Q(grantee__in=ids) | Q(scope_entity__in=ids))
    mine.exclude(status__in=("revoked", "expired")).update(status="revoked", revoked_at=now)
    mine.update(reason="")
    _askings(person, seeker)
    Remembered.objects.filter(Q(grantor_id__in=ids) | Q(grantee_id__in=ids)).delete()


def _askings(person: Person, seeker: Seeker) -> None:
    ConsentAsking.objects.filter(asker__in=person.ids).delete()
    for row in ConsentAsking.objects.all().iterator(chunk_size=1000):
        if any(map(seeker.identified, (row.grantor, row.grantee, row.scope))):
            row.delete()


def _trust(person: Person, seeker: Seeker, now: datetime) -> None:
    theirs = Q(owner__in=person.ids) | Q(accessor__in=person.ids)
    relations = TrustRelationship.objects.filter(theirs)
    TrustChange.objects.filter(relationship__in=relations).delete()
    relations.delete()
    TrustRequest.objects.filter(theirs).delete()
    TrustSuggestion.objects.filter(theirs).delete()


def _belonging(person: Person, seeker: Seeker, now: datetime) -> None:
    ids = person.ids
    Membership.objects.filter(Q(member__in=ids) | Q(collective__in=ids)).delete()
    Custodian.objects.filter(Q(subject__in=ids) | Q(custodian__in=ids)).delete()
    Participant.objects.filter(principal__in=ids).delete()
    ContextSession.objects.filter(participant__in=ids).delete()


def _validations(person: Person, seeker: Seeker, now: datetime) -> None:
    whose = Q(principal_id__in=person.ids) | Q(acting_id__in=person.ids)
    ValidationTicket.objects.filter(whose).delete()
    Validation.objects.filter(acting_id__in=person.ids).update(
        spans=[], masked="", sampled=False, look_note=""
    )


def _records(person: Person, seeker: Seeker, now: datetime) -> None:
    """Blank the evidence of violations and the words of queries, the person's own and those that say it."""
    blank_violations([], person.ids)
    said = Recall.objects.exclude(query=None).values_list("pk", "query").iterator(chunk_size=1000)
    naming = [number for number, query in said if seeker.found_in([query])]
    forget_queries([*queries_of(person.ids), *naming])


def _says(file: JobFile, seeker: Seeker) -> bool:
    """Tell whether a file says a name, also where it lies across two pieces."""
    tail = b""
    for piece in parts_of(file):
        held = tail + piece
        text = held.decode("utf-8", "replace")
        if seeker.found_in([text, unescaped(text)[0]]):
            return True
        tail = held[-_ACROSS:]
    return False


def _jobs(person: Person, seeker: Seeker, now: datetime) -> None:
    """Delete the person's files, and those of others that say its name; stop what it had queued."""
    drop_about(person.ids)
    for file in JobFile.objects.all():
        if _says(file, seeker):
            file.delete()
    Job.objects.filter(started_by__in=person.ids, state=QUEUED).update(state="cancelled", ended_at=now)
    for job in Job.objects.filter(Q(started_by__in=person.ids) | Q(caller__acting_id__in=person.ids)):
        job.caller, job.params = _unnamed(job.caller, seeker), _unnamed(job.params, seeker)
        job.save(update_fields=["caller", "params"])


def _unnamed(value: dict[str, Any], seeker: Seeker) -> dict[str, Any]:
    return {
        name: ""
        if isinstance(one, str) and (seeker.identified(one) or seeker.named(one))
        else seeker.cleaned(one)
        if isinstance(one, list | dict)
        else one
        for name, one in value.items()
    }


def _keys(person: Person, seeker: Seeker, now: datetime) -> None:
    """End the person's tokens and blank them, and take it out of what other tokens may do."""
    for one in Credential.objects.filter(principal__in=person.ids):
        one.label = one.prefix = one.application = ""
        one.digest, one.scopes, one.act_as = secrets.token_bytes(32), [], []
        one.revoked_at = one.revoked_at or now
        one.save()
    for other in Credential.objects.exclude(principal__in=person.ids):
        scopes = [scope for scope in other.scopes if not _records_for(scope, seeker)]
        act_as = [one for one in other.act_as if one not in person.ids]
        if (scopes, act_as) != (other.scopes, other.act_as):
            Credential.objects.filter(pk=other.pk).update(scopes=scopes, act_as=act_as)
    IdempotencyKey.objects.filter(acting_id__in=person.ids).delete()
    for key in IdempotencyKey.objects.all().iterator(chunk_size=1000):
        said = (key.route, key.key, json.dumps(key.effect, ensure_ascii=False))
        if any(map(seeker.identified, said)) or seeker.found_in([key.key]):
            key.delete()


def _records_for(scope: str, seeker: Seeker) -> bool:
    return scope.startswith(CONSENT_RECORD) and seeker.identified(scope.removeprefix(CONSENT_RECORD))


def _requests(person: Person, seeker: Seeker, now: datetime) -> None:
    mine = RightsRequest.objects.filter(Q(subject__in=person.ids) | Q(asked_by__in=person.ids))
    mine.update(reason="", statement="", answer_reason="")
    mine.exclude(kind="erasure").filter(state="open").update(state="refused", decided_at=now)


Step = Callable[[Person, Seeker, datetime], None]
STEPS: Final[tuple[Step, ...]] = (
    _profile, _knowledge, _consents, _trust, _belonging, _validations, _records, _jobs, _keys, _requests,
)  # fmt: skip


def blank(person: Person) -> None:
    """Leave of the person a row that says nothing, which the records' numbers point at."""
    Alias.objects.filter(principal__in=person.ids).delete()
    ExternalIdentity.objects.filter(principal__in=person.ids).delete()
    for row in Principal.objects.select_for_update().filter(pk__in=person.ids).order_by("pk"):
        known = parse_entity(f"{row.namespace}:erased-{row.pk}")
        row.entity_id, row.name, row.skeleton = str(known), known.name, entity_skeleton(known)
        row.display_name, row.email, row.email_verified_at = "", None, None
        row.verified_at = row.last_verified_at = None
        row.active = False
        row.save()
