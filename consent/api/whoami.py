"""Who am I: with a context session named, what a token answers to there."""

from __future__ import annotations

from django.utils import timezone

from consent.queries.asking import Question, resolve
from consent.serializers.contexts import CurrentQuery
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest
from profiles.api.asking import whoami
from profiles.queries.principals import entity_ids
from profiles.serializers.asking import WhoamiShape
from profiles.types import Caller


class Whoami(Endpoint):
    """Tell a token who it is and what it answers to."""

    scope = None
    takes_query = CurrentQuery
    returns = WhoamiShape

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return the principal, whom it acts as and for, its scopes and E(A), in a session that of there."""
        found = whoami(request.caller)
        session = request.query.get("context_session")
        return found | _there(session, request.caller) if session else found


def _there(session: str, by: Caller) -> dict[str, object]:
    asking = resolve(Question(by.acting_id, by.behalf_id, session), now=timezone.now()).asking
    seat, behalf = asking.asker.session, asking.behalf
    here, theirs = asking.asker.everything, behalf.everything if behalf else frozenset()
    names = entity_ids(here | theirs)
    return {
        "context_session": session,
        "context": names[seat.context] if seat else None,
        "role": names.get(seat.role or -1) if seat else None,
        "entities": sorted(names[one] for one in here),
        "on_behalf_of_entities": sorted(names[one] for one in theirs),
    }
