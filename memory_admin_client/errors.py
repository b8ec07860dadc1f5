"""What a call can end with instead of an answer; no error holds a token or what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class MemoryAdminError(Exception):
    """The base of every error of this client."""


class ProblemError(MemoryAdminError):
    """The site refused (RFC 9457): a stable `code`, a sentence in `detail`, more by field in `errors`."""

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(members.get("code", ""))
        self.detail = str(members.get("detail", ""))
        self.errors: dict[str, list[str]] = dict(members.get("errors") or {})
        self.request_id = str(members.get("request_id", ""))
        self.members = dict(members)
        """All of the answer: some problems say more, like `findings` of a blocked generalization."""
        self.retry_after = retry_after
        """Seconds the site asked to wait for, where it did."""
        super().__init__(f"{status} {self.code}: {self.detail} ({self.request_id})")


class NotReachedError(MemoryAdminError):
    """The site did not answer; `maybe_done` tells whether the call may have had its effect all the same."""

    def __init__(self, why: str, *, maybe_done: bool) -> None:
        self.maybe_done = maybe_done
        said = "It may have done what was asked." if maybe_done else "It was not asked."
        super().__init__(f"The site did not answer ({why}). {said}")


class UnexpectedAnswerError(MemoryAdminError):
    """Something answered that does not speak as the site does: a proxy, a sign-in page, another product."""

    def __init__(self, status: int, request_id: str = "") -> None:
        self.status = status
        self.request_id = request_id
        super().__init__(
            f"The answer ({status}) is not one of this interface. Does the url lead to the site?"
        )


class JobNotOverError(MemoryAdminError, TimeoutError):
    """A job had not ended when the time to wait for it was over; it goes on."""

    def __init__(self, job: str, seconds: float) -> None:
        self.job = job
        super().__init__(f"The job {job} is still at work after {seconds:g} seconds; wait for it again.")
