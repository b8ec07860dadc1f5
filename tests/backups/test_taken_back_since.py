"""S12: whatever was taken back after a backup is taken back again once it is restored, table by table."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from audit.services import seal
from consent.models import (
    Consent,
    Context,
    ContextSession,
    Generalization,
    Memory,
    Participant,
    Policy,
    Remembered,
    Reveal,
    RightsRequest,
    TrustRelationship,
    TrustRequest,
    TrustSuggestion,
)
from consent.queries.policies import current_policy
from consent.rules.policy.settings import SHIPPED
from consent.rules.policy.stricter import RULES, stricter
from consent.rules.policy.vocabulary import LEVELS
from consent.services import editing, grants
from consent.services.labels import spec_of
from consent.services.memories import create
from jobs.models import Job, JobFile
from memory_admin.backups import narrowing
from memory_admin.backups.script import SQL
from profiles.models import (
    Account,
    Credential,
    Custodian,
    KnowledgeNote,
    Membership,
    Principal,
    ProfileField,
    ProfileProposal,
)
from tests.cast import GRANTEE, NOW, OWNER, caller, draft, principal
from tests.conftest import Database
from tests.safety.outside import token_of
from tests.safety.test_s12_backups_restore import make, restore, seals, status

__all__ = ["seals"]
LATER = NOW + timedelta(days=9000)
pytestmark = pytest.mark.usefixtures("seals")


def back(file: Path) -> dict[str, int]:
    """Put a backup back over its own installation; returns what it counted, without the noughts."""
    seal(now=NOW)
    return {name: number for name, number in restore(file).taken.counts.items() if number}


def around(tmp_path: Path, taken_back: Callable[[], Any]) -> dict[str, int]:
    """Make a backup, take something back, and put the backup back."""
    create(draft("The shop opens at five"), by=caller(OWNER), now=NOW)  # a record that goes on
    file = tmp_path / "one.backup"
    make(file)
    taken_back()
    return back(file)


def test_memberships_and_custodians_deleted_since_are_over(db: Database, tmp_path: Path) -> None:
    """Seen failing while only those with an end were looked at; one that a merge moved is not among them."""
    team, max_, luna, bella, sean = (
        principal(one) for one in ("group:team", "human:max", "human:luna", "dog:bella", "human:sean")
    )
    for member in (max_, luna):
        Membership.objects.create(collective=team, member=member, since=NOW)
    for custodian in (sean, luna):
        Custodian.objects.create(subject=bella, custodian=custodian, since=NOW)

    def act() -> None:
        Membership.objects.filter(member=max_).delete()
        Custodian.objects.filter(custodian=sean).delete()
        Membership.objects.filter(member=luna).update(member=sean)
        Principal.objects.filter(pk=luna.pk).update(merged_into=sean, active=False)

    counts = around(tmp_path, act)
    assert {"memberships": 1, "custodians": 1}.items() <= counts.items()
    assert list(Membership.objects.filter(until=None).values_list("member_id", flat=True)) == [luna.pk]
    assert list(Custodian.objects.filter(until=None).values_list("custodian_id", flat=True)) == [luna.pk]
    assert not Principal.objects.get(pk=luna.pk).active


def test_who_was_held_or_lost_its_account_or_token_since_is_out(db: Database, tmp_path: Path) -> None:
    """Seen failing while `held` was kept and not read, and rows that are gone were not missed."""
    max_, luna = principal("human:max"), principal("human:luna")
    Account.objects.create(principal=luna, role="auditor", created_at=NOW)
    token_of("human:luna")

    def act() -> None:
        Principal.objects.filter(pk=max_.pk).update(held=True, verified_at=None)
        Account.objects.all().delete()
        Credential.objects.filter(principal=luna).delete()

    counts = around(tmp_path, act)
    assert {"principals": 1, "roles": 1, "tokens": 1}.items() <= counts.items()
    found = Principal.objects.get(pk=max_.pk)
    assert (found.held, found.verified_at) == (True, None)
    assert (Account.objects.get().is_active, Account.objects.get().role) == (False, "")
    assert not Credential.objects.filter(principal=luna, revoked_at=None).exists()


def test_a_no_said_since_stands_after_it(db: Database, tmp_path: Path) -> None:
    """Seen failing while denials nobody had asked for went with what was written since."""
    bella, agent = principal("dog:bella"), principal(GRANTEE)
    between = {"grantor": bella, "grantee": agent, "scope": "subject", "scope_entity": bella}
    given = Consent.objects.create(**between, status="active", granted_at=NOW, created_at=NOW)
    ended = Consent.objects.create(
        **between | {"scope": "all", "scope_entity": None}, status="denied", expires_at=NOW, created_at=NOW
    )

    def act() -> None:
        given.delete()
        Consent.objects.create(**between, status="denied", denied_at=NOW, created_at=NOW)
        Consent.objects.filter(pk=ended.pk).update(expires_at=None)
        Remembered.objects.create(digest=b"a" * 32, grantor_id=bella.pk, grantee_id=agent.pk, at=NOW)

    counts = around(tmp_path, act)
    assert {"denials": 1, "remembered": 1, "expiries": 1}.items() <= counts.items()
    assert set(Consent.objects.values_list("scope", "status", "expires_at")) == {
        ("subject", "denied", None), ("all", "denied", None), ("subject", "revoked", None),
    }  # fmt: skip
    assert Remembered.objects.get().grantor_id == bella.pk


def test_a_context_hands_down_and_seats_no_more_than_it_did(db: Database, tmp_path: Path) -> None:
    """Seen failing while only seats were looked at."""
    room, sean, max_, vet = (principal(one) for one in ("ctx:room", "human:sean", "human:max", "role:vet"))
    context = Context.objects.create(principal=room, owner=sean, created_at=NOW)
    for who in (sean, max_):
        Participant.objects.create(context=context, principal=who, role=vet, added_at=NOW)
    session = {"context": context, "participant": max_, "entered_at": NOW, "expires_at": LATER}
    ContextSession.objects.create(**session)

    def act() -> None:
        Context.objects.update(default_grants=[sean.pk])
        Participant.objects.filter(principal=max_).update(role=None)
        ContextSession.objects.all().delete()

    counts = around(tmp_path, act)
    assert {"defaults": 1, "seats": 1}.items() <= counts.items()
    assert Context.objects.get().default_grants == [sean.pk]
    assert Participant.objects.get(principal=max_).role is None
    assert not ContextSession.objects.filter(left_at=None).exists()


def test_trust_that_was_lowered_by_a_first_word_is_lowered_again(db: Database, tmp_path: Path) -> None:
    """Seen failing while only relationships of the backup were looked at; trust given since stays away."""
    ash, agent, max_ = principal(OWNER), principal(GRANTEE), principal("human:max")
    TrustRelationship.objects.create(owner=max_, accessor_id=0, base_trust=0.3, last_updated=NOW)

    def act() -> None:
        TrustRelationship.objects.create(owner=ash, accessor=agent, base_trust=0.1, last_updated=NOW)
        TrustRelationship.objects.create(owner=max_, accessor=agent, base_trust=0.9, last_updated=NOW)

    assert around(tmp_path, act)["trust"] == 2
    found = TrustRelationship.objects.filter(accessor=agent)
    assert dict(found.values_list("owner_id", "base_trust")) == {ash.pk: 0.1, max_.pk: 0.3}


def asked(who: Principal, of: Principal) -> list[Any]:
    """Put down one of everything that somebody answers."""
    note = {"title": "", "findings": [], "drafted_by": who.pk, "at": NOW}
    source = Memory.objects.get(pk=create(draft("Bella naps"), by=caller(OWNER), now=NOW).memory_id)
    return [
        TrustRequest.objects.create(owner=of, accessor=who, wanted=1.0, at=NOW),
        TrustSuggestion.objects.create(owner=of, accessor=who, base_trust=0.5, suggested=1.0, at=NOW),
        ProfileProposal.objects.create(principal=of, changes={}, proposed_by=who.pk, at=NOW),
        Generalization.objects.create(owner=of, source=source, proposed_by=who.pk, at=NOW),
        KnowledgeNote.objects.create(text="Vets open at nine", status="approved", **note),
    ]


def test_what_was_declined_since_stays_declined(db: Database, tmp_path: Path) -> None:
    """Seen failing: a note that had been declined since was in prompts again; what was accepted is open."""
    answered, accepted = (
        asked(principal(GRANTEE), principal(OWNER)),
        asked(principal("si:x"), principal("human:max")),
    )
    field = ProfileField.objects.create(key="phone", label="Phone", kind="text", max_length=20, place=99)

    def act() -> None:
        for one in answered:
            type(one).objects.filter(pk=one.pk).update(status="declined", answered_at=NOW)
        for one in accepted[:-1]:
            type(one).objects.filter(pk=one.pk).update(status="accepted", answered_at=NOW)
        KnowledgeNote.objects.filter(pk=accepted[-1].pk).delete()
        ProfileField.objects.filter(pk=field.pk).update(sensitive=True, editable=False, retired_at=NOW)

    counts = around(tmp_path, act)
    assert {"answers": 4, "notes": 2, "fields": 1}.items() <= counts.items()
    statuses = [type(one).objects.get(pk=one.pk).status for one in (*answered, *accepted)]
    assert statuses == ["declined"] * 5 + ["open"] * 4 + ["declined"]
    field.refresh_from_db()
    assert (field.sensitive, field.editable, field.retired_at) == (True, False, NOW)


def test_work_that_ended_since_does_not_begin_again(db: Database, tmp_path: Path) -> None:
    """Seen failing while jobs came back open: a cancelled import was carried out after a restore."""
    by = principal(OWNER)
    said = {"caller": {}, "started_by": by.pk, "created_at": NOW}
    kinds = ("import", "export", "remake_renderings", "simulate", "import")
    jobs = [Job.objects.create(kind=kind, **said) for kind in kinds]
    kept = {
        "about_id": by.pk,
        "name": "x",
        "media_type": "x",
        "size": 1,
        "sha256": "0" * 64,
        "created_at": NOW,
    }
    JobFile.objects.create(job=jobs[1], expires_at=LATER, **kept)
    JobFile.objects.create(expires_at=LATER, **kept)

    def act() -> None:
        for job, state in zip(jobs, ("cancelled", "done", "done", "failed"), strict=False):
            Job.objects.filter(pk=job.pk).update(state=state, ended_at=NOW)
        JobFile.objects.all().delete()

    counts = around(tmp_path, act)
    assert {"jobs": 3, "files": 2}.items() <= counts.items()
    states = [Job.objects.get(pk=job.pk).state for job in jobs]
    assert states == ["cancelled", "cancelled", "queued", "failed", "queued"]
    assert not JobFile.objects.exists()


def test_requests_of_persons_are_neither_forgotten_nor_asked_again(db: Database, tmp_path: Path) -> None:
    """Seen failing while an erasure asked for since was lost, and one refused since waited again."""
    bella, sean = principal("dog:bella"), principal("human:sean")
    said = {"asked_by": sean.pk, "asked_at": NOW, "due_at": LATER}
    refused = RightsRequest.objects.create(kind="erasure", subject=bella, **said)
    memory = Memory.objects.get(pk=create(draft("Bella naps"), by=caller(OWNER), now=NOW).memory_id)
    look = {"memory": memory, "asked_by": sean, "asked_at": NOW, "reason": "why"}
    reveal = Reveal.objects.create(state="waiting", **look)
    fresh = uuid.uuid4()

    def act() -> None:
        RightsRequest.objects.update(state="refused", answer_reason="no")
        RightsRequest.objects.create(kind="erasure", subject=sean, public_id=fresh, **said)
        Reveal.objects.update(state="refused")

    counts = around(tmp_path, act)
    assert {"refusals": 1, "requests": 1, "reveals": 1}.items() <= counts.items()
    assert RightsRequest.objects.get(pk=refused.pk).state == "refused"
    assert RightsRequest.objects.get(public_id=fresh).state == "open"
    assert Reveal.objects.get(pk=reveal.pk).state == "refused"


def test_a_memory_is_known_to_no_more_and_shown_no_further_than_before(db: Database, tmp_path: Path) -> None:
    """Seen failing for a ceiling, a term and a subject while only grants were looked at, in the record."""
    bella, agent = principal("dog:bella"), principal(GRANTEE)
    principal("human:max")
    made = create(draft("She naps", access_grants=(GRANTEE, "human:max")), by=caller(OWNER), now=NOW)
    other = create(draft("He naps", access_grants=(GRANTEE,)), by=caller(OWNER), now=NOW)

    def act() -> None:
        changes = {"trust": 0.3, "forbidden_terms": ["nap"], "subject_ids": ["dog:bella"]}
        editing.update(made.public_id, changes, version=1, by=caller(OWNER), now=NOW)
        grants.revoke(made.public_id, "human:max", by=caller(OWNER), now=NOW)
        editing.update(other.public_id, {"subject_ids": ["human:new"]}, version=1, by=caller(OWNER), now=NOW)

    counts = around(tmp_path, act)
    assert {"grants": 2, "narrowed": 1}.items() <= counts.items()
    memory = Memory.objects.get(pk=made.memory_id)
    spec = spec_of(memory.label)
    assert (memory.ceiling, memory.forbidden_terms, spec.subjects) == (0.3, ["nap"], (bella.pk,))
    assert [grant.grantee for grant in spec.grants] == [agent.pk]
    assert spec_of(Memory.objects.get(pk=other.memory_id).label).grants == ()


def test_until_it_is_narrowed_again_a_memory_is_shown_to_nobody(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing while a restore cut short left the memory as widely shown as the backup had it."""
    principal(GRANTEE)
    made = create(draft("She naps", access_grants=(GRANTEE,)), by=caller(OWNER), now=NOW)
    told = token_of(GRANTEE)
    between: list[int] = []

    def looking(*given: Any, **more: Any) -> dict[str, int]:
        between.append(status(told, made.public_id))
        return narrow(*given, **more)

    def act() -> None:
        editing.update(made.public_id, {"trust": 0.3}, version=1, by=caller(OWNER), now=NOW)

    narrow = narrowing.narrow
    monkeypatch.setattr(narrowing, "narrow", looking)
    around(tmp_path, act)
    assert (between, status(told, made.public_id)) == ([404], 200)


