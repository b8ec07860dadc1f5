"""The tables of long work: jobs, and the files they leave behind."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Job(models.Model):
    """One piece of long work: what, for whom, how far, and how it ended. Ids, codes and numbers only."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    # Who asked, as the fields of a Caller: the work is done with those rights and no others.
    caller = models.JSONField(default=dict)
    started_by = models.BigIntegerField()
    state = models.CharField(max_length=10, default="queued")
    stage = models.CharField(max_length=40, blank=True, default="")
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(null=True)
    result = models.JSONField(default=dict)
    errors = models.JSONField(default=list)
    error_count = models.IntegerField(default=0)
    cancel_asked = models.BooleanField(default=False)
    attempts = models.IntegerField(default=0)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["started_by", "-id"]),
            models.Index(
                fields=["state"], condition=models.Q(state__in=["queued", "running"]), name="open_jobs"
            ),
        ]


class JobFile(models.Model):
    """A file on its way to a job, or left by one, kept for a while in pieces: every machine can read it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    # The job that made it; null for one that somebody sent.
    job = models.OneToOneField(Job, null=True, on_delete=models.CASCADE, related_name="file")
    # Whom it is about: that person and its custodians fetch it, or nobody but that person itself.
    about_id = models.BigIntegerField()
    alone = models.BooleanField(default=False)
    name = models.CharField(max_length=120)
    media_type = models.CharField(max_length=80)
    size = models.BigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)


class JobFilePiece(models.Model):
    """Some bytes of a file, in order."""

    file = models.ForeignKey(JobFile, on_delete=models.CASCADE, related_name="pieces")
    position = models.IntegerField()
    content = models.BinaryField()
    # What has come into the file since the piece before, as rows of numbers of one length that only whoever
    # made it reads, to ask again before it is handed out.
    holds = ArrayField(ArrayField(models.BigIntegerField()), default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "position"], name="one_piece_per_place")]
