"""Memories, what decides access to them, and what they said before."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from consent.rules.policy.vocabulary import KINDS as ALL_KINDS
from profiles.models import Principal

KINDS = list(ALL_KINDS)
STATES = ("active", "paused", "archived", "quarantined", "superseded", "erased")


class Label(models.Model):
    """The distinct (owner, source, subjects, grants, context, parents); never changed once made."""

    digest = models.BinaryField(max_length=32, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    source_attested = models.BooleanField(default=False)
    relayed = models.BooleanField(default=False)
    subjects = ArrayField(models.BigIntegerField(), default=list)
    context = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    # A consent for one memory alone gives that memory a label of its own.
    solo_memory_id = models.BigIntegerField(null=True, db_index=True)
    parents = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        indexes = [models.Index(fields=["owner"]), models.Index(fields=["context"])]


class LabelGrant(models.Model):
    """One grant of a label."""

    label = models.ForeignKey(Label, on_delete=models.CASCADE, related_name="grants")
    grantee = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    named = models.BooleanField(default=True)
    owner_agreed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["label", "grantee"], name="one_grant_per_label")]
        indexes = [models.Index(fields=["grantee"])]


class Memory(models.Model):
    """The truth about one memory; what others read of it is in its renderings."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+", db_index=False)
    label = models.ForeignKey(Label, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=20)
    title = models.TextField(null=True)
    content = models.TextField()
    summary = models.TextField(null=True)
    context_summary = models.TextField(null=True)
    tags = ArrayField(models.TextField(), default=list)
    location = models.JSONField(default=dict)
    metadata = models.JSONField(default=dict)
    language = models.CharField(max_length=20, default="simple")
    occurred_at = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)
    ceiling = models.FloatField(null=True, default=1.0)
    provenance = models.CharField(max_length=24, default="untrusted")
    # Whether the server itself saw where the text came from; a merge raises nothing else.
    provenance_attested = models.BooleanField(default=False)
    source_type = models.CharField(max_length=24, default="unknown")
    source_uri = models.TextField(null=True)
    source_message_id = models.CharField(max_length=200, null=True)
    epistemic_status = models.CharField(max_length=10, default="observed")
    verified_by_id = models.BigIntegerField(null=True)
    verified_at = models.DateTimeField(null=True)
    confidence = models.FloatField(null=True)
    importance = models.FloatField(default=0.5)
    redactions = models.JSONField(default=list)
    forbidden_terms = models.JSONField(default=list)
    forbidden_patterns = models.JSONField(default=list)
    prompt_instructions = models.TextField(null=True)
    # What a model found in this version of the text: [field, start, end, kind] each (rules/fields.py).
    findings = models.JSONField(default=list)
    state = models.CharField(max_length=12, default="active")
    superseded_by = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.IntegerField(default=1)
    # SHA-256 over owner, kind and normalized content; null once superseded or erased.
    identity = models.BinaryField(max_length=32, null=True, unique=True)
    application = models.CharField(max_length=100, blank=True, default="")
    author_id = models.BigIntegerField(null=True)
    editor_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-created_at"]),
            models.Index(fields=["label"]),
        ]


class MemoryVersion(models.Model):
    """What a memory said before an edit; gone with the memory's content on erasure."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="versions")
    version = models.IntegerField()
    fields = models.JSONField()
    editor_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "version"], name="one_row_per_version")]


class Remembered(models.Model):
    """What holds for a text though its memory is gone: set aside (no grantor), or denied to someone."""

    digest = models.BinaryField(max_length=32, db_index=True)
    grantor_id = models.BigIntegerField(null=True)
    grantee_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest", "grantor_id", "grantee_id"], nulls_distinct=False, name="remembered_once"
            )
        ]


class MemoryConflict(models.Model):
    """Two memories that say what cannot both be so; shown together, and which is known more surely."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="conflicts")
    other = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    stated_by_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "other"], name="one_conflict_per_pair")]
