"""Each piece says what it holds, so that no row grows with the file."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0005_what_a_file_holds")]
    operations = [
        migrations.RemoveField("jobfile", "holds"),
        migrations.AddField(
            "jobfilepiece",
            "holds",
            django.contrib.postgres.fields.ArrayField(
                django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), size=None),
                default=list,
                size=None,
            ),
        ),
        # One taken out before cannot be asked about any more: whoever wants it takes it out anew.
        migrations.RunSQL(
            "DELETE FROM jobs_jobfilepiece WHERE file_id IN"
            " (SELECT id FROM jobs_jobfile WHERE alone AND job_id IS NOT NULL);"
            "DELETE FROM jobs_jobfile WHERE alone AND job_id IS NOT NULL;",
            migrations.RunSQL.noop,
        ),
    ]
