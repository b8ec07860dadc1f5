"""Tickets and validations are found by memory: an erasure asks for five hundred at a time.

Built while others write: the tables grow with every recall."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("consent", "0027_marks_by_stretches")]
    operations = [
        AddIndexConcurrently(
            "validationticket",
            GinIndex(fields=["memories"], name="consent_ticket_memories", fastupdate=False),
        ),
        AddIndexConcurrently(
            "validation",
            GinIndex(fields=["memories"], name="consent_validation_memories", fastupdate=False),
        ),
    ]
