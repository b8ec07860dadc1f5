"""The rows that a line of a whole export was: names to principals, grants without anybody's own act."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from consent.models import Consent, Memory, MemoryVersion
from consent.moving import restored_consents
from consent.moving.entries import Entry
from consent.moving.restored_names import require_entities
from consent.moving.shape import MemoryLine
from consent.rules.formats.reading import Unreadable
from consent.rules.provenance import lower_of, provenance_named
from consent.services.affording import require_affordable
from consent.services.labels import LabelSpec
from consent.services.placing import identity_digest, require_plain
from consent.services.renderings import language_of
from consent.types import Grant
from memory_admin.http.public_id import public_uuid
from profiles.queries.prepared import ask
from profiles.rules.entity import parse_entity
from profiles.types import Caller

_COLUMNS: Final = (
    "version", "kind", "state", "title", "content", "summary", "context_summary", "tags", "metadata",
    "redactions", "forbidden_terms", "forbidden_patterns", "prompt_instructions", "epistemic_status",
    "confidence", "importance", "application", "occurred_at", "valid_until", "created_at", "updated_at",
)  # fmt: skip
_DRAWN: Final = "SELECT nextval(pg_get_serial_sequence('consent_memory', 'id')) FROM generate_series(1, %s)"
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
    """A memory as it was, not stored yet, with what comes with it; `granted` counts its owner's acts."""

    where: str
    memory: Memory
    spec: LabelSpec
    consents: tuple[Consent, ...]
    versions: tuple[MemoryVersion, ...]
    superseded_by: str | None
    granted: int


@dataclass(frozen=True, slots=True)
class _Hand:
    """By whom rows are made: names in ids, the importer, who answers for it, and how grants come.

    `own_acts`: an owner's own grant comes back as one, not as a consent that stands for it."""

    ids: Mapping[str, int]
    by: Caller
    admin: Caller
    own_acts: bool


def read(entry: Entry) -> Read:
    """Return the line; raises Problem or Unreadable for what no write would take."""
    line = MemoryLine.check(entry.record)
    require_entities(_parties_in(line))
    if line["context"] and parse_entity(line["context"]).namespace != "ctx":
        raise Unreadable("context", "Must be a ctx: entity.")
    require_plain(line["metadata"])
    said = ("content", "redactions", "forbidden_patterns")
    require_affordable(Memory(**{name: line[name] for name in said}))
    return Read(entry, line, frozenset(line["derived_from"]))


def uuid_in(public: str) -> UUID:
    """Return the uuid in a public id that its field has checked."""
    return UUID(hex=public.partition("_")[2])


def numbers(public_ids: Collection[str]) -> dict[str, int]:
    """Return the internal ids of memories that are here, by public id."""
    known = [uuid for one in public_ids if (uuid := public_uuid(one, "mem"))]
    rows = Memory.objects.filter(public_id__in=known).values_list("public_id", "pk")
    return {f"mem_{public.hex}": number for public, number in rows}


def owned(public_ids: Collection[str]) -> dict[tuple[int, str], int]:
    """Return the internal ids of memories that are here, by owner and public id."""
    rows = Memory.objects.filter(public_id__in=[uuid_in(one) for one in public_ids])
    found = rows.values_list("owner_id", "public_id", "pk")
    return {(owner, f"mem_{public.hex}"): number for owner, public, number in found}


def already_said(memories: Sequence[Memory]) -> set[bytes]:
    """Return which identities other memories here have, or two of these share."""
    wanted = [one.identity for one in memories if one.identity is not None]
    twice = {one for one in wanted if wanted.count(one) > 1}
    rows = Memory.objects.filter(identity__in=wanted).values_list("identity", flat=True)
    return {bytes(one) for one in twice} | {bytes(one) for one in rows if one}


def rows(
    read: Sequence[Read], *, ids: Mapping[str, int], by: Caller, admin: Caller, own_acts: bool
) -> list[Row]:
    """Return the rows of lines, with whom they name in ids."""
    hand = _Hand(ids, by, admin, own_acts)
    return [_row(one, key, hand) for one, key in zip(read, _drawn(len(read)), strict=True)]


def _drawn(count: int) -> list[int]:
    """Return numbers that no memory has or will have otherwise."""
    return [number for (number,) in ask(_DRAWN, [count])] if count else []


def names_in(line: Plain) -> set[str]:
    """Return whom a line of a memory names."""
    grantees = {one["grantee"] for name in ("grants", "consents") for one in line[name]}
    return grantees | _parties_in(line)


def _parties_in(line: Plain) -> set[str]:
    """Return whom a line names but grantees, who may be everyone."""
    found = {line[name] for name in ("owner", "source_entity", "context", "author", "editor")}
    found |= {line["verified"]["by"]} if line["verified"] else set()
    found |= {*line["subject_ids"], *(one["editor"] for one in line["versions"])}
    found |= {name for one in line["consents"] for name in restored_consents.parties_in(one)}
    return {one for one in found if one}


def _row(one: Read, key: int, hand: _Hand) -> Row:
    line, ids = one.line, hand.ids
    agreed = [each for each in line["grants"] if each["agreed"]]
    consents = [restored_consents.consent_of(each, ids) for each in line["consents"]]
    if not hand.own_acts:
        consents += restored_consents.own_grants(agreed, line, ids, hand.admin)
    for each in consents:
        each.scope, each.scope_memory_id = "memory", key
    versions = tuple(
        MemoryVersion(
            memory_id=key, version=each["version"], at=each["at"], reason=each["reason"],
            fields=each["fields"], editor_id=ids.get(each["editor"] or ""),
        )
        for each in line["versions"]
    )  # fmt: skip
    spec = _label(one, hand, key if consents else None)
    granted = len(agreed) if hand.own_acts else 0
    memory = _memory(line, key, ids, hand.by)
    return Row(one.entry.where, memory, spec, tuple(consents), versions, line["superseded_by"], granted)


def _label(one: Read, hand: _Hand, solo: int | None) -> LabelSpec:
    line, ids = one.line, hand.ids
    return LabelSpec(
        owner=ids[line["owner"]],
        source=ids.get(line["source_entity"] or ""),
        source_attested=line["source_attested"],
        relayed=line["relayed"],
        subjects=tuple(sorted(ids[name] for name in line["subject_ids"])),
        grants=tuple(
            Grant(ids[each["grantee"]], not each["inherited"], hand.own_acts and each["agreed"])
            for each in line["grants"]
        ),
        context=ids.get(line["context"] or ""),
        solo=solo,
        # What is made of something that is gone stays hidden: its source is a number that nothing has.
        parents=tuple(sorted((*one.parents, *_drawn(line["sources_gone"])))),
    )


def _memory(line: Plain, key: int, ids: Mapping[str, int], by: Caller) -> Memory:
    gone, owner = line["state"] == "superseded", ids[line["owner"]]
    verified = line["verified"] or {"by": "", "at": None}
    level = lower_of(provenance_named(line["provenance"]), provenance_named(by.max_provenance))
    return Memory(
        pk=key,
        public_id=uuid_in(line["id"]),
        owner_id=owner,
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
        identity=None if gone else identity_digest(owner, line["kind"], line["content"]),
        findings=[[each["field"], each["start"], each["end"], each["kind"]] for each in line["findings"]],
        author_id=ids.get(line["author"] or ""),
        editor_id=ids.get(line["editor"] or ""),
    )
