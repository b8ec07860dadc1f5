import uuid

import django.db.models.deletion
from django.db import migrations, models

GRANT = "GRANT UPDATE ON jobs_jobfile TO memory_admin_app;"


def give_each_an_id(apps, schema_editor):
    files = apps.get_model("jobs", "JobFile").objects.using(schema_editor.connection.alias)
    files.filter(about_id=None).delete()  # about nobody there was none; such a one is for nobody now
    for number in files.values_list("pk", flat=True):
        files.filter(pk=number).update(public_id=uuid.uuid4())


class Migration(migrations.Migration):
    dependencies = [("jobs", "0003_files")]
    operations = [
        migrations.AddField("jobfile", "public_id", models.UUIDField(null=True)),
        migrations.RunPython(give_each_an_id, migrations.RunPython.noop, elidable=False),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED", migrations.RunSQL.noop),
        migrations.AlterField("jobfile", "public_id", models.UUIDField(default=uuid.uuid4, unique=True)),
        migrations.AlterField("jobfile", "about_id", models.BigIntegerField()),
        migrations.AddField("jobfile", "alone", models.BooleanField(default=False)),
        migrations.AlterField(
            "jobfile",
            "job",
            models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="file", to="jobs.job"
            ),
        ),
        migrations.AlterField("jobfile", "size", models.BigIntegerField(default=0)),
        migrations.AlterField("jobfile", "sha256", models.CharField(blank=True, default="", max_length=64)),
        migrations.RunSQL(GRANT, migrations.RunSQL.noop),
    ]
