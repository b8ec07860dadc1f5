"""The audit's tables; 0002 guards them.

Seals come first: the transaction number of an event counts on from the last declared gap, because a
restored cluster starts counting again (see services/sealing.py)."""

import django.db.models.deletion
import django.db.models.functions.datetime
import uuid
from django.db import migrations, models

XID_FUNCTION = """
CREATE FUNCTION audit_xid() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL UNSAFE AS $$
  SELECT pg_current_xact_id()::text::bigint
       + coalesce((SELECT max(xid_offset) FROM audit_seal WHERE kind = 'gap'), 0)
$$
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("at", models.DateTimeField()),
                ("from_xid", models.BigIntegerField()),
                ("to_xid", models.BigIntegerField()),
                ("xid_offset", models.BigIntegerField()),
                ("count", models.BigIntegerField()),
                ("last_event_id", models.BigIntegerField()),
                ("reason", models.TextField(default="")),
                ("entries", models.BinaryField()),
                ("batch_hash", models.BinaryField()),
                ("previous_hash", models.BinaryField(unique=True)),
                ("chain_hash", models.BinaryField(unique=True)),
                ("public_key", models.BinaryField()),
                ("signature", models.BinaryField()),
            ],
            options={
                "db_table": "audit_seal",
                "indexes": [
                    models.Index(
                        condition=models.Q(("kind", "gap")), fields=["xid_offset"], name="audit_seal_gap"
                    )
                ],
            },
        ),
        migrations.RunSQL(sql=XID_FUNCTION, reverse_sql="DROP FUNCTION audit_xid()"),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("public", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("at", models.DateTimeField()),
                (
                    "xid",
                    models.BigIntegerField(
                        db_default=models.Func(function="audit_xid", output_field=models.BigIntegerField()),
                        editable=False,
                    ),
                ),
                ("action", models.TextField()),
                ("actor_id", models.BigIntegerField(null=True)),
                ("acting_id", models.BigIntegerField(null=True)),
                ("behalf_id", models.BigIntegerField(null=True)),
                ("credential_id", models.BigIntegerField(null=True)),
                ("object_type", models.TextField(default="")),
                ("object_id", models.TextField(default="")),
                ("reason", models.TextField(default="")),
                ("outcome", models.TextField(default="ok")),
                ("code", models.TextField(default="")),
                ("details", models.JSONField(default=dict)),
                ("request_id", models.TextField(default="")),
                ("door", models.TextField(default="")),
            ],
            options={
                "db_table": "audit_event",
                "indexes": [
                    models.Index(fields=["at", "id"], name="audit_event_time"),
                    models.Index(fields=["xid"], name="audit_event_xid"),
                    models.Index(fields=["actor_id", "at", "id"], name="audit_event_actor"),
                    models.Index(fields=["object_type", "object_id", "at", "id"], name="audit_event_object"),
                    models.Index(fields=["request_id"], name="audit_event_request"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Recall",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("public", models.UUIDField(editable=False, unique=True)),
                ("at", models.DateTimeField()),
                ("actor_id", models.BigIntegerField(null=True)),
                ("acting_id", models.BigIntegerField(null=True)),
                ("behalf_id", models.BigIntegerField(null=True)),
                ("credential_id", models.BigIntegerField(null=True)),
                ("application", models.TextField(default="")),
                ("context_session_id", models.BigIntegerField(null=True)),
                ("query_hash", models.TextField(default="")),
                ("query", models.TextField(null=True)),
                ("policy_version", models.IntegerField(default=0)),
                ("detector_version", models.TextField(default="")),
                ("door", models.TextField(default="")),
                ("request_id", models.TextField(default="")),
            ],
            options={
                "db_table": "audit_recall",
                "indexes": [
                    models.Index(fields=["at", "id"], name="audit_recall_time"),
                    models.Index(fields=["actor_id", "at", "id"], name="audit_recall_actor"),
                    models.Index(fields=["request_id"], name="audit_recall_request"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RefusalRepeat",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("minute", models.DateTimeField()),
                ("actor_id", models.BigIntegerField(null=True)),
                ("action", models.TextField()),
                ("object_type", models.TextField()),
                ("object_id", models.TextField()),
                ("code", models.TextField()),
                ("count", models.BigIntegerField(default=1)),
                ("told", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "audit_refusal_repeat",
                "indexes": [
                    models.Index(
                        condition=models.Q(("count__gt", 1), ("told", False)),
                        fields=["minute"],
                        name="audit_refusal_untold",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("minute", "actor_id", "action", "object_type", "object_id", "code"),
                        name="audit_refusal_once",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Violation",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("public", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                ("repeats", models.IntegerField(default=0)),
                ("kind", models.TextField()),
                ("severity", models.TextField()),
                ("status", models.TextField(default="open")),
                ("owner_id", models.BigIntegerField(null=True)),
                ("accessor_id", models.BigIntegerField(null=True)),
                ("credential_id", models.BigIntegerField(null=True)),
                ("memory_id", models.BigIntegerField(null=True)),
                ("recall", models.UUIDField(null=True)),
                ("trust", models.FloatField(null=True)),
                ("query", models.TextField(default="")),
                ("response", models.TextField(default="")),
                ("spans", models.JSONField(default=list)),
                ("score", models.FloatField(null=True)),
                ("action_taken", models.TextField(default="")),
                ("details", models.JSONField(default=dict)),
                ("request_id", models.TextField(default="")),
                ("dedupe_key", models.TextField()),
                ("hour", models.DateTimeField()),
                ("assignee_id", models.BigIntegerField(null=True)),
                ("resolution", models.TextField(default="")),
                ("changed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "db_table": "audit_violation",
                "indexes": [
                    models.Index(fields=["status", "at", "id"], name="audit_violation_queue"),
                    models.Index(fields=["accessor_id", "at"], name="audit_violation_accessor"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("dedupe_key", "hour"), name="audit_violation_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("position", models.IntegerField()),
                ("memory_id", models.BigIntegerField()),
                ("memory_version", models.IntegerField()),
                ("tier", models.TextField()),
                ("provenance", models.TextField()),
                ("decision", models.TextField()),
                ("reason", models.TextField()),
                ("role", models.TextField()),
                ("quoted", models.BooleanField()),
                ("sanitized", models.BooleanField()),
                ("instruction_like", models.BooleanField()),
                (
                    "recall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deliveries",
                        to="audit.recall",
                    ),
                ),
            ],
            options={
                "db_table": "audit_delivery",
                "indexes": [models.Index(fields=["memory_id", "id"], name="audit_delivery_memory")],
            },
        ),
    ]
