"""Simulating a change and making it give the same answers, to everyone, in random worlds."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.utils import IntegrityError

from consent.models import Consent as ConsentRow
from consent.models import Label as LabelRow
from consent.models import Memory, Participant, Policy, TrustRelationship
from consent.queries.asking import Question, resolve
from consent.queries.effects import Trial, batches, looked_at
from consent.queries.facts import gather
from consent.queries.onlookers import onlookers
from consent.queries.policies import current_policy, policy_with
from consent.queries.showing import authorize
from consent.queries.whatif import brought_in, concerned, membership_change
from consent.rules.whatif import (
    Change,
    ConsentChange,
    GrantChange,
    PolicyChange,
    TrustChange,
)
from consent.services import labels
from consent.types import Candidate, Consent, Grant, Relationship
from profiles.models import Custodian, Membership
from tests.decision.world_rows import Stored, set_policy, store
from tests.reference.worlds import NOW, random_case

WORLDS = int(os.environ.get("MEMORY_ADMIN_WHATIF_WORLDS", "20"))
Answers = dict[tuple[int, int | None, int], int]
Do = Callable[[], None]


def truth(stored: Stored, people: list[int]) -> Answers:
    """Return what everyone really sees now, each asked alone, outside and in a session of its own."""
    found: Answers = {}
    memories = list(Memory.objects.filter(pk__in=stored.memories.values()))
    for one in people:
        asked: list[tuple[int | None, str | None]] = [(None, None)]
        seats = list(Participant.objects.filter(principal_id=one))
        Participant.objects.filter(principal_id=one).update(came_at=NOW)  # as entering does
        for seat in seats:
            session = seat.context.sessions.create(
                participant_id=one, role_id=seat.role_id, entered_at=NOW, expires_at=NOW + timedelta(hours=1)
            )
            asked.append((seat.context_id, f"ctxs_{session.public_id.hex}"))
        for context, session_id in asked:
            taken = resolve(Question(one, session=session_id), now=NOW)
            scene = gather({memory.label_id for memory in memories}, taken)
            rows = [_candidate(memory) for memory in memories]
            found |= {(one, context, row.candidate.memory): row.tier for row in authorize(rows, scene)}
        Participant.objects.bulk_update(seats, ["came_at"])  # everyone looks alone, beside who never came
    return found


def _candidate(memory: Memory) -> Candidate:
    ceiling: Any = memory.ceiling  # null as stored, which the decision reads as nothing
    return Candidate(memory.pk, memory.label_id, memory.owner_id, ceiling, 0, 0.0)


def simulated(change: Change, stored: Stored, people: list[int]) -> tuple[Answers, Answers]:
    eyes = onlookers(people, change, NOW)
    trial = Trial(change, eyes, current_policy(), NOW, brought_in(change, NOW))
    before: Answers = {}
    after: Answers = {}
    wanted = concerned(change)
    mine = set(stored.memories.values())
    for batch in batches(mine if wanted is None else wanted & mine):
        for seen in looked_at(batch, trial):
            for one in seen.eyes.principals:
                key = (one, seen.eyes.context, seen.memory.id)
                before |= {key: seen.before} if seen.before >= 0 else {}
                after |= {key: seen.after} if seen.after >= 0 else {}
    return before, after


class Hand:
    """Picks a change of a world and how it is really made."""

    def __init__(self, seed: int, world: Any, stored: Stored) -> None:
        self.dice, self.world, self.stored = random.Random(seed), world, stored
        self.ids = stored.ids
        self.people = sorted(self.ids[n] for n in world["entities"] if n.split(":")[0] not in GROUPS)
        self.grantees = sorted(self.ids.values())
        self.memories = sorted(stored.memories.values())

    def near(self) -> tuple[int, Any, list[int]]:
        """Return a memory with its label and its grantees, so that what is picked beside it may matter."""
        memory = self.dice.choice(self.memories)
        label = LabelRow.objects.get(pk=self.stored.labels[self._name(memory)])
        return memory, label, [*label.grants.values_list("grantee_id", flat=True)] or self.grantees

    def _name(self, memory: int) -> str:
        return next(name for name, number in self.stored.memories.items() if number == memory)

    def grant(self) -> tuple[Change, Do]:
        memory, grantee = self.dice.choice(self.memories), self.dice.choice(self.grantees)
        add, own = self.dice.random() < 0.6, self.dice.random() < 0.5

        def do() -> None:
            row = Memory.objects.get(pk=memory)
            spec = labels.spec_of(row.label)
            spec = spec.with_grant(Grant(grantee, True, own)) if add else spec.without(grantee)
            labels.relabel(row, spec)

        return GrantChange(memory, grantee, add, own), do

    def consent(self) -> tuple[Change, Do]:
        memory_near, label, grantees = self.near()
        parties = [*label.subjects, *filter(None, [label.source_id, label.owner_id])]
        speakers = {row.custodian_id for row in Custodian.objects.filter(subject_id__in=parties)}
        grantor = self.dice.choice(sorted({*parties, *speakers}))
        grantee = self.dice.choice([*grantees, 0])
        scope = self.dice.choice(["memory", "memory", "subject", "ctx", "all"])
        scope_id = {
            "memory": memory_near,
            "subject": self.dice.choice([*label.subjects, grantor]),
            "ctx": label.context_id or grantor,
            "all": None,
        }[scope]
        seats = [*Participant.objects.filter(context_id=grantee).values_list("principal_id", flat=True)]
        denied, gone = self.dice.random() < 0.3, self.dice.random() < 0.25
        record = Consent("con_new", grantor, grantee, scope, scope_id, denied, frozenset(seats))
        memory = scope_id if scope == "memory" and not gone else None
        change = ConsentChange(None if gone else record, (grantor, grantee, scope, scope_id), memory)

        def do() -> None:
            place = {"scope_memory_id": scope_id if scope == "memory" else None,
                     "scope_entity_id": scope_id if scope in {"subject", "ctx"} else None}  # fmt: skip
            same = ConsentRow.objects.filter(grantor_id=grantor, grantee_id=grantee, scope=scope, **place)
            same.filter(status__in=["requested", "active", "denied"]).update(status="revoked")
            if not gone:
                status = "denied" if denied else "active"
                fields = {"granted_at": NOW, "participants": seats, "created_at": NOW, **place}
                ConsentRow.objects.create(
                    grantor_id=grantor, grantee_id=grantee, scope=scope, status=status, **fields
                )
                if memory is not None:
                    row = Memory.objects.get(pk=memory)
                    spec = labels.spec_of(LabelRow.objects.get(pk=row.label_id))
                    labels.relabel(row, replace(spec, solo=memory))

        return change, do

    def membership(self) -> tuple[Change, Do]:
        groups = [self.ids[n] for n in self.ids if n.split(":")[0] in ("group", "org", "role")] or self.people
        named = [one for one in self.near()[2] if one in groups]
        collective, member = self.dice.choice(named or groups), self.dice.choice(self.people + groups)
        add = self.dice.random() < 0.6
        change = membership_change(collective, member, add=add, now=NOW)

        def do() -> None:
            Membership.objects.filter(collective_id=collective, member_id=member).delete()
            if add:
                Membership.objects.create(collective_id=collective, member_id=member, since=NOW)

        return change, do

    def trust(self) -> tuple[Change, Do]:
        owner = self.dice.choice([Memory.objects.get(pk=one).owner_id for one in self.memories])
        accessor = self.dice.choice(self.grantees)
        contexts = [self.ids[one] for one in self.world["contexts"]]
        context = self.dice.choice([None, *contexts])
        base, strict = self.dice.choice([0.0, 0.3, 0.6, 0.8, 1.0]), self.dice.random() < 0.3
        change = TrustChange(Relationship(owner, accessor, context, base, strict))

        def do() -> None:
            TrustRelationship.objects.update_or_create(
                owner_id=owner, accessor_id=accessor, context_id=context,
                defaults={"base_trust": base, "strict_mode": strict, "last_updated": NOW},
            )  # fmt: skip

        return change, do

    def policy(self) -> tuple[Change, Do]:
        settings = {
            "consent_from": self.dice.choice(["subjects_or_source", "subjects_and_source"]),
            "context_audience": self.dice.choice(["participants", "arrived", "strict"]),
            "default_trust": self.dice.choice([0.0, 0.3, 1.0]),
        }

        def do() -> None:
            newest = Policy.objects.order_by("-version").values_list("version", flat=True)[0]
            Policy.objects.create(version=newest + 1, settings=settings, at=NOW)

        return PolicyChange(policy_with(settings, 0).rules), do


GROUPS = ("group", "org", "role", "ctx")
TURNS = ("consent", "membership", "consent", "membership", "consent", "grant", "trust", "policy")
HANDS = ("grant", "consent", "membership", "trust", "policy")


class Undone(Exception):
    """Raised to take a trial back."""


def test_what_is_simulated_is_what_happens_when_it_is_done(db: object) -> None:
    # Mutants seen failing: old consents dropped beside the new one, what one answers to not changed.
    changed = dict.fromkeys(HANDS, 0)
    for seed in range(WORLDS):
        world, _ = random_case(seed, derived=seed % 2 == 0)
        try:
            with transaction.atomic():
                set_policy(world, seed + 1, NOW)
                stored = store(world, seed, NOW)
        except IntegrityError:
            continue
        hand = Hand(seed, world, stored)
        for turn in range(14):
            kind = TURNS[turn % len(TURNS)]
            change, do = getattr(hand, kind)()
            foreseen_before, foreseen_after = simulated(change, stored, hand.people)
            try:
                with transaction.atomic():
                    before = truth(stored, hand.people)
                    do()
                    after = truth(stored, hand.people)
                    raise Undone
            except Undone:
                pass
            moved = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
            told = foreseen_before.keys() | foreseen_after.keys()
            assert moved <= told, f"seed {seed} turn {turn} {change}: not concerned {moved - told}"
            for key in told:
                expected = (before.get(key), after.get(key))
                found = (foreseen_before.get(key), foreseen_after.get(key))
                assert found == expected, f"seed {seed} turn {turn} {change} {key}: {found} not {expected}"
            changed[kind] += bool(moved)
    assert min(changed.values()) >= 2, changed
