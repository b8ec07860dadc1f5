import django.db.models.deletion
from django.db import migrations, models

GRANTS = """
GRANT SELECT, INSERT, DELETE ON jobs_jobfile, jobs_jobfilepiece TO memory_admin_app;
GRANT USAGE ON SEQUENCE jobs_jobfile_id_seq, jobs_jobfilepiece_id_seq TO memory_admin_app;
"""


class Migration(migrations.Migration):
    dependencies = [("jobs", "0002_rights")]
    operations = [
        migrations.CreateModel(
            name="JobFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about_id", models.BigIntegerField(null=True)),
                ("name", models.CharField(max_length=120)),
                ("media_type", models.CharField(max_length=80)),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="file", to="jobs.job"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JobFilePiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.IntegerField()),
                ("content", models.BinaryField()),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pieces", to="jobs.jobfile"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("file", "position"), name="one_piece_per_place")
                ],
            },
        ),
        migrations.RunSQL(GRANTS, migrations.RunSQL.noop),
    ]
