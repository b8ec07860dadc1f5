"""What an erasure searches by is kept some at a time, so that no row grows with what a person had."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0026_samples_looked_at")]
    operations = [
        migrations.CreateModel(
            "ErasureMarks",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("marks", django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), size=None)),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stretches",
                        to="consent.rightsrequest",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(
            "GRANT SELECT, INSERT, DELETE ON consent_erasuremarks TO memory_admin_app;"
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app",
            migrations.RunSQL.noop,
        ),
    ]
