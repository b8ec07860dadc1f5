"""A person whose sentence is everywhere: memories, renderings, profile, drafts, records, cache, jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from audit.models import Violation
from audit.services import record_recall
from audit.types import DeliveredItem, Event, RecallRecord
from consent.models import (
    Consent,
    ConsentAsking,
    Memory,
    RightsRequest,
    TrustChange,
    TrustRelationship,
    Validation,
    ValidationTicket,
)
from consent.services import editing
from consent.services.memories import create
from jobs import files
from jobs.models import Job
from jobs.services import start
from memory_admin.tables import TABLES
from profiles.models import (
    Alias,
    Credential,
    ExternalIdentity,
    KnowledgeNote,
    PrincipalProfile,
    ProfileProposal,
)
from profiles.queries import session_facts
from profiles.queries.session_facts import Facts
from tests.cast import NOW, OWNER, admin, caller, custodian, draft, member, principal
from tests.safety.outside import token_of

WHO = "human:orrin_vale"
NAME = "orrin vale"
FRIEND, READER = "human:luna", "si:max_agent"
SENTENCE = "He keeps a zephyrquartz flute under the third stair of the boathouse"
OTHERS = "Luna hums low notes whenever the ferry lands at the northern pier"


@dataclass(frozen=True)
class Planted:
    """What was put where."""

    alone: str
    shared: str
    derived: str
    mention: str
    unrelated: str
    token: str


def plant() -> Planted:
    """Put a person's sentence and name in every place that can hold one."""
    who = principal(WHO, display_name="Orrin Vale", email="orrin.vale@example.org")
    for name in (FRIEND, READER, "human:sean"):
        principal(name)
    Alias.objects.create(principal=who, text="Orrie", normalized="orrie", approved_at=NOW, created_at=NOW)
    ExternalIdentity.objects.create(
        provider="telegram", external_id="tg-88123456", principal=who, verified_at=NOW
    )
    custodian("dog:bella", WHO)
    member("group:care_team", WHO)
    made = _memories()
    _records(made["alone"], who.pk)
    _profile(who.pk)
    _elsewhere(who.pk)
    _jobs_and_cache(who.pk)
    return Planted(**made, token=token_of(WHO, "memory", "profile", "privacy"))


def _memories() -> dict[str, str]:
    by = caller(OWNER)

    def wrote(content: str, **fields: Any) -> str:
        return create(draft(content, **fields), by=by, now=NOW).public_id

    alone = wrote(
        SENTENCE, title="Orrin's flute", subject_ids=(WHO,), access_grants=(READER, WHO), summary="A flute",
        tags=("orrin",),
    )  # fmt: skip
    editing.update(alone, {"content": SENTENCE + ", says Orrin"}, version=1, by=by, now=NOW)
    shared = wrote(
        f"{OTHERS}, and Orrin (human:orrin_vale) listens",
        subject_ids=(WHO, FRIEND),
        access_grants=(READER,),
    )
    derived = wrote("The flute is hidden near water by someone called Orrie", derived_from=(alone,))
    mention = wrote("Ask orrin_vale about the rope before the boats go out", metadata={"from": "Orrie"})
    unrelated = wrote("The clinic opens at nine on weekdays and closes at noon")
    return {"alone": alone, "shared": shared, "derived": derived, "mention": mention, "unrelated": unrelated}


def _number(public: str) -> int:
    return int(Memory.objects.get(public_id=public.removeprefix("mem_")).pk)


def _records(alone: str, who: int) -> None:
    number, recall = _number(alone), uuid4()
    item = DeliveredItem(memory_id=number, memory_version=1, tier="full", provenance="untrusted")
    reader = principal(READER).pk
    with transaction.atomic():
        record_recall(
            RecallRecord(actor_id=reader, acting_id=reader, query="where is Orrie's flute", query_hash="ab"),
            [item], Event(action="memory.recall"), now=NOW,
        )  # fmt: skip
    Violation.objects.create(
        at=NOW, last_at=NOW, hour=NOW, kind="disclosure_leak", severity="high", owner_id=principal(OWNER).pk,
        memory_id=number, query=SENTENCE, response=f"{SENTENCE} (Orrie)", dedupe_key="x",
        details={"note": NAME},
    )  # fmt: skip
    ValidationTicket.objects.create(
        recall=recall,
        principal_id=who,
        acting_id=who,
        at=NOW,
        memories=[number],
        words=[1],
        clear_reason="for Orrie",
    )
    ValidationTicket.objects.create(
        recall=uuid4(), principal_id=reader, acting_id=reader, at=NOW, memories=[number], words=[7]
    )
    Validation.objects.create(
        recall=recall, at=NOW, acting_id=reader, score=1, rules_score=1, action="allowed", memories=[number],
        spans=[{"memory": number}], rules_version="1", sampled=True, masked=SENTENCE,
    )  # fmt: skip


