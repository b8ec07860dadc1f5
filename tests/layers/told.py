"""Put a story of the layers (tests/scenarios/layers) on stage, as its people would act."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from profiles.commands import local_caller
from profiles.models import ExternalIdentity, KnowledgeNote, ProfileField
from profiles.rules.system_profile import from_json
from profiles.services import profiles, session_facts, system_profile
from tests.cast import NOW, caller, principal
from tests.consent.doors import token

Plain = dict[str, Any]
PLACE = Path(__file__).parents[1] / "scenarios" / "layers"
STORIES: dict[str, Plain] = {
    file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(PLACE.glob("*.json"))
}
SCOPES = ("profile", "session", "recall", "platform")


def told(facts: Plain) -> None:
    """Make what is given."""
    now = timezone.now()
    system = facts["system_profile"]
    text = from_json(system["sections"], system["settings"])
    system_profile.edit(text, by=local_caller(), now=now, reason="given")
    for provider, account, entity in facts.get("accounts", []):
        ExternalIdentity.objects.create(
            provider=provider, external_id=account, principal=principal(entity), verified_at=NOW
        )
    for entity, values in facts.get("profiles", {}).items():
        profiles.write(values, by=caller(entity), now=now)
    for row in facts.get("session_facts", []):
        hour = timedelta(hours=1)
        session_facts.hold(row["session"], row["facts"], by=caller(row["of"]), now=now, lasts=hour)
    for row in facts.get("notes", []):
        KnowledgeNote.objects.create(**row, findings=[], drafted_by=0, at=NOW)
    ProfileField.objects.filter(key__in=facts.get("fixed_fields", [])).update(editable=False)


def token_of(entity: str, facts: Plain) -> str:
    """Return somebody's token: a gateway's where the story says so."""
    providers = facts.get("gateways", {}).get(entity)
    if providers:
        return token(entity, *SCOPES, "gateway", providers=tuple(providers))
    return token(entity, *SCOPES)
