"""Who stands around a consent: grantor and custodians, whom a grantee lets in, whom a record concerns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from consent.models import Consent, Context, Label, Memory, Participant
from consent.rules.consenting import Parties, Relation
from profiles.models import Credential, Custodian, Principal
from profiles.queries.in_force import in_force, unexpired
from profiles.queries.reach import custodians, members


def parties(grantor: Principal, grantee: int, now: datetime) -> Parties:
    """Return the parties to a wish, as they stand now."""
    pair = (grantor.pk, grantee)
    return parties_between({grantor.pk: grantor}, [pair], now)[pair]


def parties_between(
    grantors: Mapping[int, Principal], pairs: Collection[tuple[int, int]], now: datetime
) -> dict[tuple[int, int], Parties]:
    """Return the parties to many wishes, by grantor and grantee, as they stand now."""
    speak = custodians(grantors, now)
    inside = {grantee: reached(grantee, now) for grantee in {grantee for _, grantee in pairs}}
    return {
        (grantor, grantee): Parties(
            grantor=grantors[grantor].entity_id,
            individual=not grantors[grantor].is_collective,
            custodians=frozenset(speak[grantor]),
            reached=inside[grantee],
        )
        for grantor, grantee in pairs
    }


def reached(grantee: int, now: datetime) -> frozenset[int]:
    """Return whom a grantee lets in besides itself: members, participants, holders of the role, proxies."""
    in_role = Participant.objects.filter(role_id=grantee).values_list("principal_id", flat=True)
    inside = {*members([grantee], now)[grantee], *participants(grantee), *in_role}
    return frozenset({*inside, *_proxies({grantee, *inside}, now)})


def _proxies(entities: Collection[int], now: datetime) -> QuerySet[Credential, int]:
    """Return who holds a token that may act as one of the entities: whichever token it asks with."""
    rows = Credential.objects.filter(unexpired(now), revoked_at=None, act_as__overlap=sorted(entities))
    return rows.values_list("principal_id", flat=True)


def participants(context: int) -> list[int]:
    """Return the individuals listed in a context now, in order of id; none for anything else."""
    listed = Participant.objects.filter(context_id=context)
    return list(listed.order_by("principal_id").values_list("principal_id", flat=True))


def wards(entity: int, now: datetime) -> frozenset[int]:
    """Return the entities that `entity` is a live custodian of."""
    people = ~Q(custodian__namespace__in=Principal.COLLECTIVES)
    rows = Custodian.objects.filter(in_force(now), people, custodian_id=entity)
    return frozenset(rows.values_list("subject_id", flat=True))


def speaks_for(entity: int, now: datetime) -> frozenset[int]:
    """Return whom an entity speaks for: itself and its wards."""
    return wards(entity, now) | {entity}


def within_told(inside: Mapping[int, Collection[int]], mine: Collection[int]) -> dict[int, Collection[int]]:
    """Return who is inside those collectives and contexts that somebody may know: it is of them itself.

    Anyone can share with any group, so having shared with it does not entitle to know who is in it."""
    owned = set(Context.objects.filter(pk__in=inside, owner_id__in=mine).values_list("pk", flat=True))
    return {one: found for one, found in inside.items() if one in owned or set(found) & set(mine)}


def relation(record: Consent, entity: int, now: datetime) -> Relation:
    """Return how an entity stands to a record."""
    mine = wards(entity, now)
    return Relation(
        grantor=record.grantor_id == entity,
        custodian=record.grantor_id in mine,
        concerned=bool(subjects(record, now) & {entity, *mine}),
        grantee=record.grantee_id == entity,
    )


def subjects(record: Consent, now: datetime) -> frozenset[int]:
    """Return the subjects a record concerns: named by its scope, or about whom a memory in its reach is."""
    match record.scope:
        case "subject":
            return frozenset(filter(None, [record.scope_entity_id]))
        case "memory":
            memory = record.scope_memory
            return frozenset(memory.label.subjects) if memory is not None else frozenset()
        case "ctx":
            about = _about(Label.objects.filter(context_id=record.scope_entity_id))
            return about & speaks_for(record.grantor_id, now)
    return frozenset()


def _about(labels: Iterable[Label]) -> frozenset[int]:
    return frozenset(subject for label in labels for subject in label.subjects)


def party_to_memory(memory: Memory, ids: Collection[int]) -> bool:
    """Tell whether one of the ids owns a memory, told it or is its subject, and so may be asked about it."""
    label = memory.label
    return bool({label.owner_id, label.source_id, *label.subjects} & set(ids))
