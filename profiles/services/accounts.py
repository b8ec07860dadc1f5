"""What a person who signed in to the pages may do: everything over their own, more with a staff role."""

from __future__ import annotations

from typing import Final

from profiles.models import Account
from profiles.types import Caller

_OWN: Final = frozenset(
    {
        "memory",
        "grant",
        "consent",
        "context",
        "trust",
        "trust:raise",
        "recall",
        "recall:self",
        "validate",
        "privacy",
        "profile",
        "session",
        "principals",
    }
)
_STAFF: Final[dict[str, frozenset[str]]] = {
    "administrator": frozenset({"admin", "audit", "verify", "knowledge"}),
    "reviewer": frozenset({"audit", "verify", "knowledge"}),
    "auditor": frozenset({"audit"}),
}


def session_caller(account: Account, request_id: str) -> Caller:
    """Return the caller a signed-in account is."""
    principal = account.principal
    return Caller(
        principal_id=principal.pk,
        principal=principal.entity_id,
        acting_id=principal.pk,
        acting=principal.entity_id,
        request_id=request_id,
        door="web",
        scopes=_OWN | _STAFF.get(account.role, frozenset()),
        staff_role=account.role,
        is_agent=principal.namespace == "si",
    )
