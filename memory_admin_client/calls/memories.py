"""Writing, reading, editing, sharing and forgetting memories."""

from __future__ import annotations

from typing import Unpack

from memory_admin_client.call import Call, Pages, pages, read, write
from memory_admin_client.shapes.memories import (
    AnyMemory,
    AwaitingApproval,
    Batch,
    Generalized,
    Granted,
    MemoryVersions,
    OwnMemory,
    ShownMemory,
)
from memory_admin_client.shapes.writing import (
    ChangeOptions,
    Filters,
    GeneralizeOptions,
    GrantOptions,
    IngestItem,
    IngestMessage,
    IngestOptions,
    InSession,
    ManyOptions,
    MemoryOptions,
    NewMemory,
    WithdrawOptions,
)


def create_memory(content: str, **options: Unpack[MemoryOptions]) -> Call[OwnMemory]:
    """Write a memory; an identical one of the same owner is returned instead."""
    return write("POST", "/memories", {"content": content, **options})


def create_memories(items: list[NewMemory], **options: Unpack[ManyOptions]) -> Call[Batch]:
    """Write up to 1000 memories; each has a result of its own unless `atomic`."""
    return write("POST", "/memories/batch", {"items": items, **options})


def ingest(
    messages: list[IngestMessage], items: list[IngestItem], **options: Unpack[IngestOptions]
) -> Call[Batch]:
    """Write memories drawn from messages: each starts with the authority of the message it points at."""
    return write("POST", "/memories/ingest", {"messages": messages, "items": items, **options})


def get_memory(memory: str, **where: Unpack[InSession]) -> Call[AnyMemory]:
    """Return a memory at the caller's tier, whole to its owner."""
    return read("/memories/{memory}", {"memory": memory, **where})


def list_memories(**filters: Unpack[Filters]) -> Pages[ShownMemory]:
    """Go through the memories the caller may see, newest first; with `q` through the best matches."""
    return pages("/memories", filters)


def memory_versions(memory: str) -> Call[MemoryVersions]:
    """Return what a memory said before each edit, for its owner."""
    return read("/memories/{memory}/versions", {"memory": memory})


def update_memory(memory: str, **changes: Unpack[ChangeOptions]) -> Call[OwnMemory]:
    """Change what is named, from the `version` that was read; 409 `version_conflict` when it has moved on."""
    fields = {"memory": memory, **changes}
    return write("PATCH", "/memories/{memory}", fields, in_query=("context_session", "visibility"))


def delete_memory(memory: str, **options: Unpack[WithdrawOptions]) -> Call[None]:
    """Forget a memory: its text and versions are gone, the events stay, with the `reason`."""
    return write("DELETE", "/memories/{memory}", {"memory": memory, **options}, in_query=("reason",))


def grant(memory: str, grantee: str, **options: Unpack[GrantOptions]) -> Call[Granted]:
    """Share a memory; the answer says who has to agree before it is shown."""
    return write("POST", "/memories/{memory}/grants", {"memory": memory, "grantee": grantee, **options})


def withdraw_grant(memory: str, grantee: str, **options: Unpack[WithdrawOptions]) -> Call[None]:
    """Share a memory no longer with somebody; the `reason` is kept in the audit."""
    fields = {"memory": memory, "grantee": grantee, **options}
    return write("DELETE", "/memories/{memory}/grants/{grantee}", fields, in_query=("reason",))


def generalize(
    memory: str, statement: str, **options: Unpack[GeneralizeOptions]
) -> Call[Generalized | AwaitingApproval]:
    """Say something without its source; ProblemError `generalization_blocked` names what it still tells."""
    return write(
        "POST", "/memories/{memory}/generalize", {"memory": memory, "statement": statement, **options}
    )
