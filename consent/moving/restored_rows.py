"""The rows that a line of a whole export was: names to principals, grants without anybody's own act."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from consent.models import Consent, Memory, MemoryVersion
from consent.moving.entries import Entry
from consent.moving.own_lines import AGREED
from consent.moving.shape import ConsentLine, MemoryLine
from consent.moving.tally import Tally
from consent.rules.provenance import lower_of, provenance_named
from consent.services.labels import LabelSpec
from consent.services.placing import identity_digest
from consent.services.renderings import language_of
from consent.types import Grant
from memory_admin.http.problem import Problem, conflict
from memory_admin.http.public_id import public_uuid
from profiles.queries.prepared import ask
from profiles.queries.principals import ids_of
from profiles.rules.entity import parse_grantee
from profiles.services.registering import register
from profiles.types import EVERYONE, Caller

_COLUMNS: Final = (
    "version", "kind", "state", "title", "content", "summary", "context_summary", "tags", "metadata",
    "redactions", "forbidden_terms", "forbidden_patterns", "prompt_instructions", "epistemic_status",
    "confidence", "importance", "application", "occurred_at", "valid_until", "created_at", "updated_at",
)  # fmt: skip
_TIMES: Final = ("requested_at", "granted_at", "expires_at", "denied_at", "revoked_at", "created_at")
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """A line that reads as a memory; `parents` are filled in once they are here."""

    entry: Entry
    line: Plain
    sources: frozenset[str]
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A memory as it was, not stored yet, with what comes with it."""

    where: str
    memory: Memory
    spec: LabelSpec
    consents: tuple[Consent, ...]
    versions: tuple[MemoryVersion, ...]
    superseded_by: str | None


def read(entry: Entry) -> Read:
    """Return the line; raises Problem for what is no memory of ours."""
    line = MemoryLine.check(entry.record)
    return Read(entry, line, frozenset(line["derived_from"]))


def uuid_in(public: str) -> UUID:
    """Return the uuid in a public id that its field has checked."""
    return UUID(hex=public.partition("_")[2])


def numbers(public_ids: Collection[str]) -> dict[str, int]:
    """Return the internal ids of memories that are here, by public id."""
    known = [uuid for one in public_ids if (uuid := public_uuid(one, "mem"))]
    rows = Memory.objects.filter(public_id__in=known).values_list("public_id", "pk")
    return {f"mem_{public.hex}": number for public, number in rows}


def already_said(memories: Sequence[Memory]) -> set[bytes]:
    """Return which identities other memories here have, or two of these share."""
    wanted = [one.identity for one in memories if one.identity is not None]
    twice = {one for one in wanted if wanted.count(one) > 1}
    rows = Memory.objects.filter(identity__in=wanted).values_list("identity", flat=True)
    return {bytes(one) for one in twice} | {bytes(one) for one in rows if one}


def rows(read: Sequence[Read], *, by: Caller, admin: Caller, reason: str, now: datetime) -> list[Row]:
    """Return the rows of lines; entities nobody knew are registered, unverified."""
    ids = _ids({name for one in read for name in _names(one.line)}, admin, reason, now)
    drawn = "SELECT nextval(pg_get_serial_sequence('consent_memory', 'id')) FROM generate_series(1, %s)"
    keys = [number for (number,) in ask(drawn, [len(read)])]
    return [_row(one, key, ids, by, admin) for one, key in zip(read, keys, strict=True)]


def _names(line: Plain) -> set[str]:
    found = {*line["subject_ids"], *(one["grantee"] for one in line["grants"])}
    found |= {line[name] for name in ("source_entity", "context", "author", "editor")}
    found |= {line["verified"]["by"]} if line["verified"] else set()
    found |= {one["editor"] for one in line["versions"]}
    found |= {name for one in line["consents"] for name in consent_names(one)}
    return {one for one in found if one}


def consent_names(line: Plain) -> set[str]:
    """Return whom a line of a consent names."""
    alone = ("grantor", "grantee", "scope_entity", "recorded_by", "asked_by", "decided_by")
    return {one for one in (*(line[name] for name in alone), *line["participants"]) if one}


def _ids(names: set[str], admin: Caller, reason: str, now: datetime) -> dict[str, int]:
    canonical = {name: str(parse_grantee(name)) for name in names}
    found = ids_of(set(canonical.values()))
    missing = set(canonical.values()) - found.keys() - {EVERYONE}
    if missing:
        made = register(missing, by=admin, now=now, reason=reason)
        found |= {entity: row.pk for entity, row in made.items()}
    return {name: found[entity] for name, entity in canonical.items()}


def _row(one: Read, key: int, ids: Mapping[str, int], by: Caller, admin: Caller) -> Row:
    line = one.line
    consents = tuple(_consent(each, ids, admin) for each in line["consents"])
    consents += tuple(_own_grant(each, line, ids, by, admin) for each in line["grants"] if each["agreed"])
    for each in consents:
        each.scope, each.scope_memory_id = "memory", key
    spec = _label(one, ids, by, key if consents else None)
    memory = _memory(line, key, ids, by)
    versions = tuple(
        MemoryVersion(
            memory_id=key, version=each["version"], at=each["at"], reason=each["reason"],
            fields=each["fields"], editor_id=ids.get(each["editor"] or ""),
        )
        for each in line["versions"]
    )  # fmt: skip
    return Row(one.entry.where, memory, spec, consents, versions, line["superseded_by"])


