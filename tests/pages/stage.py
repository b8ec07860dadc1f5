"""The cast signed in to the pages, and a memory that says something nobody on staff may read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.test import Client
from django.utils import timezone

from audit.services import report_violation
from audit.types import Span, ViolationReport
from consent.queries.visibility import may_see
from consent.rules.consenting import Statement
from consent.services.consents import submit
from consent.services.memories import create
from profiles.services import signin
from tests.cast import CUSTODIAN, GRANTEE, OWNER, admin, caller, custodian, draft, principal

OUTSIDER = "human:kim"
STAFF = {"auditor": "human:ada", "reviewer": "human:rae", "administrator": "human:admin"}
SECRET = "zephyrquartz"


@dataclass(frozen=True)
class Scene:
    """What the pages are asked about."""

    memory: str
    consent: str
    now: datetime
    violation: str = ""
    own_violation: str = ""


def link_for(entity: str, role: str = "") -> str:
    """Return the path of a fresh sign-in link."""
    token = signin.mint(principal(entity), by=admin(), now=timezone.now(), role=role)
    return f"/sign-in/{token}/"


def nobody() -> Client:
    """Return a browser in which nobody is signed in."""
    return Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)


def signed_in(entity: str, role: str = "") -> Client:
    """Return a browser in which someone is signed in."""
    client = nobody()
    answer = client.post(link_for(entity, role))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    return client


def ask(by: str, grantor: str, grantee: str, scope: str, **more: str) -> str:
    """Have an agent ask for a consent; returns the request's id."""
    asker, now = caller(by), timezone.now()
    statement = Statement(grantor, grantee, scope, **more)  # type: ignore[arg-type]
    taken = submit(statement, by=asker, now=now, sees=partial(may_see, by=asker, now=now))
    assert taken.asked is not None
    return f"con_{taken.asked.public_id.hex}"


def set_scene() -> Scene:
    """Return a secret of an agent about bella, shared with another agent once sean agrees for her."""
    custodian("dog:bella", CUSTODIAN)
    for entity in (OUTSIDER, GRANTEE, *STAFF.values()):
        principal(entity)
    now = timezone.now()
    written = create(
        draft(
            f"Bella hid a {SECRET}.",
            title=f"A {SECRET}",
            tags=(SECRET,),
            summary=f"{SECRET} again",
            subject_ids=("dog:bella",),
            access_grants=(GRANTEE,),
        ),
        by=caller(OWNER),
        now=now,
    )
    request = ask(OWNER, "dog:bella", GRANTEE, "subject:dog:bella", purpose="care")
    leaks = [leak(owner, written.memory_id, now) for owner in (OWNER, CUSTODIAN)]
    return Scene(written.public_id, request, now, *leaks)


def leak(owner: str, memory: int, now: datetime) -> str:
    """Have an agent say what was withheld of somebody's memory; returns the violation's id."""
    report = ViolationReport(
        kind="disclosure_leak",
        severity="high",
        owner_id=principal(owner).pk,
        accessor_id=principal(GRANTEE).pk,
        memory_id=memory,
        trust=0.25,
        query=f"Where is the {SECRET}?",
        response=f"It is a {SECRET}.",
        spans=(Span(start=8, end=20, category="named", memory_id=memory, weight=0.5),),
        score=0.4,
        action_taken="redacted",
    )
    return f"vio_{report_violation(report, now=now).hex}"
