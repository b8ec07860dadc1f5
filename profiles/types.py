"""Values that say who is asking: pure, frozen, passed down from every door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

EVERYONE_ID: Final = 0
EVERYONE: Final = "*"

SCOPES: Final = (
    "memory",
    "grant",
    "consent",
    "context",
    "trust",
    "recall",
    "validate",
    "privacy",
    "profile",
    "session",
    "knowledge",
    "principals",
    "gateway",
    "platform",
    "verify",
    "audit",
    "admin",
)
NARROW_SCOPES: Final = ("recall:self", "trust:raise")
CONSENT_RECORD: Final = "consent:record:"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, through what, with whose rights; `acting` is the entity whose rights count."""

    principal_id: int
    principal: str
    acting_id: int
    acting: str
    request_id: str
    door: str
    credential_id: int | None = None
    lineage_id: int | None = None
    behalf_id: int | None = None
    behalf: str | None = None
    scopes: frozenset[str] = frozenset()
    act_as: tuple[int, ...] = ()
    max_provenance: str = "tool_derived"
    source_types: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    context_required: bool = False
    application: str = ""
    staff_role: str = ""
    is_agent: bool = False
    # On this machine: its command line, or a browser session opened with a link that one minted.
    local: bool = False

    @property
    def own_act(self) -> bool:
        """Tell whether this counts as the acting entity's own authenticated act."""
        return self.acting_id == self.principal_id and self.behalf_id is None

    @property
    def selves(self) -> frozenset[int]:
        """Return every entity that this caller is, acts as, may act as or asks for."""
        named = {self.principal_id, self.acting_id, *self.act_as}
        return frozenset(named | ({self.behalf_id} if self.behalf_id is not None else set()))

    @property
    def is_admin(self) -> bool:
        """Tell whether the caller may change the directory and policy."""
        return self.staff_role == "administrator" or ("admin" in self.scopes and self.own_act)

    @property
    def handles_others(self) -> bool:
        """Tell whether the caller handles another's data by that one's rights: a person who administers.

        An agent may not, whatever its token's scopes: it would read all that is kept about anybody."""
        return self.is_admin and self.own_act and not self.is_agent

    @property
    def oversees(self) -> bool:
        """Tell whether the caller may look into anybody's decisions: administrator, reviewer or auditor."""
        return self.is_admin or self.staff_role in {"reviewer", "auditor"}

    @property
    def served_id(self) -> int:
        """Return whose profile and session a request is about: the live caller's, else the acting one's."""
        return self.acting_id if self.behalf_id is None else self.behalf_id

    def may_record_for(self, grantor: str) -> bool:
        """Tell whether this credential may record that `grantor` agreed."""
        return CONSENT_RECORD + grantor in self.scopes
