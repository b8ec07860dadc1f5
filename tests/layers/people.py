"""Who keeps a profile, and who may only speak for them: sean, kim, and an agent that serves sean."""

from __future__ import annotations

from typing import Any

from audit.models import Event, Violation
from profiles.models import ExternalIdentity
from tests.cast import NOW, principal
from tests.consent.doors import token

SEAN, KIM, LUNA = "human:sean", "human:kim", "si:luna_agent"
TELEGRAM = "provider:telegram:42"


def own(entity: str, *scopes: str) -> str:
    """Return a person's own token."""
    return token(entity, *(scopes or ("profile", "session", "recall")))


def gateway(*scopes: str) -> str:
    """Return the token of an agent that serves whoever writes to it on telegram; sean is account 42 there."""
    account = {"provider": "telegram", "external_id": "42", "principal": principal(SEAN), "verified_at": NOW}
    if not ExternalIdentity.objects.filter(external_id="42").exists():
        ExternalIdentity.objects.create(**account)
    scopes = scopes or ("profile", "session", "recall", "gateway")
    return token(LUNA, *scopes, providers=("telegram",))


def violations() -> list[tuple[str, str]]:
    """Return every violation: its kind, and who did it."""
    found = Violation.objects.order_by("id").values_list("kind", "accessor_id")
    from profiles.queries.principals import entity_ids

    names = entity_ids([who for _, who in found if who is not None])
    return [(kind, names[who] if who is not None else "") for kind, who in found]


def done(action: str) -> int:
    """Return how often something is on record as done."""
    return Event.objects.filter(action=action, outcome="ok").count()


def fields(response: Any) -> dict[str, Any]:
    """Return the fields of a profile that was answered."""
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()["fields"]
    return found
