"""Put the reference's plain worlds into the database, many at once, under names of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from consent.models import (
    Consent,
    Context,
    ContextSession,
    Memory,
    Participant,
    Policy,
    TrustRelationship,
)
from consent.services.labels import LabelSpec, find_or_create
from consent.types import Grant
from profiles.models import Custodian, Membership, Principal
from tests.reference.decide import lineage
from tests.reference.disclosure import sound

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a world's names ended up: principals, memories with their labels, sessions by public id."""

    ids: dict[str, int]
    memories: dict[str, int]
    labels: dict[str, int]
    sessions: dict[str, str]


def store(world: Plain, number: int, now: datetime) -> Stored:
    """Insert one world; entity names get the number as a suffix, so that worlds never meet."""
    ids = _entities(world, number, now)
    _belonging(world, ids)
    _contexts(world, ids, now)
    memories, labels = _memories(world, ids, now)
    _consents(world, ids, memories, now)
    sessions = _sessions(world, ids, now)
    _trust(world, ids, now)
    return Stored(ids, memories, labels, sessions)


def set_policy(world: Plain, version: int, now: datetime) -> None:
    trust = world["policy"]["default_trust"]
    readable = trust is not None and trust == trust  # JSON has no NaN; both are unreadable, so 0.0
    settings = world["policy"] | {"default_trust": trust if readable else -1.0}
    Policy.objects.create(version=version, settings=settings, at=now)


def _mentioned(world: Plain) -> set[str]:
    names = set(world["entities"])
    for collective, member, *_ in world["memberships"]:
        names |= {collective, member}
    for subject, custodian, *_ in world["custodians"]:
        names |= {subject, custodian}
    for memory in world["memories"].values():
        names |= {memory["owner"], *memory["subjects"], *filter(None, [memory["source"], memory["context"]])}
        names |= {grant["grantee"] for grant in memory["grants"]}
    for consent in world["consents"]:
        names |= {consent["grantor"], consent["grantee"], *consent["participants"]}
        if consent["scope"].startswith("subject:"):
            names.add(consent["scope"].removeprefix("subject:"))
        if consent["scope"].startswith("ctx:"):
            names.add(consent["scope"])
    for row in world["trust"]:
        names |= {row["owner"], row["accessor"], *filter(None, [row["context"]])}
    for name, row in world["contexts"].items():
        names |= {name, row["owner"], *row["participants"], *row["default_access_grants"]}
        names |= {role for role in row["roles"].values() if role}
    for row in world["sessions"].values():
        names |= {row["context"], row["participant"], *filter(None, [row["role"]])}
    return names - {"*"}


def _entities(world: Plain, number: int, now: datetime) -> dict[str, int]:
    names = sorted(_mentioned(world))
    rows = []
    for name in names:
        namespace, _, rest = name.partition(":")
        row = world["entities"].get(name, {"held": False, "active": True})
        entity = f"{namespace}:{rest}~{number}"
        rows.append(
            Principal(
                entity_id=entity, namespace=namespace, name=f"{rest}~{number}", skeleton=entity,
                held=row["held"], active=row["active"], created_at=now,
            )
        )  # fmt: skip
    Principal.objects.bulk_create(rows)
    return {"*": 0, **{name: row.pk for name, row in zip(names, rows, strict=True)}}


def _belonging(world: Plain, ids: dict[str, int]) -> None:
    Membership.objects.bulk_create(
        Membership(collective_id=ids[a], member_id=ids[b], since=since, until=until)
        for a, b, since, until in world["memberships"]
    )
    Custodian.objects.bulk_create(
        Custodian(subject_id=ids[a], custodian_id=ids[b], since=since, until=until)
        for a, b, since, until in world["custodians"]
    )


