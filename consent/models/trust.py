"""How far owners trust accessors, what was asked and what a record speaks for."""

from __future__ import annotations

import uuid

from django.db import models

from profiles.models import Principal


class TrustRelationship(models.Model):
    """How far an owner trusts an accessor or collective (`*` is the owner's own default)."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    context = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    base_trust = models.FloatField(null=True)
    summary = models.CharField(max_length=500, blank=True, default="")
    reason = models.CharField(max_length=500, blank=True, default="")
    require_validation = models.BooleanField(default=False)
    strict_mode = models.BooleanField(default=False)
    auto_lower = models.BooleanField(default=False)
    version = models.IntegerField(default=1)
    last_updated = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor", "context"], nulls_distinct=False, name="one_relationship"
            )
        ]


class TrustChange(models.Model):
    """The history of a relationship, each step with who and why."""

    relationship = models.ForeignKey(TrustRelationship, on_delete=models.CASCADE, related_name="history")
    base_trust = models.FloatField(null=True)
    strict_mode = models.BooleanField(default=False)
    require_validation = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True, default="")
    changed_by = models.BigIntegerField(null=True)
    at = models.DateTimeField()


class TrustRequest(models.Model):
    """What an accessor asked of an owner; the owner answers."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    wanted = models.FloatField()
    reason = models.CharField(max_length=500, blank=True, default="")
    status = models.CharField(max_length=10, default="open")
    asked_by = models.BigIntegerField(null=True)
    asked_lineage = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor"], condition=models.Q(status="open"), name="one_open_trust_request"
            )
        ]


class TrustSuggestion(models.Model):
    """A change of trust that the record of an accessor speaks for; a person answers it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    base_trust = models.FloatField()
    suggested = models.FloatField()
    # Counts and ids of violations: what it rests on, never what was said.
    evidence = models.JSONField(default=dict)
    status = models.CharField(max_length=10, default="open")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor"], condition=models.Q(status="open"), name="one_open_suggestion"
            )
        ]
        indexes = [models.Index(fields=["status", "owner"], name="consent_suggestion_waiting")]
