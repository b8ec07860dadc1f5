"""What a response has to be held against, and how it was judged."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class ValidationTicket(models.Model):
    """What a recall owes: whether its response must be validated, until when, and how often it failed.

    `words` are keyed digests of the question's words, so that what the question said is not held against the
    response; they go when the ticket is old.
    """

    recall = models.UUIDField(unique=True)
    principal_id = models.BigIntegerField()
    acting_id = models.BigIntegerField()
    credential_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    words = ArrayField(models.BigIntegerField(), default=list)
    required = models.BooleanField(default=False)
    reason = models.CharField(max_length=40, blank=True, default="")
    due_at = models.DateTimeField(null=True)
    # Owners whose strict relationship asks for it: nothing more of theirs until it comes.
    strict_owners = ArrayField(models.BigIntegerField(), default=list)
    memories = ArrayField(models.BigIntegerField(), default=list)
    state = models.CharField(max_length=10, default="open")
    reported_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.BigIntegerField(null=True)
    clear_reason = models.CharField(max_length=500, blank=True, default="")
    failed = models.IntegerField(default=0)
    found = models.IntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["acting_id", "due_at"],
                name="consent_ticket_owed",
                condition=models.Q(required=True, state="open"),
            ),
            models.Index(fields=["due_at"], name="consent_ticket_due", condition=models.Q(state="open")),
            # By memory: what an erased one was shown in.
            GinIndex(fields=["memories"], name="consent_ticket_memories", fastupdate=False),
        ]


class Validation(models.Model):
    """One validation of a response: what was found and what became of it; the response is not kept."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    recall = models.UUIDField()
    at = models.DateTimeField()
    acting_id = models.BigIntegerField()
    credential_id = models.BigIntegerField(null=True)
    score = models.FloatField()
    rules_score = models.FloatField()
    action = models.CharField(max_length=24)
    opinion = models.CharField(max_length=12, default="off")
    memories = ArrayField(models.BigIntegerField(), default=list)
    spans = models.JSONField(default=list)
    violation = models.UUIDField(null=True)
    length = models.IntegerField(default=0)
    milliseconds = models.FloatField(default=0)
    rules_version = models.CharField(max_length=20)
    # A share of what passed is looked at by a person, masked.
    sampled = models.BooleanField(default=False)
    masked = models.TextField(blank=True, default="")
    # What that person found: nothing, or that it told too much all the same.
    found = models.CharField(max_length=10, blank=True, default="")
    looked_at = models.DateTimeField(null=True)
    looked_by = models.BigIntegerField(null=True)
    look_note = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["recall", "at"]),
            models.Index(fields=["acting_id", "-at"]),
            models.Index(fields=["-at"], name="consent_validation_sample", condition=models.Q(sampled=True)),
            GinIndex(fields=["memories"], name="consent_validation_memories", fastupdate=False),
        ]
