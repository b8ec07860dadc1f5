"""Profiles, jobs and violations."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, Unpack

from memory_admin_client.attempts import Pause, Steps
from memory_admin_client.call import Call, Once, Pages, pages, read, write
from memory_admin_client.errors import JobNotOverError
from memory_admin_client.shapes.standing import (
    Job,
    JobFilters,
    OneViolation,
    Profile,
    ProfileOptions,
    Proposal,
    Violation,
    ViolationChange,
    ViolationFilters,
)

OVER: Final = frozenset({"done", "failed", "cancelled"})


def get_profile() -> Call[Profile]:
    """Return the profile of whom the caller speaks for, and the fields it can have."""
    return read("/profile")


def update_profile(fields: Mapping[str, Any], **options: Unpack[ProfileOptions]) -> Call[Profile | Proposal]:
    """Change a profile; what an agent changes for its person is a proposal the person answers."""
    return write("PATCH", "/profile", {"fields": fields, **options})


def list_jobs(**filters: Unpack[JobFilters]) -> Pages[Job]:
    """Go through the caller's jobs, newest first."""
    return pages("/jobs", filters)


def get_job(job: str) -> Call[Job]:
    """Return how far a job is."""
    return read("/jobs/{job}", {"job": job})


def cancel_job(job: str, **options: Unpack[Once]) -> Call[Job]:
    """Ask a job to stop; what it had finished stays."""
    return write("POST", "/jobs/{job}/cancel", {"job": job, **options})


def wait_job(job: str, *, seconds: float = 600, every: float = 1.0) -> Steps[Job]:
    """Wait for a job to end and return it, whatever its `state`; raises JobNotOverError after `seconds`."""
    end = time.monotonic() + seconds
    pause = min(0.1, every)
    while True:
        found: Job = yield get_job(job)
        if found["state"] in OVER:
            return found
        if time.monotonic() + pause > end:
            raise JobNotOverError(job, seconds)
        yield Pause(pause)
        pause = min(2 * pause, every)


def list_violations(**filters: Unpack[ViolationFilters]) -> Pages[Violation]:
    """Go through violations, for whoever oversees."""
    return pages("/violations", filters)


def get_violation(violation: str) -> Call[OneViolation]:
    """Return a violation with its history."""
    return read("/violations/{violation}", {"violation": violation})


def update_violation(violation: str, **changes: Unpack[ViolationChange]) -> Call[OneViolation]:
    """Change how a violation stands, from the `version` that was read."""
    return write("PATCH", "/violations/{violation}", {"violation": violation, **changes})
