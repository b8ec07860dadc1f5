"""The audit's tables. All but violations and repeat counts are append-only (see the first migration).

Principals, credentials and memories are plain numbers without foreign keys: erasing a person blanks
the principal and leaves the event; names are joined when read, by an app above."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Case, Func, Value, When
from django.db.models.functions import Now


class Event(models.Model):
    """One thing that happened; written in the transaction of what it records."""

    id = models.BigAutoField(primary_key=True)
    public = models.UUIDField(default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    xid = models.BigIntegerField(
        db_default=Func(function="audit_xid", output_field=models.BigIntegerField()), editable=False
    )
    action = models.TextField()
    actor_id = models.BigIntegerField(null=True)
    acting_id = models.BigIntegerField(null=True)
    behalf_id = models.BigIntegerField(null=True)
    credential_id = models.BigIntegerField(null=True)
    object_type = models.TextField(default="")
    object_id = models.TextField(default="")
    reason = models.TextField(default="")
    outcome = models.TextField(default="ok")
    code = models.TextField(default="")
    details = models.JSONField(default=dict)
    request_id = models.TextField(default="")
    door = models.TextField(default="")

    class Meta:
        db_table = "audit_event"
        indexes = [
            models.Index(fields=["at", "id"], name="audit_event_time"),
            models.Index(fields=["xid"], name="audit_event_xid"),
            models.Index(fields=["actor_id", "at", "id"], name="audit_event_actor"),
            models.Index(fields=["object_type", "object_id", "at", "id"], name="audit_event_object"),
            models.Index(fields=["request_id"], name="audit_event_request"),
        ]


class Seal(models.Model):
    """A signed hash over a batch of events, chained to the seal before it (rules/chain.py)."""

    number = models.BigIntegerField(primary_key=True)
    kind = models.TextField()
    at = models.DateTimeField()
    from_xid = models.BigIntegerField()
    to_xid = models.BigIntegerField()
    xid_offset = models.BigIntegerField()
    count = models.BigIntegerField()
    last_event_id = models.BigIntegerField()
    reason = models.TextField(default="")
    entries = models.BinaryField()
    batch_hash = models.BinaryField()
    previous_hash = models.BinaryField(unique=True)
    chain_hash = models.BinaryField(unique=True)
    public_key = models.BinaryField()
    signature = models.BinaryField()

    class Meta:
        db_table = "audit_seal"
        indexes = [
            models.Index(fields=["xid_offset"], name="audit_seal_gap", condition=models.Q(kind="gap")),
        ]


class Recall(models.Model):
    """One request that returned content: who asked and under which rules, never what came back."""

    id = models.BigAutoField(primary_key=True)
    public = models.UUIDField(unique=True, editable=False)
    at = models.DateTimeField()
    actor_id = models.BigIntegerField(null=True)
    acting_id = models.BigIntegerField(null=True)
    behalf_id = models.BigIntegerField(null=True)
    credential_id = models.BigIntegerField(null=True)
    application = models.TextField(default="")
    context_session_id = models.BigIntegerField(null=True)
    query_hash = models.TextField(default="")
    query = models.TextField(null=True)
    policy_version = models.IntegerField(default=0)
    detector_version = models.TextField(default="")
    door = models.TextField(default="")
    request_id = models.TextField(default="")
    # From the snapshot to the record, by the database's clock, which is the column's default there.
    took_ms = models.FloatField(null=True)

    class Meta:
        db_table = "audit_recall"
        indexes = [
            models.Index(fields=["at", "id"], name="audit_recall_time"),
            models.Index(fields=["actor_id", "at", "id"], name="audit_recall_actor"),
            models.Index(fields=["request_id"], name="audit_recall_request"),
        ]


class Delivery(models.Model):
    """One memory of one recall: decision, tier and role; no content."""

    id = models.BigAutoField(primary_key=True)
    recall = models.ForeignKey(Recall, on_delete=models.PROTECT, related_name="deliveries")
    position = models.IntegerField()
    memory_id = models.BigIntegerField()
    memory_version = models.IntegerField()
    tier = models.TextField()
    provenance = models.TextField()
    decision = models.TextField()
    reason = models.TextField()
    role = models.TextField()
    quoted = models.BooleanField()
    sanitized = models.BooleanField()
    instruction_like = models.BooleanField()
    kind = models.TextField(default="")
    source_type = models.TextField(default="")
    epistemic = models.TextField(default="")
    confidence = models.FloatField(null=True)
    owner_id = models.BigIntegerField(null=True)
    # The grantee through whom it was seen; null for its owner.
    through_id = models.BigIntegerField(null=True)
    # The ids of the detector's rules that matched, with spaces between.
    rules = models.TextField(default="")

    class Meta:
        db_table = "audit_delivery"
        indexes = [models.Index(fields=["memory_id", "id"], name="audit_delivery_memory")]


class RefusalRepeat(models.Model):
    """How often the same refusal happened within one minute; the first is an event."""

    id = models.BigAutoField(primary_key=True)
    minute = models.DateTimeField()
    actor_id = models.BigIntegerField(null=True)
    action = models.TextField()
    object_type = models.TextField()
    object_id = models.TextField()
    code = models.TextField()
    count = models.BigIntegerField(default=1)
    told = models.BooleanField(default=False)

    class Meta:
        db_table = "audit_refusal_repeat"
        constraints = [
            models.UniqueConstraint(
                fields=["minute", "actor_id", "action", "object_type", "object_id", "code"],
                nulls_distinct=False,
                name="audit_refusal_once",
            )
        ]
        indexes = [
            models.Index(
                fields=["minute"], name="audit_refusal_untold", condition=models.Q(told=False, count__gt=1)
            )
        ]


class Violation(models.Model):
    """Something that must not happen and did, or was stopped; its evidence is masked."""

    id = models.BigAutoField(primary_key=True)
    public = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    last_at = models.DateTimeField()
    repeats = models.IntegerField(default=0)
    kind = models.TextField()
    severity = models.TextField()
    status = models.TextField(default="open")
    owner_id = models.BigIntegerField(null=True)
    accessor_id = models.BigIntegerField(null=True)
    credential_id = models.BigIntegerField(null=True)
    memory_id = models.BigIntegerField(null=True)
    recall = models.UUIDField(null=True)
    trust = models.FloatField(null=True)
    query = models.TextField(default="")
    response = models.TextField(default="")
    spans = models.JSONField(default=list)
    score = models.FloatField(null=True)
    action_taken = models.TextField(default="")
    details = models.JSONField(default=dict)
    request_id = models.TextField(default="")
    dedupe_key = models.TextField()
    hour = models.DateTimeField()
    assignee_id = models.BigIntegerField(null=True)
    resolution = models.TextField(default="")
    changed_at = models.DateTimeField(db_default=Now())
    version = models.IntegerField(db_default=1)
    # How bad it is as a number, so that the queue is walked by an index.
    rank = models.GeneratedField(
        expression=Case(
            When(severity="critical", then=Value(3)),
            When(severity="high", then=Value(2)),
            When(severity="medium", then=Value(1)),
            default=Value(0),
        ),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )

    class Meta:
        db_table = "audit_violation"
        constraints = [models.UniqueConstraint(fields=["dedupe_key", "hour"], name="audit_violation_once")]
        indexes = [
            models.Index(fields=["status", "at", "id"], name="audit_violation_queue"),
            models.Index(fields=["rank", "at", "id"], name="audit_violation_rank"),
            models.Index(fields=["at", "id"], name="audit_violation_time"),
            models.Index(fields=["owner_id", "at"], name="audit_violation_owner"),
            models.Index(fields=["accessor_id", "at"], name="audit_violation_accessor"),
        ]
