"""The layers of a prompt that are kept: system profile, principal profiles, shared knowledge."""

from __future__ import annotations

import uuid

from django.db import models


class SystemProfile(models.Model):
    """One version of the system profile; the highest number is the one in force, none is ever changed."""

    version = models.IntegerField(unique=True)
    sections = models.JSONField()
    settings = models.JSONField()
    author_id = models.BigIntegerField()
    reason = models.CharField(max_length=500)
    diff = models.TextField()
    restored_from = models.IntegerField(null=True)
    created_at = models.DateTimeField()


class ProfileField(models.Model):
    """A field principals may have in their profile, as the administrator keeps it."""

    key = models.CharField(max_length=40, unique=True)
    label = models.CharField(max_length=100)
    kind = models.CharField(max_length=10)
    max_length = models.IntegerField()
    editable = models.BooleanField(default=True)
    # Shown to its principal and to a model that serves it, masked to everybody else.
    sensitive = models.BooleanField(default=False)
    place = models.IntegerField()
    retired_at = models.DateTimeField(null=True)


class PrincipalProfile(models.Model):
    """One version of one principal's profile; the highest number is the one in force."""

    principal = models.ForeignKey("profiles.Principal", on_delete=models.CASCADE, related_name="profiles")
    version = models.IntegerField()
    fields = models.JSONField()
    changed = models.JSONField()
    # How it came about: the principal's own edit, a proposal it took, a session fact it kept.
    way = models.CharField(max_length=10)
    author_id = models.BigIntegerField()
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["principal", "version"], name="one_profile_version"),
        ]


class ProfileProposal(models.Model):
    """What an agent suggests for the profile of the principal it serves; only that principal answers."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    principal = models.ForeignKey("profiles.Principal", on_delete=models.CASCADE, related_name="proposals")
    changes = models.JSONField()
    reason = models.CharField(max_length=500, blank=True, default="")
    status = models.CharField(max_length=10, default="open")
    proposed_by = models.BigIntegerField()
    proposed_lineage = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["principal", "status", "-at"], name="proposals_of")]


class KnowledgeNote(models.Model):
    """A note about nobody; a draft until an administrator approves it, and only then in prompts."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    title = models.CharField(max_length=200, blank=True, default="")
    text = models.TextField()
    status = models.CharField(max_length=10, default="draft")
    findings = models.JSONField()
    drafted_by = models.BigIntegerField()
    drafted_lineage = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["status", "-at"], name="knowledge_by_status")]
