"""The installation's policy, and what persons ask about their own data."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from profiles.models import Principal


class Policy(models.Model):
    """One version of the installation's policy; the newest counts."""

    version = models.IntegerField(unique=True)
    settings = models.JSONField(default=dict)
    author_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    at = models.DateTimeField()


class RightsRequest(models.Model):
    """What a person asks about its own data: a copy, its erasure, a correction; each has a day it is due."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=14)
    subject = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=12, default="open")
    asked_by = models.BigIntegerField()
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True, default="")
    # What a correction is about, and what is right according to the person.
    memory_id = models.BigIntegerField(null=True)
    statement = models.TextField(blank=True, default="")
    # Names in memories that are not about the person stay.
    keep_mentions = models.BooleanField(default=False)
    decided_by = models.BigIntegerField(null=True)
    decided_at = models.DateTimeField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")
    job = models.UUIDField(null=True)
    # Keyed digests of what is being erased, for the search afterwards, as they were kept before there were
    # stretches of them; those of an erasure that was under way then. Gone when clean.
    marks = ArrayField(models.BigIntegerField(), default=list)
    # The memories it deleted, so that nothing that was derived from them stays unseen; gone when clean.
    removed = ArrayField(models.BigIntegerField(), default=list)
    counts = models.JSONField(default=dict)
    certificate = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "due_at"], name="consent_rights_due"),
            models.Index(fields=["subject", "-asked_at"], name="consent_rights_subject"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["subject"],
                condition=models.Q(kind="erasure", state__in=["open", "running", "incomplete"]),
                name="one_erasure_at_a_time",
            )
        ]


class ErasureMarks(models.Model):
    """Keyed digests of runs of words of what is being erased, to search by afterwards; gone when clean.

    A stretch of them a row, in order: no row grows with what a person had."""

    request = models.ForeignKey(RightsRequest, on_delete=models.CASCADE, related_name="stretches")
    marks = ArrayField(models.BigIntegerField())