def _label(one: Read, ids: Mapping[str, int], by: Caller, solo: int | None) -> LabelSpec:
    line = one.line
    return LabelSpec(
        owner=by.acting_id,
        source=ids.get(line["source_entity"] or ""),
        source_attested=line["source_attested"],
        relayed=line["relayed"],
        subjects=tuple(sorted(ids[name] for name in line["subject_ids"])),
        grants=tuple(Grant(ids[g["grantee"]], not g["inherited"], False) for g in line["grants"]),
        context=ids.get(line["context"] or ""),
        solo=solo,
        parents=one.parents,
    )


def _memory(line: Plain, key: int, ids: Mapping[str, int], by: Caller) -> Memory:
    gone = line["state"] == "superseded"
    verified = line["verified"] or {"by": "", "at": None}
    level = lower_of(provenance_named(line["provenance"]), provenance_named(by.max_provenance))
    return Memory(
        pk=key,
        public_id=uuid_in(line["id"]),
        owner_id=by.acting_id,
        **{name: line[name] for name in _COLUMNS},
        location={k: v for k, v in (line["location"] or {}).items() if v},
        ceiling=line["trust"],
        provenance=level.word,
        source_type=line["source"]["type"],
        source_uri=line["source"]["uri"],
        source_message_id=line["source"]["message_id"],
        verified_by_id=ids.get(verified["by"]),
        verified_at=verified["at"],
        language=language_of(line["title"], line["content"]),
        identity=None if gone else identity_digest(by.acting_id, line["kind"], line["content"]),
        author_id=ids.get(line["author"] or ""),
        editor_id=ids.get(line["editor"] or ""),
    )


def _consent(line: Plain, ids: Mapping[str, int], admin: Caller) -> Consent:
    """Return a consent as the administrator's word: what the file says of it is kept, not believed."""
    return Consent(
        public_id=uuid_in(line["id"]),
        grantor_id=ids[line["grantor"]],
        grantee_id=ids[line["grantee"]],
        scope=line["scope"],
        scope_entity_id=ids.get(line["scope_entity"] or ""),
        purpose=line["purpose"],
        status=line["status"],
        evidence="admin" if line["evidence"] else None,
        stated_evidence=line["evidence"],
        reason=line["reason"],
        participants=[ids[name] for name in line["participants"]],
        recorded_by=ids.get(line["recorded_by"] or ""),
        asked_by=ids.get(line["asked_by"] or ""),
        decided_by=ids.get(line["decided_by"] or ""),
        **{name: line[name] for name in _TIMES},
    )


def _own_grant(grant: Plain, line: Plain, ids: Mapping[str, int], by: Caller, admin: Caller) -> Consent:
    """Return what stands for an owner's own act of granting: the administrator's word that it was one."""
    at = line["updated_at"]
    return Consent(
        public_id=uuid4(), grantor_id=by.acting_id, grantee_id=ids[grant["grantee"]], status="active",
        evidence="admin", stated_evidence=AGREED, granted_at=at, created_at=at,
        recorded_by=admin.principal_id, decided_by=admin.principal_id,
    )  # fmt: skip


def versions_and_consents(rows: Sequence[Row]) -> None:
    """Store what comes with memories that are stored; raises 409 where a consent's id is taken."""
    _free([one for row in rows for one in row.consents])
    MemoryVersion.objects.bulk_create([one for row in rows for one in row.versions])
    Consent.objects.bulk_create([one for row in rows for one in row.consents])


def _free(consents: Sequence[Consent]) -> None:
    if Consent.objects.filter(public_id__in=[one.public_id for one in consents]).exists():
        raise conflict("id_taken", "A consent of this id is here and belongs to another memory.")


def consents_around(lines: Sequence[Plain], *, admin: Caller, reason: str, tally: Tally) -> None:
    """Store the consents that are about no single memory; those that are here stay as they are here."""
    for line in lines:
        try:
            read = ConsentLine.check({name: value for name, value in line.items() if name != "type"})
        except Problem as wrong:
            tally.wrong(str(line.get("id"))[:40], wrong)
            continue
        if Consent.objects.filter(public_id=uuid_in(read["id"])).exists():
            continue
        ids = _ids(consent_names(read), admin, reason, read["created_at"])
        row = _consent(read, ids, admin)
        if _stands_already(row):
            tally.wrong(
                read["id"], conflict("id_taken", "Another record stands for the same agreement here.")
            )
            continue
        row.save()
        tally.consents += 1


def _stands_already(row: Consent) -> bool:
    standing = ("requested", "active", "denied")
    same = Consent.objects.filter(
        grantor_id=row.grantor_id, grantee_id=row.grantee_id, scope=row.scope,
        scope_entity_id=row.scope_entity_id, scope_memory_id=None, status__in=standing,
    )  # fmt: skip
    return row.status in standing and same.exists()
