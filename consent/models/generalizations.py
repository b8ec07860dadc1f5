"""Beliefs drawn from private memories, with their link."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from consent.models.memories import Memory
from profiles.models import Principal


class Generalization(models.Model):
    """A statement drawn from a private memory to be shared without it, and the link between the two.

    The link is its owner's alone. Triggers cut it when the source is erased and put the result up for review;
    once the belief is written its text stands there and no longer here.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Memory, null=True, on_delete=models.DO_NOTHING, related_name="+")
    result = models.ForeignKey(Memory, null=True, on_delete=models.DO_NOTHING, related_name="+")
    statement = models.TextField(blank=True, default="")
    note = models.TextField(blank=True, default="")
    access_grants = ArrayField(models.TextField(), default=list)
    findings = models.JSONField(default=list)
    # Whom the source and what it was derived from are about: their custodians may answer.
    subjects = ArrayField(models.BigIntegerField(), default=list)
    status = models.CharField(max_length=10, default="open")
    proposed_by = models.BigIntegerField()
    proposed_lineage = models.BigIntegerField(null=True)
    by_agent = models.BooleanField(default=True)
    door = models.CharField(max_length=10, default="rest")
    max_provenance = models.CharField(max_length=24, default="untrusted")
    application = models.CharField(max_length=100, blank=True, default="")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")
    # Why the owner has to look at the result again, since when, and when it last did.
    review = models.CharField(max_length=12, blank=True, default="")
    review_since = models.DateTimeField(null=True)
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-at"], name="consent_generalized_by"),
            models.Index(fields=["source"]),
            models.Index(fields=["status", "-at"], name="consent_generalized_open"),
        ]
