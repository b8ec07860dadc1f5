"""Who am I, and who is the person a gateway talks to."""

from __future__ import annotations

from django.utils import timezone

from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest
from profiles.queries.principals import entity_ids
from profiles.queries.reach import reach
from profiles.rules.claims import Claim
from profiles.serializers.asking import ClaimBody, ResolvedShape
from profiles.services import resolving
from profiles.types import Caller


def whoami(by: Caller) -> dict[str, object]:
    """Return who a caller is, in the interface's shape."""
    asked = [by.acting_id, *([by.behalf_id] if by.behalf_id is not None else [])]
    found = reach(asked, timezone.now())
    names = entity_ids({one for ids in found.values() for one in ids})
    behalf = sorted(names[one] for one in found[by.behalf_id]) if by.behalf_id is not None else []
    return {
        "principal": by.principal,
        "acting_as": by.acting if by.acting_id != by.principal_id else None,
        "on_behalf_of": by.behalf,
        "scopes": sorted(by.scopes),
        "entities": sorted(names[one] for one in found[by.acting_id]),
        "on_behalf_of_entities": behalf,
        "context_session": None,
        "context": None,
        "role": None,
        "credential": f"tok_{by.credential_id}" if by.credential_id is not None else None,
        "max_provenance": by.max_provenance,
        "context_required": by.context_required,
        "application": by.application,
    }


class ResolveIdentity(Endpoint):
    """Find the one principal a gateway's live caller is, or none."""

    scope = "gateway"
    takes = ClaimBody
    returns = ResolvedShape
    reads = True

    def post(self, request: ApiRequest) -> dict[str, object]:
        """Return the principal everything given agrees on."""
        given = request.taken
        claim = Claim(
            principal=given.get("principal_id"),
            provider=given.get("provider"),
            external_id=given.get("external_id"),
            email=given.get("email"),
        )
        person = resolving.resolve(claim, by=request.caller, now=timezone.now())
        return {"principal": person.entity_id, "kind": "individual"}
