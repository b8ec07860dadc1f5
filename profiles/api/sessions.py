"""Facts of a session: held for a while for whom the caller speaks, and for nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest
from profiles.api.profiles import own_profile
from profiles.api.writing import once
from profiles.queries.session_facts import Facts, facts_of
from profiles.rules.facts import check_facts
from profiles.serializers import layers
from profiles.services import profiles, session_facts

LONGEST_SESSION = 200


class SessionFacts(Endpoint):
    """What is held of one session."""

    scope = "session"
    takes = layers.FactsBody
    returns = {"GET": layers.FactsShape, "PUT": layers.FactsShape, "DELETE": None}

    def get(self, request: ApiRequest, sid: str) -> dict[str, Any]:
        """Return what is held of one's session; a session nothing is held of has no facts."""
        return _shown(facts_of(request.caller.served_id, session_named(sid), timezone.now()))

    def put(self, request: ApiRequest, sid: str) -> dict[str, Any]:
        """Hold these facts in place of those before."""
        by, now, given, session = request.caller, timezone.now(), request.taken, session_named(sid)
        if errors := check_facts(given["facts"]):
            raise bad_request("invalid", errors=errors)
        lasts = timedelta(seconds=given["ttl_seconds"])
        once(request, lambda: _held(session_facts.hold(session, given["facts"], by=by, now=now, lasts=lasts)))
        return _shown(facts_of(by.served_id, session, now))

    def delete(self, request: ApiRequest, sid: str) -> Response:
        """Forget what is held of one's session."""
        by, now, session = request.caller, timezone.now(), session_named(sid)
        once(request, lambda: session_facts.clear(session, by=by, now=now))
        return answer(None, status=204)


class PromoteFact(Endpoint):
    """Keep one fact of a session for good."""

    scope = "session"
    takes = layers.PromoteBody
    returns = layers.ProfileShape

    def post(self, request: ApiRequest, sid: str) -> dict[str, Any]:
        """Make a fact of one's session a field of one's own profile; the person's own act alone."""
        by, now, given, session = request.caller, timezone.now(), request.taken, session_named(sid)
        profiles.require_own_act(by)
        asked = session_facts.Promotion(
            session, given["key"], given.get("field", given["key"]), given["reason"]
        )
        once(request, lambda: session_facts.promote(asked, by=by, now=now).pk)
        return own_profile(by)


def session_named(text: str) -> str:
    """Return a session's id as its conversation names it; raises Problem 400 for one that is too long."""
    if len(text) > LONGEST_SESSION:
        raise bad_request("invalid", f"A session's id has at most {LONGEST_SESSION} characters.")
    return text


def _held(_: Facts) -> int:
    return 0


def _shown(held: Facts) -> dict[str, Any]:
    return {"session_id": held.session_id, "facts": held.facts, "expires_at": held.expires_at}
