"""Shared knowledge: drafts with what the checks found, approval, sending back."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from memory_admin.http import cursor, declared
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.request import ApiRequest
from profiles.api.writing import kept, once
from profiles.models import KnowledgeNote
from profiles.queries.knowledge import note_by_id, notes_for
from profiles.queries.principals import entity_ids
from profiles.serializers import layers, layers_shown
from profiles.services import knowledge
from profiles.types import Caller


class Knowledge(Endpoint):
    """The notes there are."""

    scope = "knowledge"
    takes = layers.KnowledgeBody
    takes_query = layers.KnowledgeQuery
    returns = {"GET": declared.page_of(layers.KnowledgeShape), "POST": {201: layers.KnowledgeShape}}

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return a page of notes: those approved and one's own; all to who oversees."""
        by, page = request.caller, cursor.paging(request)
        rows = notes_for(by)
        if status := request.query.get("status"):
            rows = rows.filter(status=status)
        found = rows_of(rows, page)
        names = entity_ids({row.drafted_by for row in found})
        return page.page(
            found, key=lambda row: (row.pk,), show=lambda row: layers_shown.knowledge(row, names, by)
        )

    def post(self, request: ApiRequest) -> Response:
        """Draft a note; the answer says what the checks found."""
        by, now, given = request.caller, timezone.now(), request.taken
        made = once(request, lambda: knowledge.draft(given["text"], given["title"], by=by, now=now).pk)
        return answer(_shown(kept(KnowledgeNote.objects.all(), made), by), status=201)


class ApproveKnowledge(Endpoint):
    """Let a note into prompts."""

    scope = "knowledge"
    takes = layers.ApproveBody
    returns = layers.KnowledgeShape

    def post(self, request: ApiRequest, note: str) -> dict[str, Any]:
        """Approve a draft that says nothing of anybody; an administrator's act."""
        by, now, given = request.caller, timezone.now(), request.taken
        knowledge.require_reviewer(note, by)
        word = knowledge.Word(given["acknowledge"], given["reason"])
        once(request, lambda: knowledge.approve(note, word, by=by, now=now).pk)
        return _shown(note_by_id(note), by)


class DeclineKnowledge(Endpoint):
    """Send a draft back, or take a note out of prompts."""

    scope = "knowledge"
    takes = layers.AnswerBody
    returns = layers.KnowledgeShape

    def post(self, request: ApiRequest, note: str) -> dict[str, Any]:
        """Decline a draft or an approved note; an administrator's act."""
        by, now, reason = request.caller, timezone.now(), request.taken["reason"]
        knowledge.require_reviewer(note, by)
        once(request, lambda: knowledge.decline(note, by=by, now=now, reason=reason).pk)
        return _shown(note_by_id(note), by)


def _shown(row: KnowledgeNote, by: Caller) -> dict[str, Any]:
    return layers_shown.knowledge(row, entity_ids([row.drafted_by]), by)
