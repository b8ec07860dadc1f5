"""Consents over REST: give or ask, list, read, answer, withdraw, receipt."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.queries.consent_views import seen, show, taken_request
from consent.queries.consents import Wanted, listed_for
from consent.queries.visibility import may_see
from consent.rules.consenting import Statement
from consent.serializers import consents as shapes
from consent.services import consent_answers, consent_naming, consents, receipts
from consent.services.consent_records import public
from consent.services.consents import Submitted
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest
from profiles.rules.entity import EntityError
from profiles.services.idempotency import once
from profiles.types import Caller

Fields = dict[str, Any]


class Consents(Endpoint):
    """Give a consent or ask for one; list one's own."""

    scope = "consent"
    takes = shapes.ConsentBody
    takes_query = shapes.ConsentQuery
    returns = {
        "GET": page_of(shapes.ConsentShape),
        "POST": {201: shapes.ConsentShape, 202: shapes.ConsentShape},
    }

    def get(self, request: ApiRequest) -> Fields:
        """Return a page of records and requests, newest first, each as far as the caller may know."""
        by, now, asked, page = request.caller, timezone.now(), request.query, paging(request)
        sought = Wanted(asked.get("role"), asked.get("status"), _scope(asked.get("scope")))
        lines = listed_for(by, sought, page, now)
        shown = {line.key: one for one, line in zip(show(lines, by=by, now=now), lines, strict=True)}
        return page.page(lines, key=lambda line: line.key, show=lambda line: shown[line.key])

    def post(self, request: ApiRequest) -> Response:
        """Record a consent the caller's word makes (201), or ask for it (202, whatever comes of it)."""
        by, now = request.caller, timezone.now()
        statement = Statement(**request.taken)

        def effect() -> Fields:
            return _effect(consents.submit(statement, by=by, now=now, sees=partial(may_see, by=by, now=now)))

        done = once(request, "consents", effect, now=now)
        if done["status"] == 201:
            return answer(_one(done["id"], by, now), status=201)
        line = consent_naming.canonical(statement)
        return answer(taken_request(line, done["id"], datetime.fromisoformat(done["at"])), status=202)


class OneConsent(Endpoint):
    """Read a consent or a request."""

    scope = "consent"
    returns = shapes.ConsentShape

    def get(self, request: ApiRequest, consent: str) -> Fields:
        """Return a record or request the caller is a party to."""
        return _one(consent, request.caller, timezone.now())


class Approve(Endpoint):
    """Agree to a request."""

    scope = "consent"
    takes = shapes.ApprovalBody
    returns = shapes.ConsentShape

    def post(self, request: ApiRequest, consent: str) -> Fields:
        """Agree, as the grantor, its custodian or a subject concerned; an administrator with a reason."""
        by, now, given = request.caller, timezone.now(), request.taken
        act = partial(consent_answers.approve, consent, by=by, now=now, **given)
        return _answered(request, "approve", consent, act, now)


class Deny(Endpoint):
    """Refuse a request, or stand against a consent given."""

    scope = "consent"
    takes = shapes.ReasonBody
    returns = shapes.ConsentShape

    def post(self, request: ApiRequest, consent: str) -> Fields:
        """Refuse; a denial outweighs any consent beside it."""
        by, now = request.caller, timezone.now()
        act = partial(consent_answers.deny, consent, by=by, now=now, reason=request.taken["reason"])
        return _answered(request, "deny", consent, act, now)


class Revoke(Endpoint):
    """Withdraw a consent."""

    scope = "consent"
    takes = shapes.ReasonBody
    returns = shapes.ConsentShape

    def post(self, request: ApiRequest, consent: str) -> Fields:
        """Withdraw: what it opened is closed for every request that starts after this answer."""
        by, now = request.caller, timezone.now()
        act = partial(consent_answers.revoke, consent, by=by, now=now, reason=request.taken["reason"])
        return _answered(request, "revoke", consent, act, now)


class Receipt(Endpoint):
    """The receipt of a consent."""

    scope = "consent"
    returns = shapes.ReceiptShape

    def get(self, request: ApiRequest, consent: str) -> Fields:
        """Return who may read what, for what, until when and how to take it back."""
        return receipts.issue(consent, by=request.caller, now=timezone.now())


def _effect(done: Submitted) -> Fields:
    if done.asked is None:
        return {"id": public(done.active), "status": 201} if done.active else {}
    asked = done.asked
    return {"id": f"con_{asked.public_id.hex}", "status": 202, "at": asked.created_at.isoformat()}


def _scope(text: str | None) -> str | None:
    try:
        return None if text is None else consent_naming.canonical_scope(text)
    except EntityError as error:
        raise bad_request("invalid", errors={"scope": [error.reason]}) from None


def _answered(request: ApiRequest, verb: str, consent: str, act: Any, now: datetime) -> Fields:
    def effect() -> Fields:
        return {"id": public(act())}

    route, by = f"consents/{consent}/{verb}"[:120], request.caller
    done = once(request, route, effect, now=now)
    return _one(done["id"], by, now)


def _one(consent: str, by: Caller, now: datetime) -> Fields:
    (shown,) = show([seen(consent, by=by, now=now)], by=by, now=now)
    return shown
