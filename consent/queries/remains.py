"""What still hangs on a person by number after an erasure: rows that say no name and are its data still."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from audit.models import Recall, Violation
from consent.models import (
    Consent,
    ConsentAsking,
    ContextSession,
    Participant,
    RightsRequest,
    TrustRelationship,
    TrustRequest,
    ValidationTicket,
)
from consent.queries.persons import Person
from jobs.models import Job, JobFile
from profiles.models import (
    Account,
    Alias,
    Credential,
    Custodian,
    ExternalIdentity,
    IdempotencyKey,
    Membership,
    Principal,
    PrincipalProfile,
    ProfileProposal,
)
from profiles.queries import session_facts
from profiles.queries.prepared import ask

# What must be nobody's any more: memories of or about the person, and what hung on a memory that is gone.
_MEMORIES = """
SELECT count(*) FROM consent_memory m JOIN consent_label l ON l.id = m.label_id
WHERE m.owner_id = ANY (%(ids)s) OR l.subjects && %(ids)s::bigint[]
   OR l.id IN (SELECT b.id FROM consent_label b, unnest(b.parents) AS p(id)
               JOIN unnest(%(removed)s::bigint[]) AS g(id) ON g.id = p.id)
   OR EXISTS (SELECT 1 FROM consent_labelgrant g WHERE g.label_id = l.id AND g.grantee_id = ANY (%(ids)s))
"""
_POINTING = """
WITH gone(id) AS (SELECT DISTINCT unnest(%(removed)s::bigint[]))
SELECT (SELECT count(*) FROM audit_delivery d JOIN gone g ON g.id = d.memory_id WHERE d.memory_id <> 0),
       (SELECT count(*) FROM audit_violation v JOIN gone g ON g.id = v.memory_id),
       (SELECT count(DISTINCT t.id) FROM consent_validationticket t, unnest(t.memories) AS m(id)
        JOIN gone g ON g.id = m.id),
       (SELECT count(DISTINCT v.id) FROM consent_validation v, unnest(v.memories) AS m(id)
        JOIN gone g ON g.id = m.id)
"""


def remains_of(person: Person, removed: Collection[int], now: datetime) -> dict[str, int]:
    """Return by table how many rows are still the person's; nothing where an erasure was whole."""
    ids = list(person.ids)
    found = {**_memories(ids, removed), **_of(ids), **_records(ids)}
    found["session_facts"] = sum(len(session_facts.sessions_of(one, now)) for one in ids)
    return {f"{table} (still linked)": rows for table, rows in found.items() if rows}


def _memories(ids: list[int], removed: Collection[int]) -> dict[str, int]:
    gone = {"ids": ids, "removed": list(removed)}
    names = ("audit_delivery", "audit_violation", "consent_validationticket", "consent_validation")
    ((memories,),), (pointing,) = ask(_MEMORIES, gone), ask(_POINTING, {"removed": gone["removed"]})
    return {"consent_memory": memories, **dict(zip(names, pointing, strict=True))}


def _of(ids: list[int]) -> dict[str, int]:
    either = Q(owner__in=ids) | Q(accessor__in=ids)
    agreed = Q(grantor__in=ids) | Q(grantee__in=ids)
    rows = {
        "consent_consent": Consent.objects.filter(agreed, status__in=("requested", "active", "denied")),
        "consent_consentasking": ConsentAsking.objects.filter(asker__in=ids),
        "consent_contextsession": ContextSession.objects.filter(participant__in=ids),
        "consent_participant": Participant.objects.filter(principal__in=ids),
        "consent_trustrelationship": TrustRelationship.objects.filter(either),
        "consent_trustrequest": TrustRequest.objects.filter(either),
        "profiles_credential": Credential.objects.filter(Q(principal__in=ids) & ~Q(label="")),
        "profiles_custodian": Custodian.objects.filter(Q(subject__in=ids) | Q(custodian__in=ids)),
        "profiles_idempotencykey": IdempotencyKey.objects.filter(acting_id__in=ids),
        "profiles_membership": Membership.objects.filter(member__in=ids),
        "profiles_principalprofile": PrincipalProfile.objects.filter(principal__in=ids),
        "profiles_profileproposal": ProfileProposal.objects.filter(principal__in=ids),
    }
    return {table: found.count() for table, found in rows.items()}


def _records(ids: list[int]) -> dict[str, int]:
    whose = Q(acting_id__in=ids) | Q(principal_id__in=ids)
    asked = Q(actor_id__in=ids) | Q(acting_id__in=ids) | Q(behalf_id__in=ids)
    evidence = Violation.objects.filter(Q(owner_id__in=ids) | Q(accessor_id__in=ids))
    said = RightsRequest.objects.filter(subject__in=ids)
    return {
        "audit_recall": Recall.objects.filter(asked).exclude(query=None, query_hash="").count(),
        "audit_violation_text": evidence.exclude(query="", response="").count(),
        "consent_rightsrequest": said.exclude(reason="", statement="", answer_reason="").count(),
        "consent_ticket": ValidationTicket.objects.filter(whose).count(),
        "jobs_job": Job.objects.filter(started_by__in=ids, state="queued").count(),
        "jobs_jobfile": JobFile.objects.filter(about_id__in=ids).count(),
    }


def identity_of(person: Person) -> dict[str, int]:
    """Return what still says who it was: asked once the row is blank."""
    ids, seeker = list(person.ids), person.seeker()
    rows = Principal.objects.filter(pk__in=ids)
    named = sum(seeker.named(f"{row.name}\n{row.display_name}") or row.email is not None for row in rows)
    found = {
        "profiles_principal": named,
        "profiles_alias": Alias.objects.filter(principal__in=ids).count(),
        "profiles_externalidentity": ExternalIdentity.objects.filter(principal__in=ids).count(),
        "profiles_account": Account.objects.filter(principal__in=ids).count(),
    }
    return {f"{table} (still linked)": count for table, count in found.items() if count}
