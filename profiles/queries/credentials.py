"""Reading a presented token: the credential, its principal and whom it acts for, in one statement."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from profiles.queries.prepared import ask
from profiles.rules.claims import Claim
from profiles.rules.credentials import why_stopped
from profiles.rules.tokens import Token

_LIVE = "{0}.active AND NOT {0}.held AND {0}.merged_into_id IS NULL"
# Found by the digest: nobody can steer a SHA-256, so the index tells nothing about the secret.
_SQL = f"""
SELECT c.id, c.prefix, c.digest, coalesce(c.lineage_id, c.id), c.scopes, c.max_provenance, c.source_types,
       c.act_as, c.providers, c.context_required, c.application, c.expires_at, c.paused_at, c.revoked_at,
       p.id, p.entity_id, p.namespace, {_LIVE.format("p")} AND p.verified_at IS NOT NULL,
       a.id, a.entity_id, {_LIVE.format("a")},
       b.id, b.entity_id, b.namespace, {_LIVE.format("b")} AND b.verified_at IS NOT NULL
FROM profiles_credential c
JOIN profiles_principal p ON p.id = c.principal_id
LEFT JOIN profiles_principal a ON a.entity_id = %(acting)s AND a.id <> 0
LEFT JOIN profiles_principal b ON b.id <> 0 AND b.id = coalesce(
    (SELECT id FROM profiles_principal WHERE entity_id = %(principal)s),
    (SELECT principal_id FROM profiles_externalidentity
     WHERE provider = %(provider)s AND external_id = %(external_id)s))
WHERE c.digest = %(digest)s
"""


@dataclass(frozen=True, slots=True)
class Named:
    """A principal a request names beside its own: the id, and whether it may be asked for at all."""

    id: int
    entity: str
    live: bool
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class Presented:
    """A token that exists, as stored; nothing here says yet that it may be used."""

    credential_id: int
    lineage_id: int
    scopes: frozenset[str]
    max_provenance: str
    source_types: tuple[str, ...]
    act_as: tuple[int, ...]
    providers: tuple[str, ...]
    context_required: bool
    application: str
    expires_at: datetime | None
    paused_at: datetime | None
    revoked_at: datetime | None
    holder: Named
    acting: Named | None
    behalf: Named | None

    def why_dead(self, now: datetime) -> str:
        """Return the code of what ended or stopped this token, for the record only; empty when usable."""
        return why_stopped(self, now) or ("" if self.holder.live else "principal_gone")


def present(token: Token, *, acting: str | None, behalf: Claim) -> Presented | None:
    """Return what is stored of a token, with the entities the request names; None when it is unknown."""
    names = {
        "digest": token.digest,
        "acting": acting,
        "principal": behalf.principal,
        "provider": behalf.provider,
        "external_id": behalf.external_id,
    }
    row = next(iter(ask(_SQL, names)), None)
    return _presented(row) if row is not None and _is_this(token, row) else None


def _is_this(token: Token, row: tuple[Any, ...]) -> bool:
    same = hmac.compare_digest(bytes(row[2]), token.digest)
    return hmac.compare_digest(row[1].encode(), token.prefix.encode()) and same


def _presented(row: tuple[Any, ...]) -> Presented:
    return Presented(
        credential_id=row[0],
        lineage_id=row[3],
        scopes=frozenset(row[4]),
        max_provenance=row[5],
        source_types=tuple(row[6]),
        act_as=tuple(row[7]),
        providers=tuple(row[8]),
        context_required=row[9],
        application=row[10],
        expires_at=row[11],
        paused_at=row[12],
        revoked_at=row[13],
        holder=Named(row[14], row[15], row[17], row[16]),
        acting=Named(row[18], row[19], row[20]) if row[18] is not None else None,
        behalf=Named(row[21], row[22], row[24], row[23]) if row[21] is not None else None,
    )
