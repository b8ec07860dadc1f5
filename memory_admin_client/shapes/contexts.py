"""Contexts, their sessions and the facts of a session."""

from typing import Any, NotRequired, Required, TypedDict

from memory_admin_client.call import Once
from memory_admin_client.shapes.words import Time


class NewSeat(TypedDict, total=False):
    """Someone listed, and as what; a bare role means `role:`."""

    entity: Required[str]
    role: str | None


class Seat(TypedDict):
    """Somebody listed in a context, and whether it came: what all may say counts once everybody did."""

    entity: str
    role: str | None
    came: bool


class ConsentStand(TypedDict):
    """Whether a subject of a context has agreed."""

    subject: str
    status: str


class Context(TypedDict):
    """A context, and after a change whose consent it has, asks for or needs renewed."""

    id: str
    owner: str
    participants: list[Seat]
    default_access_grants: list[str] | None
    version: int
    created_at: Time
    consents: NotRequired[list[ConsentStand]]
    renew_from: NotRequired[list[str]]


class Session(TypedDict):
    """One stay in a context."""

    context_session: str
    context: str
    participant: str
    role: str | None
    entered_at: Time
    expires_at: Time
    left_at: Time | None


class CurrentSessions(TypedDict):
    """The caller's open sessions, newest first."""

    sessions: list[Session]


class Facts(TypedDict):
    """The facts of a session."""

    session_id: str
    facts: dict[str, Any]
    expires_at: Time | None


class ContextFields(Once, total=False):
    """Who takes part, and whom memories of the context are shown to; what is not named stays."""

    participants: list[NewSeat]
    default_access_grants: list[str] | None
    reason: str


class ContextOptions(ContextFields, total=False):
    """A new context, and for whom consent is given or asked with it."""

    consent_for: list[str]


class ContextChanges(ContextFields, total=False):
    """An edit, of the version that was read."""

    version: int


class EnterOptions(Once, total=False):
    """As what to enter, and who else is there."""

    role: str | None
    participants: list[NewSeat]


class FactOptions(Once, total=False):
    """For how long facts are kept."""

    ttl_seconds: int


class PromoteOptions(Once, total=False):
    """Under which field of the profile a fact is kept, and why."""

    field: str
    reason: str
