"""What each tier shows of a memory, and what has it made anew or looked at."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from consent.models.memories import Label, Memory
from profiles.models import Principal


class Rendering(models.Model):
    """What one tier shows of a memory, with the columns a search at that tier may look into."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="renderings", db_index=False)
    tier = models.SmallIntegerField()
    ceiling_tier = models.SmallIntegerField()
    # Copied from the memory's row, which holds the constraints: checked once there, not once a tier.
    label = models.ForeignKey(
        Label, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    owner = models.ForeignKey(
        Principal, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    # Grantees with the tier coded in (rules/audience.py), so that one index holds both.
    audience = ArrayField(models.BigIntegerField())
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=12, default="active")
    title = models.TextField(default="")
    body = models.TextField(default="")
    tags = ArrayField(models.TextField(), default=list)
    location = models.JSONField(default=dict)
    date_words = models.TextField(default="")
    # The time at the tier's precision: sorting by it tells no more than the tier shows.
    shown_at = models.DateTimeField()
    subjects = ArrayField(models.BigIntegerField(), default=list)
    source_id = models.BigIntegerField(null=True)
    context_id = models.BigIntegerField(null=True)
    language = models.CharField(max_length=20, default="simple")
    tsv = SearchVectorField()
    length = models.IntegerField(default=0)
    epistemic_status = models.CharField(max_length=10, default="observed")
    importance = models.FloatField(default=0.5)
    valid_until = models.DateTimeField(null=True)
    public_id = models.UUIDField()
    version = models.IntegerField(default=1)
    provenance = models.CharField(max_length=24, default="untrusted")
    confidence = models.FloatField(null=True)
    source_type = models.CharField(max_length=24, default="unknown")
    # The newest Remaking known when the names it hides were read.
    made_under = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "tier"], name="one_rendering_per_tier")]
        indexes = [
            models.Index(fields=["label"]),
            # Pages walk this where much may be seen, and the search index where little may.
            models.Index(fields=["shown_at", "public_id", "tier"]),
        ]


class SearchedLanguage(models.Model):
    """A search configuration that some rendering was written in; triggers fill it, nothing leaves it."""

    name = models.CharField(max_length=20, primary_key=True)


class Reveal(models.Model):
    """A look of an administrator at what one memory of somebody else says: why, how long, who allowed it.

    The owner and its custodians read these rows; what the memory says is in none of them.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    asked_at = models.DateTimeField()
    # Open at once, or by another administrator's yes where the hour's share was used up.
    state = models.CharField(max_length=8)
    answered_by = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=("open", "waiting", "refused")), name="reveal_state"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="open") | models.Q(until__isnull=False),
                name="open_reveals_end",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_by=None) | ~models.Q(answered_by=models.F("asked_by")),
                name="nobody_allows_its_own_reveal",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="reveals_say_why"),
        ]
        indexes = [models.Index(fields=["asked_by", "asked_at"], name="reveals_of_one")]


class ModelReading(models.Model):
    """Which version of a memory which model read for names and places; what it found is in the memory."""

    memory = models.OneToOneField(Memory, on_delete=models.CASCADE, primary_key=True, related_name="+")
    version = models.IntegerField()
    model = models.CharField(max_length=200)
    read_at = models.DateTimeField()


class Remaking(models.Model):
    """Renderings below full that must be made anew: of memories about a principal, or all of them (null).

    Written by triggers in the transaction that changes a name; numbered in the order of their commits. Until
    it is done, what was made under an earlier one shows its generic line and is found by no words.
    """

    principal = models.ForeignKey(Principal, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=models.Q(done_at=None), name="open_remakings"),
        ]
