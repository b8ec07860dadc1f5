"""Files on their way in or out, and what came from one."""

from __future__ import annotations

import uuid

from django.db import models

from consent.models.memories import Memory
from profiles.models import Principal


class Imported(models.Model):
    """A line of a file that became a memory: the same line again does nothing. Digests, never text."""

    owner = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    # Keyed, so that nobody can try lines against it: of the line, and of the id the file gave it.
    digest = models.BinaryField(max_length=32)
    name = models.BinaryField(max_length=32, null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="one_row_per_line")]
        indexes = [models.Index(fields=["owner", "name"], name="consent_imported_name")]


class MovingFile(models.Model):
    """A file on its way in or out, kept until its job is done with it, or for a day to be fetched."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="+")
    outgoing = models.BooleanField(default=False)
    format = models.CharField(max_length=20)
    size = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)


class MovingChunk(models.Model):
    """A stretch of a file: in the database, because a worker may be on another machine than the site."""

    file = models.ForeignKey(MovingFile, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    place = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "place"], name="one_chunk_per_place")]
