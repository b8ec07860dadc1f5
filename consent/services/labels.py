"""Labels: found or made by their digest, and moved when a memory's grants, subjects or consents change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from consent.models import Label as LabelRow
from consent.models import LabelGrant, Memory, Rendering
from consent.rules.audience import coded
from consent.services.batches import as_json
from consent.types import Grant
from profiles.queries.prepared import ask


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

    def with_subjects(self, added: Collection[int]) -> LabelSpec:
        """Return the label with more subjects; the owner alone does not displace a source's say."""
        if self.source is not None and not self.subjects and set(added) <= {self.owner}:
            return self
        return replace(self, subjects=tuple(sorted({*self.subjects, *added})))

    def without(self, grantee: int) -> LabelSpec:
        """Return the label without its grant to this grantee."""
        return replace(self, grants=tuple(grant for grant in self.grants if grant.grantee != grantee))


def spec_of(label: LabelRow) -> LabelSpec:
    """Return what a stored label says."""
    return _spec(label, _granted([label.pk]).get(label.pk, ()))


def specs_of(labels: Collection[int]) -> dict[int, LabelSpec]:
    """Return what stored labels say, by number, in two statements however many they are."""
    granted = _granted(labels)
    return {row.pk: _spec(row, granted.get(row.pk, ())) for row in LabelRow.objects.filter(pk__in=labels)}


def _granted(labels: Collection[int]) -> dict[int, list[Grant]]:
    found: dict[int, list[Grant]] = {}
    rows = LabelGrant.objects.filter(label__in=labels).order_by("id")
    for row in rows:
        found.setdefault(row.label_id, []).append(Grant(row.grantee_id, row.named, row.owner_agreed))
    return found


def _spec(label: LabelRow, grants: Sequence[Grant]) -> LabelSpec:
    return LabelSpec(
        owner=label.owner_id,
        source=label.source_id,
        source_attested=label.source_attested,
        relayed=label.relayed,
        subjects=tuple(label.subjects),
        grants=tuple(grants),
        context=label.context_id,
        solo=label.solo_memory_id,
        parents=tuple(label.parents),
    )


_FIND = "SELECT digest, id FROM consent_label WHERE digest = ANY (%s::bytea[])"
# In one order everywhere, so that two writers of the same labels never wait for each other in a circle.
_MAKE = """
WITH made AS (
    INSERT INTO consent_label
        (digest, owner_id, source_id, source_attested, relayed, subjects, context_id, solo_memory_id, parents)
    SELECT digest, owner, source, source_attested, relayed, subjects, context, solo, parents
    FROM json_to_recordset(%(rows)s::json) AS l(digest bytea, owner bigint, source bigint,
        source_attested boolean, relayed boolean, subjects bigint[], context bigint, solo bigint,
        parents bigint[])
    ORDER BY digest
    ON CONFLICT (digest) DO NOTHING RETURNING digest, id
), granted AS (
    INSERT INTO consent_labelgrant (label_id, grantee_id, named, owner_agreed)
    SELECT made.id, g.grantee, g.named, g.owner_agreed
    FROM json_to_recordset(%(rows)s::json) AS l(digest bytea, grants json)
    JOIN made ON made.digest = l.digest, LATERAL ROWS FROM (
        json_to_recordset(l.grants) AS (grantee bigint, named boolean, owner_agreed boolean)
    ) WITH ORDINALITY AS g(grantee, named, owner_agreed, place)
    ORDER BY made.id, g.place
)
SELECT digest, id FROM made
"""


def find_or_create(specs: Collection[LabelSpec]) -> dict[LabelSpec, int]:
    """Return the id of each label, making those that are new; safe against the same label made at once."""
    digests = {spec: spec.digest() for spec in set(specs)}
    found = _run(_FIND, [list(digests.values())])
    missing = {spec: digest for spec, digest in digests.items() if digest not in found}
    if missing:
        found |= _run(_MAKE, {"rows": as_json([_values(spec, digest) for spec, digest in missing.items()])})
    lost = [digest for digest in missing.values() if digest not in found]
    if lost:  # somebody else made them meanwhile
        found |= _run(_FIND, [lost])
    return {spec: found[digest] for spec, digest in digests.items()}


def _run(sql: str, values: list[Any] | dict[str, Any]) -> dict[bytes, int]:
    return {bytes(digest): label for digest, label in ask(sql, values)}


def _values(spec: LabelSpec, digest: bytes) -> dict[str, Any]:
    return {
        "digest": digest,
        "owner": spec.owner,
        "source": spec.source,
        "source_attested": spec.source_attested,
        "relayed": spec.relayed,
        "subjects": sorted(spec.subjects),
        "context": spec.context,
        "solo": spec.solo,
        "parents": sorted(spec.parents),
        "grants": [asdict(grant) for grant in spec.grants],
    }


def relabel(memory: Memory, spec: LabelSpec) -> None:
    """Move a memory, locked by the caller, and its renderings under another label and its audience."""
    memory.label_id = find_or_create([spec])[spec]
    memory.save(update_fields=["label_id"])
    grantees = [grant.grantee for grant in spec.grants]
    for rendering in Rendering.objects.filter(memory=memory).only("id", "tier", "ceiling_tier"):
        Rendering.objects.filter(pk=rendering.pk).update(
            label_id=memory.label_id,
            audience=coded(spec.owner, grantees, rendering.tier, rendering.ceiling_tier),
            subjects=list(spec.subjects) if rendering.tier == 4 else [],
        )


def isolate(memory_id: int) -> None:
    """Give a memory a label of its own, so that a consent for it alone can count; does nothing twice."""
    memory = Memory.objects.select_for_update().select_related("label").get(pk=memory_id)
    spec = spec_of(memory.label)
    if spec.solo != memory.pk:
        relabel(memory, replace(spec, solo=memory.pk))
