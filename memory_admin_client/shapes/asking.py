"""What a recall, a prompt and a validation answer."""

from typing import Literal, NotRequired, TypedDict

from memory_admin_client.shapes.words import Time, Visibility


class ItemSource(TypedDict):
    """Where an item comes from."""

    entity: str | None
    type: str


class Why(TypedDict):
    """Through which grant and consents an item is shown; with `explain` only."""

    grant: str | None
    via: list[str]
    consents: list[str]


class Item(TypedDict):
    """One recalled memory at the tier its asker has."""

    memory_id: str
    owner: str
    kind: str
    tier: str
    trust: float
    trust_reason: str
    provenance: str
    epistemic_status: str
    decision: str
    quoted: bool
    role: str
    cut: bool
    conflicts_with: list[str]
    score: float
    source: ItemSource
    title: str
    content: str
    date: str
    why: NotRequired[Why]


class Excluded(TypedDict):
    """A memory the asker may see that admission left out."""

    memory_id: str
    reason: str
    rules: list[str]


class ValidationDue(TypedDict):
    """Whether what a model makes of this has to be validated, and until when."""

    required: bool
    reason: str | None
    due_at: Time | None


class Retrieval(TypedDict):
    """How it was found; a notice says why by words alone where meaning should have counted too."""

    mode: Literal["lexical", "hybrid"]
    notice: str | None


class Spent(TypedDict):
    """What the messages cost."""

    tokens: int
    characters: int


class Message(TypedDict):
    """One message to put in front of a model, as it is."""

    role: str
    content: str
    tool_call_id: NotRequired[str]


class RecalledInPrompt(TypedDict):
    """What a prompt recalled."""

    recall_id: str
    visibility: Visibility
    items: list[Item]
    excluded: list[Excluded]
    validation: ValidationDue
    retrieval: Retrieval
    budget: Spent
    policy_version: int
    detector_version: str


class Recalled(RecalledInPrompt):
    """What was recalled: `messages` for a model, `items` for a program."""

    messages: list[Message]


class Layer(TypedDict):
    """One layer of a prompt."""

    layer: str
    version: int | None
    characters: int
    entries: int


class Dropped(TypedDict):
    """What a layer had to leave out, and why."""

    layer: str
    key: str
    reason: str


class Prompt(TypedDict):
    """A layered prompt, ready for a model."""

    principal: str
    messages: list[Message]
    layers: list[Layer]
    dropped: list[Dropped]
    recall_id: str | None
    recalled: RecalledInPrompt | None


class Span(TypedDict):
    """Where a response tells something it should not, in characters."""

    start: int
    end: int
    category: Literal[
        "forbidden_term",
        "forbidden_pattern",
        "redacted",
        "personal",
        "verbatim",
        "name",
        "place",
        "date",
        "number",
        "phrase",
        "word",
    ]
    memory_id: str | None
    weight: float


class SuggestedRedaction(TypedDict):
    """What to put in place of a span."""

    start: int
    end: int
    replacement: str


class Validated(TypedDict):
    """How much a response tells, and what may be said of it."""

    score: float
    compliant: bool
    spans: list[Span]
    suggested_redactions: list[SuggestedRedaction]
    redacted_response: str
    action_taken: Literal["allowed", "allowed_with_warning", "redacted", "blocked"]
    violation: str | None
