"""Who asks, profiles, jobs and violations."""

from typing import Any, Literal, NotRequired, TypedDict

from memory_admin_client.call import Once
from memory_admin_client.shapes.words import JobState, Moment, Severity, Time, ViolationKind, ViolationStatus


class Whoami(TypedDict):
    """Who the token speaks for, and what it may."""

    principal: str
    acting_as: str | None
    on_behalf_of: str | None
    scopes: list[str]
    entities: list[str]
    on_behalf_of_entities: list[str]
    context_session: str | None
    context: str | None
    role: str | None
    credential: str | None
    max_provenance: str
    context_required: bool
    application: str


class ProfileField(TypedDict):
    """One field a profile can have."""

    key: str
    label: str
    type: str
    max_length: int
    editable: bool
    sensitive: bool


class Profile(TypedDict):
    """A profile, and the fields it can have."""

    principal: str
    version: int
    fields: dict[str, Any]
    schema: list[ProfileField]


class Proposal(TypedDict):
    """One thing that waits for an answer, or had one; `kind` says which of the fields are its own."""

    id: str
    kind: str
    status: str
    proposed_by: str | None
    reason: str
    created_at: Time
    answered_at: Time | None
    changes: NotRequired[dict[str, Any]]
    wanted: NotRequired[Any]


class Wrong(TypedDict):
    """One thing that went wrong."""

    where: str
    code: str
    detail: str


class Job(TypedDict):
    """One job; `total` is null while nobody knows how much there is."""

    id: str
    kind: str
    state: str
    stage: str
    done: int
    total: int | None
    result: dict[str, Any]
    errors: list[Wrong]
    error_count: int
    cancel_asked: bool
    created_at: Time
    started_at: Time | None
    ended_at: Time | None


class ViolationSpan(TypedDict):
    """Where a hidden detail stood in the response: offsets in characters, never the text."""

    start: int
    end: int
    category: str
    memory: str | None
    weight: float


class Violation(TypedDict):
    """One violation; query and response are masked: their shape without a word of them."""

    id: str
    kind: ViolationKind
    severity: Severity
    status: ViolationStatus
    at: Time
    last_at: Time
    repeats: int
    owner: str | None
    accessor: str | None
    memory: str | None
    recall: str | None
    trust: float | None
    query: str
    response: str
    spans: list[ViolationSpan]
    score: float | None
    action_taken: str
    details: dict[str, Any]
    request_id: str
    assignee: str | None
    resolution: str
    version: int
    changed_at: Time


class ReviewStep(TypedDict):
    """One step of a violation's history: who did what, when and why."""

    at: Time
    action: str
    actor: str | None
    note: str
    status: str | None
    severity: str | None
    assignee: str | None


class OneViolation(Violation):
    """One violation with its history, oldest step first."""

    history: list[ReviewStep]


class ProfileOptions(Once, total=False):
    """Whose profile, which version was read, and why."""

    principal: str
    version: int
    reason: str


class JobFilters(TypedDict, total=False):
    """Which jobs; `limit` is the size of a page."""

    state: JobState
    kind: str
    limit: int


class ViolationFilters(TypedDict, total=False):
    """Which violations; `assignee` "none" is what nobody has taken, `limit` the size of a page."""

    kind: ViolationKind
    severity: Severity
    status: ViolationStatus
    owner: str
    accessor: str
    memory: str
    assignee: str
    since: Moment
    until: Moment
    sort: Literal["severity", "newest"]
    limit: int


class ViolationChange(Once, total=False):
    """What to make of a violation; what is left out stays, an assignee of None is nobody."""

    status: ViolationStatus
    severity: Severity
    assignee: str | None
    note: str
    version: int