def test_a_policy_tightened_since_is_as_tight_and_no_looser(db: Database, tmp_path: Path) -> None:
    """Seen failing while the backup's policy was in force again, whatever had been decided since."""
    Policy.objects.create(version=1, settings={"default_trust": 0.5, "keep_query_days": 7}, at=NOW)
    tighter = {"default_trust": 0.2, "keep_query_days": 30, "consent_from": "subjects_and_source"}

    def act() -> None:
        Policy.objects.create(version=2, settings=tighter, at=NOW)

    assert around(tmp_path, act)["policy"] == 2
    assert current_policy().stored == tighter | {"keep_query_days": 7}


def test_the_levels_a_restore_compares_are_those_of_the_product() -> None:
    sql = (SQL / "take_back_memories.sql").read_text(encoding="utf-8")
    listed = sql.split("ARRAY[")[1].split("]")[0]
    assert tuple(one.strip(" \n'") for one in listed.split(",")) == LEVELS


def test_every_setting_says_which_of_two_values_is_stricter() -> None:
    assert set(RULES) == set(SHIPPED)
    assert stricter(SHIPPED, SHIPPED) == {}
    rule = {"id": "a", "pattern": "x", "effect": "flag", "note": ""}
    before = SHIPPED | {"admission_rules": [rule | {"pattern": "y"}], "category_limits": {"note": 3}}
    then = SHIPPED | {"admission_rules": [rule], "category_limits": {"note": 5, "fact": 1}}
    assert stricter(before, then) == {
        "admission_rules": [rule, rule | {"pattern": "y", "id": "a-since"}],
        "category_limits": {"note": 3, "fact": 1},
    }


def test_what_the_statements_list_is_what_the_product_has() -> None:
    """Seen failing with a level of provenance left out, of which nothing would have been taken back, and with
    a kind of its own work."""
    memories, answers = (
        (SQL / f"take_back_{name}.sql").read_text(encoding="utf-8") for name in ("memories", "answers")
    )
    levels = re.search(r"ARRAY\[([^]]*)\] AS levels", memories)
    kinds = re.search(r"j\.kind NOT IN \(([^)]*)\)", answers)
    assert levels is not None and tuple(re.findall(r"'(\w+)'", levels[1])) == LEVELS
    own = set(settings.MEMORY_ADMIN_JOBS) - set(settings.MEMORY_ADMIN_JOB_SCOPES)
    assert kinds is not None and set(re.findall(r"'(\w+)'", kinds[1])) == own
