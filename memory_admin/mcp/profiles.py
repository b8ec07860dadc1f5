"""The tools of profiles and prompts: get, propose, build. Whatever a model asks here stays a proposal."""

from __future__ import annotations

from consent.prompt import build
from consent.serializers.prompt import PromptBody
from consent.shapes.prompt import built, prompt_of
from memory_admin.mcp.call import Call, Fields
from memory_admin.mcp.fenced import without_texts
from profiles.models import ProfileProposal
from profiles.queries.principals import entity_ids
from profiles.queries.profile_fields import fields
from profiles.serializers import layers_shown
from profiles.services import profiles, proposals, reading

__all__ = ["get", "prompt", "propose"]


def get(call: Call) -> Fields:
    """Return the profile of the token's principal, and what may be in it."""
    return layers_shown.profile(reading.read(by=call.by, now=call.now), call.by.acting, fields())


def propose(call: Call) -> Fields:
    """Put a change before the person, who takes it or not elsewhere, even where the token is the person's."""
    changes = profiles.checked(call.query["fields"], call.by)

    def effect() -> Fields:
        made = proposals.propose(changes, by=call.by, now=call.now, reason=call.query["reason"])
        return {"proposal": made.pk}

    row = ProfileProposal.objects.get(pk=call.once(effect)["proposal"])
    return layers_shown.proposal(row, entity_ids([row.proposed_by]))


def prompt(call: Call) -> Fields:
    """Return the layered prompt of the token's principal."""
    asked = PromptBody.shared().validate(dict(call.query))
    asked["recall"]["visibility"] = "context"  # what is read regardless of context is not read over MCP
    answer = built(build(prompt_of(asked), by=call.by, now=call.now))
    found = answer["recalled"]
    if found is not None:
        answer["recalled"] = {**found, "items": without_texts(found["items"])}
    return answer
