"""The demonstration: Bella's health, the dog park, the school and the vet, as the handbook tells them."""

from __future__ import annotations

from datetime import datetime

from consent.models import Memory
from consent.rules.consenting import Wish
from consent.services.consents import give
from consent.services.memories import create
from consent.types import Draft
from profiles.commands import acting_caller, local_caller
from profiles.models import Custodian, Principal
from profiles.queries.principals import by_entity
from profiles.rules.terms import OPEN, Term
from profiles.services import custody, memberships, principals
from profiles.types import Caller

OWNER, CARER, PERSON = "si:ash", "si:bella_agent", "human:sean"
REASON = "demonstration"
CAST = {
    "human:sean": "Sean",
    "human:parent_456": "A parent",
    "human:student_123": "A student",
    "si:ash": "Ash, a care agent",
    "si:bella_agent": "Bella's agent",
    "si:max_agent": "Max's agent",
    "si:luna_agent": "Luna's agent",
    "si:tutor_b": "A tutor",
    "vet:dr_smith": "Dr Smith",
    "dog:bella": "Bella",
    "group:care_team": "Bella's care team",
    "org:school_district": "The school district",
}
MEMORIES = (
    Draft(
        kind="raw",
        title="Cardiology check",
        content="Bella has a grade 2 heart murmur; short walks, no sprints until the next check.",
        source_entity="vet:dr_smith",
        subject_ids=("dog:bella",),
        access_grants=(PERSON, CARER),
        tags=("health", "heart"),
        location={"city": "Austin", "state": "TX"},
        context_summary="A health matter that calls for gentler days",
        source_type="user_message",
    ),
    Draft(
        kind="note",
        content="Bella takes her heart tablet with breakfast; a second one on days with a long walk.",
        subject_ids=("dog:bella",),
        access_grants=("group:care_team",),
        tags=("health", "medication"),
    ),
    Draft(
        kind="belief",
        content="Small breeds with a heart murmur need exercise in short spells.",
        access_grants=("*",),
    ),
    Draft(
        kind="fact",
        content="The dog park by the river opens at seven and has a fence for small dogs.",
        access_grants=("*",),
    ),
    Draft(
        kind="episode",
        content="The student found fractions hard on paper and easy with coloured tiles.",
        subject_ids=("human:student_123",),
        access_grants=("si:tutor_b",),
        tags=("school",),
    ),
    Draft(kind="raw", content="Check next week whether the new harness still rubs."),
)


def load(now: datetime) -> int:
    """Load the demonstration once; returns how many memories it has, 0 when it was there already."""
    if Memory.objects.filter(owner__entity_id=OWNER).exists():
        return 0
    by = local_caller()
    people = {entity: _principal(entity, by, now) for entity in CAST}
    _belong(people, by, now)
    _agree(people, by, now)
    owner = acting_caller(OWNER)
    for draft in MEMORIES:
        create(draft, by=owner, now=now)
    return len(MEMORIES)


def _principal(entity: str, by: Caller, now: datetime) -> Principal:
    return by_entity(entity) or principals.create(entity, by=by, now=now, display_name=CAST[entity])


def _belong(people: dict[str, Principal], by: Caller, now: datetime) -> None:
    for subject, custodian in (("dog:bella", PERSON), ("human:student_123", "human:parent_456")):
        if not Custodian.objects.filter(subject=people[subject]).exists():
            term = Term(until=now.replace(year=now.year + 5)) if subject.startswith("human") else OPEN
            custody.appoint(people[subject].pk, people[custodian].pk, by=by, now=now, term=term)
    for one in (PERSON, CARER):
        memberships.join(people["group:care_team"].pk, people[one].pk, by=by, now=now)


def _agree(people: dict[str, Principal], by: Caller, now: datetime) -> None:
    for grantee in (CARER, "group:care_team"):
        wish = Wish(
            people[PERSON].pk, people[grantee].pk, "subject", people["dog:bella"].pk, "care", reason=REASON
        )
        give(wish, by=by, now=now)
