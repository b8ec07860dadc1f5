"""Consents that show nothing yet, as nobody granted: the owner of what they cover is offered to.

Anybody can write about anybody, so an owner is told only of consents between those it may know of: others'
agreements are none of its business, though they cover what it remembers. Whether a grant opens anything is
decided when it is made, as with any.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from consent.models import Consent, Memory
from consent.queries.knowing import known_among
from profiles.queries.prepared import ask
from profiles.types import EVERYONE_ID, Caller

# The consents that are live, with the memories of one owner they cover and no grant opens to whom they name.
_COVERED: Final = f"""
FROM consent_consent c JOIN consent_label l ON l.owner_id = %s AND c.grantee_id <> l.owner_id AND (
    (c.scope = 'subject' AND c.scope_entity_id = ANY (l.subjects))
    OR (c.scope = 'ctx' AND c.scope_entity_id = l.context_id)
    OR (c.scope = 'memory' AND c.scope_memory_id = l.solo_memory_id)
    OR (c.scope = 'all' AND (c.grantor_id = ANY (l.subjects)
        OR (l.subjects = '{{}}' AND c.grantor_id = l.source_id))))
JOIN consent_memory m ON m.label_id = l.id AND m.state = 'active'
WHERE c.status = 'active' AND c.granted_at <= %s AND (c.expires_at IS NULL OR c.expires_at > %s)
  AND NOT EXISTS (SELECT 1 FROM consent_labelgrant g
    WHERE g.label_id = l.id AND g.grantee_id IN (c.grantee_id, {EVERYONE_ID}))"""
_OFFERED: Final = f"SELECT DISTINCT c.id, c.grantor_id, c.grantee_id {_COVERED}"
MOST: Final = 100
_OPENED: Final = f"""
SELECT consent, memory FROM (
    SELECT c.id AS consent, m.id AS memory, row_number() OVER (PARTITION BY c.id ORDER BY m.id DESC) AS place
    {_COVERED} AND c.id = ANY (%s)) AS found
WHERE place <= {MOST} ORDER BY consent, memory DESC"""


def offered(by: Caller, now: datetime) -> QuerySet[Consent]:
    """Return the live consents between those an owner may know of that cover a memory it did not share so."""
    found = ask(_OFFERED, [by.acting_id, now, now])
    known = known_among({one for _, *parties in found for one in parties}, by, now)
    ids = [consent for consent, *parties in found if known.issuperset(parties)]
    return Consent.objects.select_related("scope_memory").filter(pk__in=ids)


def openable(consents: Collection[int], owner: int, now: datetime) -> dict[int, list[Memory]]:
    """Return by consent the owner's memories it covers, the newest first, at most a hundred of each."""
    pairs = ask(_OPENED, [owner, now, now, sorted(consents)])
    rows = Memory.objects.only("public_id", "kind", "created_at").in_bulk({memory for _, memory in pairs})
    found: dict[int, list[Memory]] = {}
    for consent, memory in pairs:
        found.setdefault(consent, []).append(rows[memory])
    return found
