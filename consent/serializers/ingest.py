"""The shape of messages with items pointing at them."""

from __future__ import annotations

from typing import Any

from consent.serializers.memories import CONTENT, EPISTEMIC, MemoryBody, entity
from memory_admin.http.fields import ChoiceOf, EachOf, FlagField, ListOf, TextField, TimeField, refuse
from memory_admin.http.serializer import StrictSerializer

MESSAGE_ID = 200


class IngestMessage(StrictSerializer):
    """One message: its role decides what authority its words start with, never the item that points at it."""

    id = TextField(max_length=MESSAGE_ID)
    role = TextField(max_length=40)
    content = TextField(max_length=CONTENT)
    author = entity(allow_null=True, default=None)
    uri = TextField(max_length=2000, allow_null=True, default=None)
    at = TimeField(allow_null=True, default=None)


class IngestItem(MemoryBody):
    """A memory drawn from a message; without content it is the message's own."""

    message_id = TextField(max_length=MESSAGE_ID)
    content = TextField(max_length=CONTENT, allow_null=True, default=None)
    epistemic_status = ChoiceOf(EPISTEMIC, allow_null=True, default=None)
    source = None  # type: ignore[assignment]


class IngestBody(StrictSerializer):
    messages = ListOf(IngestMessage(), max_items=1000, min_items=1)
    items = EachOf(IngestItem(), max_items=1000, min_items=1)
    atomic = FlagField(default=False)
    context_session = TextField(max_length=60, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take each message id once: an item must point at one message."""
        seen: set[str] = set()
        for place, message in enumerate(attrs["messages"]):
            if message["id"] in seen:
                refuse("Another message here has this id already.", path=f"messages.{place}.id")
            seen.add(message["id"])
        return attrs
