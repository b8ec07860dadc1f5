"""Statements drawn from private memories to be shared without them, and the links only their owners see."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("consent", "0012_model_readings"),
        ("profiles", "0005_layers_kept"),
    ]

    operations = [
        migrations.CreateModel(
            name="Generalization",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("statement", models.TextField(blank=True, default="")),
                ("note", models.TextField(blank=True, default="")),
                (
                    "access_grants",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), default=list, size=None
                    ),
                ),
                ("findings", models.JSONField(default=list)),
                (
                    "subjects",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("status", models.CharField(default="open", max_length=10)),
                ("proposed_by", models.BigIntegerField()),
                ("proposed_lineage", models.BigIntegerField(null=True)),
                ("by_agent", models.BooleanField(default=True)),
                ("door", models.CharField(default="rest", max_length=10)),
                ("max_provenance", models.CharField(default="untrusted", max_length=24)),
                ("application", models.CharField(blank=True, default="", max_length=100)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                ("answered_by", models.BigIntegerField(null=True)),
                ("answer_reason", models.CharField(blank=True, default="", max_length=500)),
                ("review", models.CharField(blank=True, default="", max_length=12)),
                ("review_since", models.DateTimeField(null=True)),
                ("reviewed_at", models.DateTimeField(null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="profiles.principal"
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="consent.memory",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="consent.memory",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["owner", "-at"], name="consent_generalized_by"),
                    models.Index(fields=["source"], name="consent_gen_source__023037_idx"),
                    models.Index(fields=["status", "-at"], name="consent_generalized_open"),
                ],
            },
        ),
        migrations.RunSQL(
            (Path(__file__).parent / "sql" / "generalizations.sql").read_text(),
            "DROP TRIGGER generalizations_of_source ON consent_memory; "
            "DROP FUNCTION consent_generalization_source()",
        ),
    ]
