"""The shapes of generalizing, of what awaits approval, and of the owner's own list."""

from __future__ import annotations

from consent.rules.generalizing import CHECKS
from consent.serializers.memories import CONTENT, OwnMemory, entities, entity
from memory_admin.http.fields import ChoiceOf, ListOf, TextField, TimeField
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.layers import AnswerBody, FindingShape, ProposalShape

STATEMENT = 2000
NOTE = 2000
_MANY = 10_000


class GeneralizeBody(StrictSerializer):
    """What is to be said without its source, to whom, and which warnings were looked at."""

    statement = TextField(max_length=STATEMENT)
    access_grants = entities(default=list)
    abstraction_note = TextField(max_length=NOTE, blank=True, default="")
    acknowledge = ListOf(ChoiceOf(CHECKS), max_items=len(CHECKS), default=list)


class Review(StrictSerializer):
    because = ChoiceOf(["revoked", "erased", "quarantined"])
    since = TimeField()
    reviewed_at = TimeField(allow_null=True)


class GeneralizationShape(StrictSerializer):
    """A generalization; source, memory and review only to its owner."""

    id = TextField(max_length=40)
    kind = TextField(max_length=20)
    status = ChoiceOf(["open", "accepted", "declined"])
    proposed_by = entity(allow_null=True)
    reason = TextField(max_length=500, blank=True)
    created_at = TimeField()
    answered_at = TimeField(allow_null=True)
    statement = TextField(max_length=CONTENT, blank=True)
    access_grants = entities()
    abstraction_note = TextField(max_length=NOTE, blank=True)
    findings = ListOf(FindingShape(), max_items=_MANY)
    source = TextField(max_length=40, allow_null=True)  # type: ignore[assignment]
    memory = TextField(max_length=40, allow_null=True)
    review = Review(allow_null=True)


class Awaiting(StrictSerializer):
    """A statement that somebody else has to approve first."""

    id = TextField(max_length=40)
    status = ChoiceOf(["awaiting_approval"])
    statement = TextField(max_length=STATEMENT)
    access_grants = entities()
    findings = ListOf(FindingShape(), max_items=_MANY)


class Generalized(OwnMemory):
    """The belief as its owner reads it, with what the checks said of it."""

    status = ChoiceOf(["created"])
    generalization = TextField(max_length=40)
    findings = ListOf(FindingShape(), max_items=_MANY)


class AcceptBody(AnswerBody):
    """A yes, and of a statement the checks whose warnings were looked at."""

    acknowledge = ListOf(ChoiceOf(CHECKS), max_items=len(CHECKS), default=list)


class AnyProposal(ProposalShape):
    """One thing that waits for an answer, or had one; `kind` says which of the fields are its own."""

    statement = TextField(max_length=CONTENT, blank=True, required=False)
    access_grants = entities(required=False)
    abstraction_note = TextField(max_length=NOTE, blank=True, required=False)
    findings = ListOf(FindingShape(), max_items=_MANY, required=False)
    source = TextField(max_length=40, allow_null=True, required=False)  # type: ignore[assignment]
    memory = TextField(max_length=40, allow_null=True, required=False)
    review = Review(allow_null=True, required=False)


class OwnQuery(PageQuery):
    status = ChoiceOf(["open", "accepted", "declined"], required=False)
    review = ChoiceOf(["due"], required=False)
