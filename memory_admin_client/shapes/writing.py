"""What is stated of memories, and what narrows a list of them."""

from typing import Any, Literal, Required, TypedDict

from memory_admin_client.call import Once
from memory_admin_client.shapes.words import (
    Epistemic,
    Kind,
    Moment,
    Provenance,
    RedactedField,
    State,
    Visibility,
)


class Location(TypedDict, total=False):
    """A place; what is not known is left out."""

    address: str | None
    city: str | None
    state: str | None
    country: str | None


class NewSource(TypedDict, total=False):
    """Where a text comes from; its type decides what authority it starts with."""

    type: str
    uri: str | None
    message_id: str | None


class NewRedaction(TypedDict, total=False):
    """What of a memory is to be taken out below the full tier."""

    field: Required[RedactedField]
    pattern: Required[str]
    replacement: str


class Stated(TypedDict, total=False):
    """What a writer may state of a memory, however it is written."""

    kind: Kind
    title: str | None
    summary: str | None
    context_summary: str | None
    tags: list[str]
    source_entity: str | None
    subject_ids: list[str]
    access_grants: list[str] | None
    consent_grants: list[str]
    trust: float
    location: Location | None
    occurred_at: Moment | None
    valid_until: Moment | None
    confidence: float | None
    importance: float
    derived_from: list[str]
    redactions: list[NewRedaction]
    forbidden_terms: list[str]
    forbidden_patterns: list[str]
    prompt_instructions: str | None
    context_session: str | None
    metadata: dict[str, Any]


class MemoryFields(Stated, total=False):
    """What a writer may state of a memory besides its content."""

    epistemic_status: Epistemic
    source: NewSource | None


class NewMemory(MemoryFields):
    """One memory of a batch."""

    content: str


class MemoryOptions(MemoryFields, Once, total=False):
    """What may be stated of one memory written by itself."""


class MemoryChanges(TypedDict, total=False):
    """What an edit may change; what is not named stays."""

    state: Literal["active", "paused", "archived"]
    title: str | None
    content: str
    summary: str | None
    context_summary: str | None
    tags: list[str]
    subject_ids: list[str]
    trust: float
    location: Location | None
    occurred_at: Moment | None
    valid_until: Moment | None
    epistemic_status: Epistemic
    confidence: float | None
    importance: float
    redactions: list[NewRedaction]
    forbidden_terms: list[str]
    forbidden_patterns: list[str]
    prompt_instructions: str | None
    superseded_by: str
    metadata: dict[str, Any]


class InSession(TypedDict, total=False):
    """In which context session to read, and whether one's own memories regardless of it."""

    context_session: str
    visibility: Visibility


class ChangeOptions(MemoryChanges, InSession, Once, total=False):
    """An edit: the version that was read, why, and what changes."""

    version: int
    reason: str


class IngestMessage(TypedDict, total=False):
    """One message: its role decides what authority its words start with, never the item that points at it."""

    id: Required[str]
    role: Required[str]
    content: Required[str]
    author: str | None
    uri: str | None
    at: Moment | None


class IngestItem(Stated, total=False):
    """A memory drawn from a message; without content it is the message's own."""

    message_id: Required[str]
    content: str | None
    epistemic_status: Epistemic | None


class ManyOptions(Once, total=False):
    """With `atomic` all are written or none."""

    atomic: bool


class IngestOptions(ManyOptions, total=False):
    """In which context session the messages were said."""

    context_session: str | None


class GrantOptions(Once, total=False):
    """Who agrees to a grant in the same breath, why, and whether it is given only if it counts at once."""

    consent: list[str] | None
    reason: str
    require: bool


class WithdrawOptions(Once, total=False):
    """Why a grant is taken back, or a memory forgotten."""

    reason: str


class GeneralizeOptions(Once, total=False):
    """To whom a statement is shown, what it leaves out, and which warnings were looked at."""

    access_grants: list[str]
    abstraction_note: str
    acknowledge: list[Literal["names", "specificity", "personal", "reversibility"]]


class Filters(TypedDict, total=False):
    """What narrows a list; with `q` it is a search of one page, best first. `limit` is the size of a page."""

    q: str
    owner: list[str]
    kind: list[Kind]
    tag: list[str]
    state: State
    subject: str
    source: str
    context: str
    provenance: Provenance
    application: str
    after: Moment
    before: Moment
    as_of: Moment
    context_session: str
    visibility: Visibility
    limit: int
