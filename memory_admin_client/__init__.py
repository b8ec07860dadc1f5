"""A typed, thin client of a Memory Admin site: `MemoryAdmin`, and `AsyncMemoryAdmin` for asyncio.

It needs httpx and nothing else of the project. docs/client.md shows how it is used.
"""

from memory_admin_client.client import AsyncMemoryAdmin, MemoryAdmin
from memory_admin_client.errors import (
    JobNotOverError,
    MemoryAdminError,
    NotReachedError,
    ProblemError,
    UnexpectedAnswerError,
)

__all__ = [
    "AsyncMemoryAdmin",
    "JobNotOverError",
    "MemoryAdmin",
    "MemoryAdminError",
    "NotReachedError",
    "ProblemError",
    "UnexpectedAnswerError",
]
