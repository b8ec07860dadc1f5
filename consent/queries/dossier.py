"""Everything there is about one subject, a line each: its data whole, other people in it masked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

from django.db.models import Q

from audit.models import Delivery
from consent.models import (
    Consent,
    Memory,
    MemoryVersion,
    Participant,
    RightsRequest,
    TrustRelationship,
)
from consent.queries.naming import names_of
from consent.queries.persons import Person, parts_of, person_of
from consent.queries.rights import public
from consent.rules.seeking import Seeker
from profiles.models import (
    Account,
    Alias,
    Credential,
    Custodian,
    ExternalIdentity,
    Membership,
    Principal,
    PrincipalProfile,
    ProfileProposal,
)
from profiles.queries import session_facts
from profiles.queries.principals import entity_ids
from text.normalize import normalize

Line = tuple[str, dict[str, Any]]
_STRETCH: Final = 200
_TEXTS: Final = ("title", "content", "summary", "context_summary", "tags", "location")
_PLAIN: Final = (
    "kind", "state", "occurred_at", "created_at", "updated_at", "valid_until", "version", "provenance",
    "source_type", "epistemic_status", "confidence",
)  # fmt: skip


class _Ordered:
    """Lines that come in the order of their memories, taken memory by memory."""

    def __init__(self, found: Iterator[tuple[int, Line]]) -> None:
        self._found = found
        self._next = next(found, None)

    def of(self, memory: int) -> Iterator[Line]:
        """Yield the lines of a memory, if it is the next that has any."""
        while self._next is not None and self._next[0] == memory:
            yield self._next[1]
            self._next = next(self._found, None)


class Dossier:
    """What is gathered about a person; `shown`: the memories whose text came in and is not on record yet."""

    def __init__(self, person: Person, now: datetime) -> None:
        """Take whose data it is, at which moment."""
        self.person, self.now = person, now
        self.shown: list[tuple[int, int, str]] = []
        self._masks: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._seekers: dict[frozenset[int], Seeker] = {}

    def lines(self) -> Iterator[Line]:
        """Yield every line: who it is, memories and who was shown each, consents, profile, keys."""
        yield from self._who()
        yield from self._memories()
        yield from self._consents()
        yield from self._profile()
        yield from self._belonging()
        yield from self._keys()
        yield from self._requests()

    def _name(self, number: int | None) -> str | None:
        if number is None:
            return None
        if number not in self._names:
            self._names |= entity_ids({number})
        return self._names.get(number)

    def _masked(self, number: int | None) -> str | None:
        """Return the subject by its name, anybody else by a number within this file and a namespace."""
        if number is None or number in self.person.ids:
            return self._name(number)
        if number not in self._masks:
            namespace = (self._name(number) or "?").partition(":")[0]
            self._masks[number] = f"{namespace}:person-{len(self._masks) + 1}"
        return self._masks[number]

    def _who(self) -> Iterator[Line]:
        for row in Principal.objects.filter(pk__in=self.person.ids).order_by("pk"):
            fields = ("entity_id", "display_name", "email", "email_verified_at", "verified_at", "created_at")
            yield "subject", {name: getattr(row, name) for name in fields}
        for alias in Alias.objects.filter(principal__in=self.person.ids).order_by("pk"):
            yield "alias", {"text": alias.text, "approved_at": alias.approved_at}
        for one in ExternalIdentity.objects.filter(principal__in=self.person.ids).order_by("pk"):
            yield "identity", {
                "provider": one.provider, "external_id": one.external_id, "verified_at": one.verified_at,
            }  # fmt: skip
        for account in Account.objects.filter(principal__in=self.person.ids):
            yield "account", {"role": account.role, "active": account.is_active, "since": account.created_at}

    def _memories(self) -> Iterator[Line]:
        ids = list(self.person.ids)
        concerned = Q(owner__in=ids) | Q(label__source__in=ids) | Q(label__subjects__overlap=ids)
        rows = Memory.objects.select_related("label").filter(concerned).order_by("pk")
        every = rows.iterator(chunk_size=_STRETCH)
        while some := list(islice(every, _STRETCH)):
            versions, deliveries = self._versions(some), _Ordered(self._deliveries(some))
            for memory in some:
                yield self._memory(memory)
                yield from versions.get(memory.pk, ())
                yield from deliveries.of(memory.pk)

    def _memory(self, memory: Memory) -> Line:
        label = memory.label
        line = {
            "id": f"mem_{memory.public_id.hex}",
            "owner": self._name(memory.owner_id),
            "subjects": [self._masked(one) for one in label.subjects],
            "told_by": self._masked(label.source_id),
            **{name: getattr(memory, name) for name in _PLAIN},
        }
        if self._may_read(memory):
            self.shown.append((memory.pk, memory.version, memory.provenance))
            hide = self._others(memory)
            line |= {name: hide.cleaned(getattr(memory, name)) for name in _TEXTS}
        else:
            line["text"] = "Left out: that you told this was said by an agent and not seen by the server."
        return "memory", line

    def _may_read(self, memory: Memory) -> bool:
        """Tell whether its text is the person's to have: its own, about it, or seen told by it."""
        ids, label = self.person.ids, memory.label
        told = label.source_id in ids and label.source_attested
        return memory.owner_id in ids or bool(set(ids) & set(label.subjects)) or told

    def _others(self, memory: Memory) -> Seeker:
        """Return what takes the other people out of a memory; in one's own nobody is hidden."""
        if memory.owner_id in self.person.ids:
            return Seeker((), ())
        label = memory.label
        others = {one for one in (*label.subjects, label.source_id) if one is not None} - set(self.person.ids)
        return self._hiding(frozenset(others))

    def _hiding(self, others: frozenset[int]) -> Seeker:
        """Return what finds people by every name, also by a first or last one alone, but for one's own."""
        if others not in self._seekers:
            rows = Principal.objects.filter(pk__in=others)
            people = [person_of(row) for row in rows if not row.is_collective]
            names = {name for found in names_of(others).spellings.values() for name in found if name}
            own = {normalize(part) for part in parts_of(self.person.names)}
            parts = {part for one in people for part in parts_of(one.names) if normalize(part) not in own}
            known = {row.entity_id for row in rows} | {one for each in people for one in each.identifiers}
            self._seekers[others] = Seeker(names | parts, known)
        return self._seekers[others]

    def _versions(self, memories: Sequence[Memory]) -> dict[int, list[Line]]:
        """Return what some memories said before, by number, as far as their text is the person's to have."""
        read = {one.pk: one for one in memories if self._may_read(one)}
        found: dict[int, list[Line]] = {}
        for row in MemoryVersion.objects.filter(memory__in=read).order_by("memory_id", "version"):
            memory = read[row.memory_id]
            hide = self._others(memory)
            kept = {name: hide.cleaned(value) for name, value in row.fields.items() if name in _TEXTS}
            line = {"memory": f"mem_{memory.public_id.hex}", "version": row.version, "at": row.at, **kept}
            found.setdefault(memory.pk, []).append(("version", line))
        return found

    def _deliveries(self, memories: Sequence[Memory]) -> Iterator[tuple[int, Line]]:
        """Yield to whom some memories were shown, in their order."""
        known = {one.pk: f"mem_{one.public_id.hex}" for one in memories}
        rows = Delivery.objects.select_related("recall").filter(memory_id__in=known)
        for row in rows.order_by("memory_id", "pk").iterator(chunk_size=500):
            recall = row.recall
            line = {
                "memory": known[row.memory_id], "at": recall.at, "to": self._name(recall.acting_id),
                "on_behalf_of": self._name(recall.behalf_id), "through": recall.door,
                "application": recall.application, "version": row.memory_version, "tier": row.tier,
                "decision": row.decision,
            }  # fmt: skip
            yield row.memory_id, ("delivery", line)

    def _consents(self) -> Iterator[Line]:
        ids = self.person.ids
        mine = Q(grantor__in=ids) | Q(grantee__in=ids) | Q(scope_entity__in=ids)
        for row in Consent.objects.filter(mine).order_by("pk"):
            yield "consent", {
                "id": f"con_{row.public_id.hex}", "grantor": self._name(row.grantor_id),
                "grantee": self._name(row.grantee_id), "scope": row.scope, "purpose": row.purpose,
                "status": row.status, "evidence": row.evidence, "granted_at": row.granted_at,
                "expires_at": row.expires_at, "revoked_at": row.revoked_at, "denied_at": row.denied_at,
                "reason": row.reason if row.decided_by in ids else "",
            }  # fmt: skip

    def _profile(self) -> Iterator[Line]:
        for row in PrincipalProfile.objects.filter(principal__in=self.person.ids).order_by("version"):
            line = {"version": row.version, "fields": row.fields, "at": row.created_at, "way": row.way}
            yield "profile", line
        for one in ProfileProposal.objects.filter(principal__in=self.person.ids).order_by("pk"):
            yield "proposal", {
                "changes": one.changes, "by": self._name(one.proposed_by), "status": one.status, "at": one.at,
            }  # fmt: skip
        for number in self.person.ids:
            for facts in session_facts.sessions_of(number, self.now):
                yield "session_facts", {"facts": facts.facts, "until": facts.expires_at}

    def _belonging(self) -> Iterator[Line]:
        ids = self.person.ids
        for one in Membership.objects.filter(member__in=ids).order_by("pk"):
            yield "membership", {"in": self._name(one.collective_id), "since": one.since, "until": one.until}
        for row in Custodian.objects.filter(Q(subject__in=ids) | Q(custodian__in=ids)).order_by("pk"):
            yield "custodian", {
                "subject": self._name(row.subject_id), "custodian": self._name(row.custodian_id),
                "since": row.since, "until": row.until,
            }  # fmt: skip
        for seat in Participant.objects.filter(principal__in=ids).order_by("pk"):
            yield "context", {"in": self._name(seat.context_id), "since": seat.added_at}
        for trust in TrustRelationship.objects.filter(Q(owner__in=ids) | Q(accessor__in=ids)).order_by("pk"):
            mine = trust.owner_id in ids
            yield "trust", {
                "owner": self._name(trust.owner_id), "accessor": self._name(trust.accessor_id),
                "base_trust": trust.base_trust, "reason": trust.reason if mine else "",
            }  # fmt: skip

    def _keys(self) -> Iterator[Line]:
        for row in Credential.objects.filter(principal__in=self.person.ids).order_by("pk"):
            fields = ("label", "scopes", "application", "created_at", "expires_at", "paused_at", "revoked_at")
            yield "credential", {name: getattr(row, name) for name in fields}

    def _requests(self) -> Iterator[Line]:
        for row in RightsRequest.objects.filter(subject__in=self.person.ids).order_by("pk"):
            yield "request", requested(row)


def requested(row: RightsRequest) -> dict[str, Any]:
    """Return a request as its person may read it."""
    fields = ("kind", "state", "asked_at", "due_at", "reason", "statement", "decided_at", "answer_reason")
    return {"id": public(row), **{name: getattr(row, name) for name in fields}}
