"""The tools of consent: grant, revoke, list."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from consent.queries.consent_views import seen, taken_request
from consent.queries.consent_views import show as shown
from consent.queries.consents import Wanted, listed_for
from consent.queries.visibility import may_see
from consent.rules.consenting import Statement
from consent.services import consent_answers, consent_naming, consents
from consent.services.consent_records import public
from memory_admin.http.problem import bad_request
from memory_admin.mcp.call import Call, Fields
from profiles.rules.entity import EntityError


def grant(call: Call) -> Fields:
    """Record a consent the caller's word makes, or ask for it, whatever comes of it."""
    statement = Statement(**{k: v for k, v in call.query.items() if k != "idempotency_key"})
    sees = partial(may_see, by=call.by, now=call.now)

    def effect() -> Fields:
        done = consents.submit(statement, by=call.by, now=call.now, sees=sees)
        if done.asked is None:
            return {"id": public(done.active)} if done.active else {}
        return {"id": f"con_{done.asked.public_id.hex}", "at": done.asked.created_at.isoformat()}

    done = call.once(effect)
    if "at" not in done:
        return _one(done["id"], call)
    return taken_request(consent_naming.canonical(statement), done["id"], datetime.fromisoformat(done["at"]))


def revoke(call: Call) -> Fields:
    """Withdraw: what it opened is closed for every request that starts after this answer."""
    consent, reason = call.query["consent"], call.query["reason"]

    def effect() -> Fields:
        return {"id": public(consent_answers.revoke(consent, by=call.by, now=call.now, reason=reason))}

    return _one(call.once(effect)["id"], call)


def list_consents(call: Call) -> Fields:
    """Return a page of records and requests, newest first, each as far as the caller may know."""
    by, now, asked, page = call.by, call.now, call.query, call.page()
    sought = Wanted(asked.get("role"), asked.get("status"), _scope(asked.get("scope")))
    lines = listed_for(by, sought, page, now)
    said = {line.key: one for one, line in zip(shown(lines, by=by, now=now), lines, strict=True)}
    return page.page(lines, key=lambda line: line.key, show=lambda line: said[line.key])


def _scope(text: str | None) -> str | None:
    try:
        return None if text is None else consent_naming.canonical_scope(text)
    except EntityError as error:
        raise bad_request("invalid", errors={"scope": [error.reason]}) from None


def _one(consent: str, call: Call) -> Fields:
    (fields,) = shown([seen(consent, by=call.by, now=call.now)], by=call.by, now=call.now)
    return fields
