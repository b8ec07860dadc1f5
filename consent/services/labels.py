"""Labels: found or made by their digest, and moved under a memory when its grants, subjects or consents change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection

from consent.models import Label as LabelRow
from consent.models import LabelGrant, Memory, Rendering
from consent.rules.audience import coded
from consent.types import Grant
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class LabelSpec:
    """What makes two labels the same; subjects, grants and parents are sorted."""

    owner: int
    source: int | None
    source_attested: bool
    relayed: bool
    subjects: tuple[int, ...]
    grants: tuple[Grant, ...]
    context: int | None
    solo: int | None
    parents: tuple[int, ...] = ()

    def digest(self) -> bytes:
        """Return the SHA-256 over all of it, as the unique key of the row."""
        grants = sorted([grant.grantee, grant.named, grant.owner_agreed] for grant in self.grants)
        parts = [
            self.owner, self.source, self.source_attested, self.relayed, sorted(self.subjects), grants,
            self.context, self.solo, sorted(self.parents),
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(parts).encode()).digest()

    def with_grant(self, grant: Grant) -> LabelSpec:
        """Return the label with this grant in place of any to the same grantee."""
        return replace(self, grants=(*self.without(grant.grantee).grants, grant))

    def without(self, grantee: int) -> LabelSpec:
        """Return the label without its grant to this grantee."""
        return replace(self, grants=tuple(grant for grant in self.grants if grant.grantee != grantee))


def spec_of(label: LabelRow) -> LabelSpec:
    """Return what a stored label says."""
    grants = LabelGrant.objects.filter(label=label).order_by("id").values_list("grantee_id", "named", "owner_agreed")
    return LabelSpec(
        owner=label.owner_id,
        source=label.source_id,
        source_attested=label.source_attested,
        relayed=label.relayed,
        subjects=tuple(label.subjects),
        grants=tuple(Grant(*grant) for grant in grants),
        context=label.context_id,
        solo=label.solo_memory_id,
        parents=tuple(label.parents),
    )


_FIND = "SELECT digest, id FROM consent_label WHERE digest = ANY (%s)"
_MAKE = """
INSERT INTO consent_label
    (digest, owner_id, source_id, source_attested, relayed, subjects, context_id, solo_memory_id, parents)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (digest) DO NOTHING RETURNING id
"""


def find_or_create(specs: Collection[LabelSpec]) -> dict[LabelSpec, int]:
    """Return the id of each label, making those that are new; safe against the same label made at once."""
    by_digest = {spec.digest(): spec for spec in specs}
    found = _find(by_digest)
    missing = [spec for digest, spec in by_digest.items() if spec not in found]
    if missing:
        _make(missing)
        found = _find(by_digest)
    return {spec: found[by_digest[spec.digest()]] for spec in specs}


def _find(by_digest: dict[bytes, LabelSpec]) -> dict[LabelSpec, int]:
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [list(by_digest)])
        return {by_digest[bytes(digest)]: label for digest, label in cursor.fetchall()}


def _make(specs: Iterable[LabelSpec]) -> None:
    ordered = sorted(specs, key=LabelSpec.digest)  # one order everywhere, so that two writers never deadlock
    grants: list[tuple[int, int, bool, bool]] = []
    with connection.cursor() as cursor:
        for spec in ordered:
            cursor.execute(_MAKE, _values(spec))
            row = cursor.fetchone()
            if row is not None:
                grants.extend((row[0], grant.grantee, grant.named, grant.owner_agreed) for grant in spec.grants)
        if grants:
            cursor.executemany(
                "INSERT INTO consent_labelgrant (label_id, grantee_id, named, owner_agreed) VALUES (%s, %s, %s, %s)",
                grants,
            )


def _values(spec: LabelSpec) -> list[object]:
    return [
        spec.digest(), spec.owner, spec.source, spec.source_attested, spec.relayed, sorted(spec.subjects),
        spec.context, spec.solo, sorted(spec.parents),
    ]  # fmt: skip


def relabel(memory: Memory, spec: LabelSpec) -> None:
    """Move a memory, locked by the caller, and its renderings under another label, with the audience that follows."""
    memory.label_id = find_or_create([spec])[spec]
    memory.save(update_fields=["label_id"])
    grantees = [grant.grantee for grant in spec.grants]
    for rendering in Rendering.objects.filter(memory=memory).only("id", "tier", "ceiling_tier"):
        Rendering.objects.filter(pk=rendering.pk).update(
            label_id=memory.label_id,
            audience=coded(spec.owner, grantees, rendering.tier, rendering.ceiling_tier),
            subjects=list(spec.subjects) if rendering.tier == 4 else [],
        )


def isolate(memory_id: int, *, by: Caller, now: datetime) -> None:
    """Give a memory a label of its own, so that a consent for it alone can count; does nothing twice."""
    memory = Memory.objects.select_for_update().select_related("label").get(pk=memory_id)
    spec = spec_of(memory.label)
    if spec.solo != memory.pk:
        relabel(memory, replace(spec, solo=memory.pk))
