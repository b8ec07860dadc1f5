"""What each tool takes: the shapes of REST, with what an address says there as arguments beside them."""

from __future__ import annotations

import copy
from typing import Any, Final

from consent.serializers import (
    access,
    consents,
    contexts,
    generalizing,
    memories,
    prompt,
    recall,
    validation,
)
from memory_admin.http.fields import TextField, WholeField
from memory_admin.http.query import LIMIT_DEFAULT, LIMIT_MOST, CursorField
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers import layers
from profiles.serializers.entities import LONGEST

Shape = type[StrictSerializer]
_PUBLIC_ID: Final = 40


def shape(name: str, *parts: Shape, without: tuple[str, ...] = (), **more: Any) -> Shape:
    """Return a shape with the fields of others and more of its own."""
    fields = {key: copy.deepcopy(field) for part in parts for key, field in part().get_fields().items()}
    kept = {key: field for key, field in fields.items() if key not in without}
    return type(name, (StrictSerializer,), {**more, **{k: f for k, f in kept.items() if k not in more}})


def _key() -> TextField:
    return TextField(max_length=200, required=False)


def _memory(**fields: Any) -> TextField:
    return TextField(max_length=_PUBLIC_ID, **fields)


def _page() -> dict[str, Any]:
    return {
        "limit": WholeField(low=1, high=LIMIT_MOST, default=LIMIT_DEFAULT),
        "cursor": CursorField(),
    }


ADD = shape("Add", memories.MemoryBody, idempotency_key=_key())
# Whoever reads regardless of context asks over REST: a tool's answer lands where others listen.
RECALL = shape("Recall", recall.RecallBody, without=("visibility",))
GET = shape("Get", memory=_memory(), context_session=TextField(max_length=60, required=False))
UPDATE = shape(
    "Update",
    memories.MemoryChanges,
    memory=_memory(),
    context_session=TextField(max_length=60, required=False),
    version=WholeField(low=1, high=2**31 - 1),
    idempotency_key=_key(),
)
FORGET = shape("Forget", consents.ReasonBody, memory=_memory(), idempotency_key=_key())
GENERALIZE = shape("Generalize", generalizing.GeneralizeBody, memory=_memory(), idempotency_key=_key())

ENTER = shape("Enter", contexts.EnterBody, context=TextField(max_length=LONGEST), idempotency_key=_key())
LEAVE = shape("Leave", contexts.LeaveBody, idempotency_key=_key())
SHOW = shape(
    "Show",
    context=TextField(max_length=LONGEST, required=False),
    context_session=TextField(max_length=contexts.SESSION, required=False),
)

GRANT = shape("Grant", memories.GrantBody, memory=_memory(), idempotency_key=_key())
REVOKE = shape(
    "Revoke",
    consents.ReasonBody,
    memory=_memory(),
    grantee=memories.entity(),
    idempotency_key=_key(),
)
AUDIT = shape("Audit", access.AuditQuery, **_page())
EXPLAIN = shape("Explain", access.ExplainBody)

AGREE = shape("Agree", consents.ConsentBody, idempotency_key=_key())
WITHDRAW = shape("Withdraw", consents.ReasonBody, consent=_memory(), idempotency_key=_key())
CONSENTS = shape("Consents", consents.ConsentQuery, **_page())
VALIDATE = shape("Validate", validation.ValidateBody)

PROFILE = shape("ProfileWanted")
PROPOSE = shape("Propose", layers.ProfileChanges, without=("principal", "version"), idempotency_key=_key())
_RECALLED = shape("RecalledThere", prompt.RecallOfPrompt, without=("visibility",))
# Over MCP nobody asks for another, so there is no caller to name.
PROMPT = shape("Prompt", prompt.PromptBody, without=("caller",), recall=_RECALLED(required=False))
