"""Settings with participants, and the stays in them."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from profiles.models import Principal


class Context(models.Model):
    """A setting with participants; what is written in it inherits its default grants."""

    principal = models.OneToOneField(Principal, on_delete=models.PROTECT, primary_key=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    # null: its participants and itself.
    default_grants = ArrayField(models.BigIntegerField(), null=True)
    version = models.IntegerField(default=1)
    created_at = models.DateTimeField()


class Participant(models.Model):
    """Someone listed in a context, with a role that counts only there."""

    context = models.ForeignKey(Context, on_delete=models.CASCADE, related_name="participants")
    principal = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    role = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    added_by = models.BigIntegerField(null=True)
    # When it first came: entered, or was listed by itself, its custodian or an administrator.
    came_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["context", "principal"], name="one_seat")]
        indexes = [models.Index(fields=["principal"])]


class ContextSession(models.Model):
    """One stay of a participant in a context; named by each request that reads in it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    context = models.ForeignKey(Context, on_delete=models.CASCADE, related_name="sessions")
    participant = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    role = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
