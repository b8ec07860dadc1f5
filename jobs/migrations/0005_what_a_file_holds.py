"""What a file holds, to ask again before it is handed out; files of before say nothing and run out in a day."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0004_one_kind_of_file")]
    operations = [
        migrations.AddField(
            "jobfile",
            "holds",
            django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), default=list, size=None),
        ),
        # One taken out before cannot be asked about: whoever wants it takes it out anew.
        migrations.RunSQL(
            "DELETE FROM jobs_jobfilepiece WHERE file_id IN"
            " (SELECT id FROM jobs_jobfile WHERE alone AND job_id IS NOT NULL);"
            "DELETE FROM jobs_jobfile WHERE alone AND job_id IS NOT NULL;",
            migrations.RunSQL.noop,
        ),
    ]