def _contexts(world: Plain, ids: dict[str, int], now: datetime) -> None:
    for name, row in world["contexts"].items():
        defaults = [ids[one] for one in row["default_access_grants"]]
        Context.objects.create(
            principal_id=ids[name], owner_id=ids[row["owner"]], default_grants=defaults, created_at=now
        )
        Participant.objects.bulk_create(
            Participant(
                context_id=ids[name], principal_id=ids[one], added_at=now,
                came_at=None if one in row.get("absent", ()) else now,
                role_id=ids[row["roles"][one]] if row["roles"].get(one) else None,
            )
            for one in row["participants"]
        )  # fmt: skip


def _memories(world: Plain, ids: dict[str, int], now: datetime) -> tuple[dict[str, int], dict[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('consent_memory', 'id')) FROM generate_series(1, %s)",
            [len(world["memories"]) + 1],
        )
        *numbers, gone = [row[0] for row in cursor.fetchall()]
    by_name = dict(zip(world["memories"], numbers, strict=True))
    specs = {
        name: _spec(row, ids, by_name[name], [by_name.get(parent, gone) for parent in row["parents"]])
        for name, row in world["memories"].items()
    }
    labels = find_or_create(list(specs.values()))
    Memory.objects.bulk_create(
        Memory(
            pk=by_name[name], owner_id=ids[row["owner"]], label_id=labels[specs[name]],
            kind="raw", content="-",
            ceiling=stamped(world, name) if row["parents"] else row["ceiling"],
            created_at=now, updated_at=now,
        )
        for name, row in world["memories"].items()
    )  # fmt: skip
    return by_name, {name: labels[spec] for name, spec in specs.items()}


def stamped(world: Plain, memory: str) -> float:
    """Return the ceiling a write keeps: the lowest of a memory's own and all its sources'."""
    labels = [label for label in lineage(world, memory) if label]
    return min(sound(label["ceiling"]) for label in labels)


def _spec(row: Plain, ids: dict[str, int], memory: int, parents: list[int]) -> LabelSpec:
    source: str | None = row["source"] if row["source"] != row["owner"] else None
    return LabelSpec(
        owner=ids[row["owner"]],
        source=ids[source] if source else None,
        source_attested=row["source_attested"],
        relayed=source is not None and source.startswith("si:"),
        subjects=tuple(sorted(ids[one] for one in row["subjects"])),
        grants=tuple(Grant(ids[g["grantee"]], g["named"], g["owner_agreed"]) for g in row["grants"]),
        context=ids[row["context"]] if row["context"] else None,
        solo=memory,
        parents=tuple(parents),
    )


def _consents(world: Plain, ids: dict[str, int], memories: dict[str, int], now: datetime) -> None:
    for row in world["consents"]:
        kind, _, target = row["scope"].partition(":")
        if kind == "memory" and target not in memories:
            continue
        Consent.objects.create(
            grantor_id=ids[row["grantor"]],
            grantee_id=ids[row["grantee"]],
            scope=kind,
            scope_memory_id=memories[target] if kind == "memory" else None,
            scope_entity_id={"subject": ids.get(target), "ctx": ids.get(row["scope"])}.get(kind),
            status=row["status"],
            granted_at=row["granted_at"],
            expires_at=row["expires_at"],
            participants=[ids[one] for one in row["participants"]],
            created_at=now,
        )


def _sessions(world: Plain, ids: dict[str, int], now: datetime) -> dict[str, str]:
    found = {}
    for name, row in world["sessions"].items():
        session = ContextSession.objects.create(
            context_id=ids[row["context"]], participant_id=ids[row["participant"]],
            role_id=ids[row["role"]] if row["role"] else None, entered_at=now,
            expires_at=row["expires_at"], left_at=now if row["closed"] else None,
        )  # fmt: skip
        found[name] = "ctxs_" + session.public_id.hex
    return found


def _trust(world: Plain, ids: dict[str, int], now: datetime) -> None:
    for row in world["trust"]:
        TrustRelationship.objects.create(
            owner_id=ids[row["owner"]], accessor_id=ids[row["accessor"]],
            context_id=ids[row["context"]] if row["context"] else None,
            base_trust=row["base_trust"], strict_mode=row["strict_mode"], last_updated=now,
        )  # fmt: skip
