"""What came from a file."""

from __future__ import annotations

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