def _profile(who: int) -> None:
    PrincipalProfile.objects.create(
        principal_id=who,
        version=1,
        fields={"notes": SENTENCE},
        changed=[],
        way="edit",
        author_id=who,
        created_at=NOW,
    )
    PrincipalProfile.objects.create(
        principal=principal(FRIEND), version=1, fields={"notes": "Orrin Vale is my neighbour"}, changed=[],
        way="edit", author_id=1, created_at=NOW,
    )  # fmt: skip
    for of in (who, principal(FRIEND).pk):
        ProfileProposal.objects.create(
            principal_id=of,
            changes={"notes": f"{SENTENCE}; friend of Orrin"},
            proposed_by=principal(OWNER).pk,
            at=NOW,
        )
    KnowledgeNote.objects.create(text=f"Orrie says: {SENTENCE}", findings=[], drafted_by=1, at=NOW)
    KnowledgeNote.objects.create(
        text="Boats are kept as Orrie likes them", findings=[], drafted_by=1, at=NOW, status="approved"
    )


def _elsewhere(who: int) -> None:
    owner, reader = principal(OWNER), principal(READER)
    Consent.objects.create(
        grantor_id=who, grantee=reader, scope="subject", scope_entity_id=who, status="active",
        evidence="verified",
        granted_at=NOW, created_at=NOW, reason="Orrie said yes",
    )  # fmt: skip
    ConsentAsking.objects.create(
        asker=owner, asked_by=owner.pk, grantor=WHO, grantee=READER, scope=f"subject:{WHO}", purpose="care",
        created_at=NOW,
    )  # fmt: skip
    trust = TrustRelationship.objects.create(
        owner=owner, accessor=reader, base_trust=1.0, reason="because Orrie vouched", last_updated=NOW
    )
    TrustRelationship.objects.create(owner_id=who, accessor=reader, base_trust=1.0, last_updated=NOW)
    TrustChange.objects.create(relationship=trust, reason="Orrie asked for it", at=NOW)
    Credential.objects.create(
        principal=owner, label="for Orrie", prefix="abcdefgh", digest=b"1" * 32,
        scopes=["memory", f"consent:record:{WHO}"], act_as=[who], created_at=NOW,
    )  # fmt: skip
    RightsRequest.objects.create(
        kind="rectification", subject_id=who, asked_by=who, asked_at=NOW, due_at=NOW, statement=SENTENCE,
        reason="It is Orrie's",
    )  # fmt: skip


def _jobs_and_cache(who: int) -> None:
    now = timezone.now()
    for name in (WHO, FRIEND):
        by = caller(name)
        job = start("subject_export", {}, by=by, now=now, ring=False)
        leaving = files.Leaving("x.jsonl", "application/jsonl", by.principal_id, timedelta(days=7))
        files.write(job, leaving, [f"{SENTENCE} of Orrin Vale\n".encode()], now=now)
    session_facts.keep(who, Facts("s1", {"said": SENTENCE}, now + timedelta(hours=2)), now)


def texts_of(needle: str) -> dict[str, int]:
    """Return by table how many rows say something: asked of the database, apart from the product."""
    found = {}
    with connection.cursor() as cursor:
        for table, holds in TABLES.items():
            if holds == "none" or table in {"audit_event", "jobs_jobfilepiece"}:
                continue
            cursor.execute(f"SELECT count(*) FROM {table} AS t WHERE t::text ILIKE %s", [f"%{needle}%"])
            found[table] = cursor.fetchone()[0]
        cursor.execute(
            "SELECT count(*) FROM jobs_jobfilepiece WHERE encode(content, 'escape') ILIKE %s", [f"%{needle}%"]
        )
        found["jobs_jobfilepiece"] = cursor.fetchone()[0]
    return {table: rows for table, rows in found.items() if rows}


def facts_held(who: int) -> int:
    return len(session_facts.sessions_of(who, timezone.now()))


def queued(who: int) -> int:
    return Job.objects.filter(started_by=who, state="queued").count()


__all__ = ["admin", "plant", "texts_of"]
