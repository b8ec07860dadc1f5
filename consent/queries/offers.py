"""Consents that show nothing yet, as nobody granted: the owner of what they cover is offered to."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from consent.models import Consent, Memory
from profiles.queries.prepared import ask
from profiles.types import EVERYONE_ID

# The consents that are live, with the labels of one owner they cover and no grant opens to whom they name.
_OPEN: Final = f"""
FROM consent_consent c JOIN consent_label l ON l.owner_id = %s AND c.grantee_id <> l.owner_id AND (
    (c.scope = 'subject' AND c.scope_entity_id = ANY (l.subjects))
    OR (c.scope = 'ctx' AND c.scope_entity_id = l.context_id)
    OR (c.scope = 'memory' AND c.scope_memory_id = l.solo_memory_id)
    OR (c.scope = 'all' AND (c.grantor_id = ANY (l.subjects)
        OR (l.subjects = '{{}}' AND c.grantor_id = l.source_id))))
WHERE c.status = 'active' AND c.granted_at <= %s AND (c.expires_at IS NULL OR c.expires_at > %s)
  AND NOT EXISTS (SELECT 1 FROM consent_labelgrant g
    WHERE g.label_id = l.id AND g.grantee_id IN (c.grantee_id, {EVERYONE_ID}))"""
_HELD: Final = "EXISTS (SELECT 1 FROM consent_memory m WHERE m.label_id = l.id AND m.state = 'active')"
MOST: Final = 100


def offered(owner: int, now: datetime) -> QuerySet[Consent]:
    """Return the live consents that would open a memory of an owner's, were it granted to whom they name."""
    found = ask(f"SELECT DISTINCT c.id {_OPEN} AND {_HELD}", [owner, now, now])
    return Consent.objects.select_related("scope_memory").filter(pk__in=[one for (one,) in found])


def openable(consents: Collection[int], owner: int, now: datetime) -> dict[int, list[Memory]]:
    """Return by consent the owner's memories it would open, the newest first, at most a hundred of each."""
    labels: dict[int, list[int]] = {}
    for consent, label in ask(
        f"SELECT c.id, l.id {_OPEN} AND c.id = ANY (%s)", [owner, now, now, sorted(consents)]
    ):
        labels.setdefault(consent, []).append(label)
    rows = Memory.objects.only("public_id", "kind", "created_at", "label_id").filter(state="active")
    return {
        consent: list(rows.filter(label_id__in=found).order_by("-pk")[:MOST])
        for consent, found in labels.items()
    }
