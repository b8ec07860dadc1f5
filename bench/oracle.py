"""Who may see what at which tier, worked out by the reference of the tests from the rows as they are.

The reference (tests/reference) is written from the law alone and imports nothing of the product; this file
only hands it the rows. Labels stand for the memories that carry them.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import F

from consent.models import Consent, Label, LabelGrant, Memory, TrustRelationship
from consent.queries.policies import current_policy
from profiles.models import Custodian, Membership, Principal
from tests.reference import decide, disclosure

Plain = dict[str, Any]
SERVED = {"full": 4, "partial": 1, "summary": 1, "metadata": 1, "hint": 0}


def world() -> Plain:
    """Return the rows of this installation as the reference reads them, contexts left out."""
    people = {row.pk: row for row in Principal.objects.all()}
    names = {pk: row.entity_id for pk, row in people.items()}
    return {
        "entities": {row.entity_id: {"held": row.held, "active": row.active} for row in people.values()},
        "memberships": _pairs(Membership, "collective", "member", names),
        "custodians": _pairs(Custodian, "subject", "custodian", names),
        "contexts": {},
        "sessions": {},
        "consents": [_consent(row, names) for row in Consent.objects.filter(status__in=("active", "denied"))],
        "trust": [
            {
                "owner": names[row.owner_id],
                "accessor": names[row.accessor_id],
                "context": None,
                "base_trust": row.base_trust,
                "strict_mode": row.strict_mode,
            }
            for row in TrustRelationship.objects.all()
        ],
        "policy": current_policy().settings,
        "memories": _memories(names),
    }


def _pairs(model: Any, left: str, right: str, names: dict[int, str]) -> list[list[Any]]:
    rows = model.objects.values_list(f"{left}_id", f"{right}_id", "since", "until")
    return [[names[one], names[two], since, until] for one, two, since, until in rows]


def _consent(row: Consent, names: dict[int, str]) -> Plain:
    scopes = {"memory": f"memory:{row.scope_memory_id}", "all": "all"}
    about = names.get(row.scope_entity_id or -1, "")
    scope = scopes.get(row.scope) or (f"subject:{about}" if row.scope == "subject" else about)
    return {
        "id": str(row.pk),
        "grantor": names[row.grantor_id],
        "grantee": names[row.grantee_id],
        "scope": scope,
        "status": row.status,
        "granted_at": row.granted_at,
        "expires_at": row.expires_at,
        "participants": [names[one] for one in row.participants],
    }


def _memories(names: dict[int, str]) -> Plain:
    """Return one memory for each label and ceiling, named as `name_of` does."""
    grants: dict[int, list[Plain]] = defaultdict(list)
    for row in LabelGrant.objects.all():
        said = {"named": row.named, "owner_agreed": row.owner_agreed}
        grants[row.label_id].append({"grantee": names[row.grantee_id], **said})
    kinds = Memory.objects.values_list("label_id", "ceiling").distinct()
    labels = Label.objects.in_bulk()
    return {
        name_of(labels[pk], ceiling): _label(labels[pk], ceiling, grants[pk], names) for pk, ceiling in kinds
    }


def name_of(label: Label, ceiling: float | None) -> str:
    """Return what a label with this ceiling is called in the world."""
    return str(label.solo_memory_id) if label.solo_memory_id else f"{label.pk}/{ceiling}"


def _label(label: Label, ceiling: float | None, grants: list[Plain], names: dict[int, str]) -> Plain:
    return {
        "owner": names[label.owner_id],
        "source": names.get(label.source_id or -1),
        "source_attested": label.source_attested,
        "subjects": [names[one] for one in label.subjects],
        "grants": grants,
        "context": None,
        "ceiling": ceiling,
        "parents": [],
    }


def visible(rows: Plain, entity: str, now: datetime) -> dict[int, int]:
    """Return the tier of every memory that an entity may see, by memory id."""
    asker = {"principal": entity, "behalf": None, "session": None, "visibility": "context"}
    tiers = {
        name: SERVED[disclosure.tier(rows, asker, name, now)]
        for name in rows["memories"]
        if decide.sees(rows, asker, name, now)
    }
    labels = Label.objects.in_bulk()
    pairs = Memory.objects.annotate(of=F("label_id")).values_list("pk", "of", "ceiling")
    found = {pk: tiers.get(name_of(labels[label], ceiling)) for pk, label, ceiling in pairs}
    return {pk: tier for pk, tier in found.items() if tier is not None}
