from django.db import migrations

GRANTS = """
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs_job TO memory_admin_app;
GRANT USAGE ON SEQUENCE jobs_job_id_seq TO memory_admin_app;
"""


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial"), ("profiles", "0002_everyone")]
    operations = [migrations.RunSQL(GRANTS, migrations.RunSQL.noop)]
