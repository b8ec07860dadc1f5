"""Consents of a whole export: the administrator's word, whatever the file says they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from consent.models import Consent, MemoryVersion
from consent.moving.own_lines import AGREED
from consent.moving.restored_names import registered
from consent.moving.shape import ConsentLine
from consent.moving.tally import Tally
from consent.services.consent_records import STANDING
from memory_admin.http.problem import Problem, conflict
from profiles.types import Caller

if TYPE_CHECKING:
    from consent.moving.restored_rows import Row

ANOTHERS: Final = "A consent of this id is here and belongs to another memory."
TWICE: Final = "Two of its consents have one id, or stand for the same agreement."
_TIMES: Final = ("requested_at", "granted_at", "expires_at", "denied_at", "revoked_at", "created_at")
Plain = dict[str, Any]


def names_in(line: Plain) -> set[str]:
    """Return whom a line of a consent names."""
    return {line["grantee"], *parties_in(line)}


def parties_in(line: Plain) -> set[str]:
    """Return whom a line of a consent names but its grantee, who may be everyone."""
    alone = ("grantor", "scope_entity", "recorded_by", "asked_by", "decided_by")
    return {one for one in (*(line[name] for name in alone), *line["participants"]) if one}


def consent_of(line: Plain, ids: Mapping[str, int]) -> Consent:
    """Return a consent as the administrator's word: what the file says of it is kept, not believed."""
    return Consent(
        public_id=UUID(hex=line["id"].partition("_")[2]),
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


def own_grants(agreed: Sequence[Plain], line: Plain, ids: Mapping[str, int], admin: Caller) -> list[Consent]:
    """Return what stands for an owner's own acts of granting, where no word of its own stands already."""
    owner = line["owner"]
    said = {
        one["grantee"] for one in line["consents"] if one["grantor"] == owner and one["status"] in STANDING
    }
    return [_own_grant(one, line, ids, admin) for one in agreed if one["grantee"] not in said]


def _own_grant(grant: Plain, line: Plain, ids: Mapping[str, int], admin: Caller) -> Consent:
    """Return what stands for an owner's own act of granting: the administrator's word that it was one."""
    at = line["updated_at"]
    return Consent(
        public_id=uuid4(), grantor_id=ids[line["owner"]], grantee_id=ids[grant["grantee"]], status="active",
        evidence="admin", stated_evidence=AGREED, granted_at=at, created_at=at,
        recorded_by=admin.principal_id, decided_by=admin.principal_id,
    )  # fmt: skip


def versions_and_consents(rows: Sequence[Row]) -> None:
    """Store what comes with memories that are stored."""
    MemoryVersion.objects.bulk_create([one for row in rows for one in row.versions])
    Consent.objects.bulk_create([one for row in rows for one in row.consents])


def taken(consents: Sequence[Consent]) -> set[UUID]:
    """Return which ids of these consents other records have."""
    wanted = [one.public_id for one in consents]
    return set(Consent.objects.filter(public_id__in=wanted).values_list("public_id", flat=True))


def contradicts_itself(consents: Sequence[Consent]) -> bool:
    """Tell whether two consents of one memory have an id, or an agreement, between them."""
    ids = {one.public_id for one in consents}
    standing = [(one.grantor_id, one.grantee_id) for one in consents if one.status in STANDING]
    return len(ids) < len(consents) or len(set(standing)) < len(standing)


def put_around(lines: Sequence[Plain], *, admin: Caller, reason: str, tally: Tally) -> None:
    """Store the consents that are about no single memory; those that are here stay as they are here."""
    for line in lines:
        try:
            read = ConsentLine.check({name: value for name, value in line.items() if name != "type"})
        except Problem as wrong:
            tally.wrong(str(line.get("id"))[:40], wrong)
            continue
        if taken([Consent(public_id=UUID(hex=read["id"].partition("_")[2]))]):
            continue
        ids = registered(names_in(read), by=admin, reason=reason, now=read["created_at"])
        row = consent_of(read, ids)
        if _stands_already(row):
            tally.wrong(
                read["id"], conflict("id_taken", "Another record stands for the same agreement here.")
            )
            continue
        row.save()
        tally.consents += 1


def _stands_already(row: Consent) -> bool:
    same = Consent.objects.filter(
        grantor_id=row.grantor_id, grantee_id=row.grantee_id, scope=row.scope,
        scope_entity_id=row.scope_entity_id, scope_memory_id=None, status__in=STANDING,
    )  # fmt: skip
    return row.status in STANDING and same.exists()
