"""What is asked of a recall and a prompt."""

from typing import Any, Literal, TypedDict

from memory_admin_client.shapes.words import Kind, Mode, Moment, Visibility


class Budget(TypedDict, total=False):
    """The most an answer may cost."""

    max_tokens: int | None
    max_characters: int | None
    per_kind: dict[str, Any]
    strategy: Literal["drop", "cut", "oldest_first"]


class RecallOfPrompt(TypedDict, total=False):
    """How a prompt recalls."""

    owners: list[str] | None
    context_session: str | None
    visibility: Visibility
    kinds: list[Kind]
    tags: list[str]
    subject: str | None
    context: str | None
    after: Moment | None
    before: Moment | None
    as_of: Moment | None
    limit: int
    mode: Mode | None
    budget: Budget | None
    tool_call_id: str | None
    explain: bool


class RecallOptions(RecallOfPrompt, total=False):
    """How to recall, and as what to get it."""

    format: Literal["messages", "json", "text"]


class LiveCaller(TypedDict, total=False):
    """Who is at the other end of a gateway; what is given must agree."""

    principal_id: str
    provider: str
    external_id: str
    email: str


class PromptBudget(TypedDict, total=False):
    """The most the whole may cost, and in `layers` the most characters of each lower layer."""

    max_tokens: int | None
    max_characters: int | None
    layers: dict[str, Any]


class PromptOptions(TypedDict, total=False):
    """Whose prompt, in which session, under which constraints; with a `query` also what is recalled."""

    caller: LiveCaller
    session_id: str
    platform: list[str]
    query: str
    recall: RecallOfPrompt
    budget: PromptBudget
