"""Who agreed to what, and what an asker was told."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from consent.models.memories import Memory
from profiles.models import Principal


class Consent(models.Model):
    """Who agreed to what, how we know, and until when."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    grantor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    grantee = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    scope = models.CharField(max_length=8)
    scope_memory = models.ForeignKey(Memory, null=True, on_delete=models.CASCADE, related_name="+")
    scope_entity = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=40, default="unspecified")
    status = models.CharField(max_length=10)
    evidence = models.CharField(max_length=10, null=True)
    # What a file that an administrator put back said it rests on: kept for the next file, counts for nothing.
    stated_evidence = models.CharField(max_length=10, null=True)
    recorded_by = models.BigIntegerField(null=True)
    recorded_lineage = models.BigIntegerField(null=True)
    asked_by = models.BigIntegerField(null=True)
    asked_lineage = models.BigIntegerField(null=True)
    participants = ArrayField(models.BigIntegerField(), default=list)
    requested_at = models.DateTimeField(null=True)
    granted_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    denied_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    decided_by = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["grantor", "status"]),
            models.Index(fields=["grantee", "status"]),
            models.Index(fields=["grantor", "scope", "scope_memory", "scope_entity"]),
        ]
        constraints = [
            # One standing record per (grantor, grantee, scope): a new word replaces the old one.
            models.UniqueConstraint(
                fields=["grantor", "grantee", "scope", "scope_memory", "scope_entity"],
                condition=models.Q(status__in=["requested", "active", "denied"]),
                nulls_distinct=False,
                name="one_standing_consent",
            )
        ]


class ConsentAsking(models.Model):
    """What an asker was told when it asked: the same line whether or not anyone was asked.

    Names are kept as written, because what was named may not exist or may be hidden from the asker.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    asker = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    asked_by = models.BigIntegerField()
    lineage = models.BigIntegerField(null=True)
    grantor = models.CharField(max_length=161)
    grantee = models.CharField(max_length=161)
    scope = models.CharField(max_length=170)
    purpose = models.CharField(max_length=40)
    expires_at = models.DateTimeField(null=True)
    # The record that stands for it, where one was made.
    consent = models.ForeignKey(Consent, null=True, on_delete=models.SET_NULL, related_name="askings")
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["asker", "-created_at", "-public_id"]),
            models.Index(fields=["asked_by", "grantor", "grantee", "scope"]),
        ]
