"""Short ways to give, ask for and answer consents in tests."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from consent.models import Consent
from consent.queries.consent_views import seen, show
from consent.rules.consenting import Statement
from consent.services.consents import Submitted, submit
from profiles.types import Caller
from tests.cast import NOW

BELLA = "subject:dog:bella"


def sees_all(_: UUID) -> bool:
    return True


def sees_nothing(_: UUID) -> bool:
    return False


def say(by: Caller, grantor: str, grantee: str, scope: str = BELLA, **more: Any) -> Submitted:
    now: datetime = more.pop("now", NOW)
    sees = more.pop("sees", sees_all)
    return submit(Statement(grantor, grantee, scope, **more), by=by, now=now, sees=sees)


def active(submitted: Submitted) -> Consent:
    assert submitted.active is not None, "this should count at once"
    return submitted.active


def asked(submitted: Submitted) -> str:
    assert submitted.asked is not None, "this should be a request"
    return f"con_{submitted.asked.public_id.hex}"


def looks(public_id: str, by: Caller, now: datetime = NOW) -> dict[str, Any]:
    (shown,) = show([seen(public_id, by=by, now=now)], by=by, now=now)
    return shown


def stored(**fields: Any) -> list[tuple[str, str, str]]:
    rows = Consent.objects.filter(**fields).order_by("pk")
    return list(rows.values_list("grantor__entity_id", "grantee__entity_id", "status"))
