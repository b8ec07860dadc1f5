"""Reviewing violations: a version to change from and the severity as a number; how long a recall took.

The time is the column's default, so that it is measured by the one statement that writes the record; rows
from before keep none."""

from django.db import migrations, models
from django.db.models import Case, Value, When

TOOK = """
ALTER TABLE audit_recall ALTER COLUMN took_ms
SET DEFAULT round((extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000)::numeric, 3)
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_guards")]

    operations = [
        migrations.AddField("recall", "took_ms", models.FloatField(null=True)),
        migrations.RunSQL(sql=TOOK, reverse_sql="ALTER TABLE audit_recall ALTER COLUMN took_ms DROP DEFAULT"),
        migrations.AddField(
            "violation",
            "rank",
            models.GeneratedField(
                expression=Case(
                    When(severity="critical", then=Value(3)),
                    When(severity="high", then=Value(2)),
                    When(severity="medium", then=Value(1)),
                    default=Value(0),
                ),
                output_field=models.SmallIntegerField(),
                db_persist=True,
            ),
        ),
        migrations.AddField("violation", "version", models.IntegerField(db_default=1)),
        migrations.AddIndex("violation", models.Index(fields=["rank", "at", "id"], name="audit_violation_rank")),
        migrations.AddIndex("violation", models.Index(fields=["at", "id"], name="audit_violation_time")),
        migrations.AddIndex(
            "violation", models.Index(fields=["owner_id", "at"], name="audit_violation_owner")
        ),
    ]
