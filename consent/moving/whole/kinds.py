"""Every kind of line of a whole installation, in the order of its file: nobody is named before coming in."""

from __future__ import annotations

from typing import Any, Final

from consent.moving.whole.asked import Requests
from consent.moving.whole.belonging import Custodians, Memberships
from consent.moving.whole.consents import Consents
from consent.moving.whole.contexts import Contexts, Sessions
from consent.moving.whole.kind import Kind
from consent.moving.whole.layers import Notes, SystemProfiles
from consent.moving.whole.links import Contradictions, Generalizations
from consent.moving.whole.names import Aliases, Identities
from consent.moving.whole.policies import Policies
from consent.moving.whole.principals import Merges, Principals
from consent.moving.whole.profiles import Fields, Profiles
from consent.moving.whole.trust import Relationships

MEMORY: Final = "memory"
BEFORE: Final[tuple[Kind[Any], ...]] = (
    Principals(),
    Aliases(),
    Identities(),
    Merges(),
    Memberships(),
    Custodians(),
    Policies(),
    Contexts(),
    Sessions(),
    Relationships(),
    Requests(),
    Fields(),
    Profiles(),
    SystemProfiles(),
    Notes(),
    Consents(),
)
AFTER: Final[tuple[Kind[Any], ...]] = (Contradictions(), Generalizations())
KINDS: Final = {one.name: one for one in (*BEFORE, *AFTER)}
