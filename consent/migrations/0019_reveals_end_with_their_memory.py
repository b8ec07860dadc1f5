"""A memory that is deleted takes along what was asked to be revealed of it: the site may delete those rows."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("consent", "0018_rights")]
    operations = [
        migrations.RunSQL(
            "GRANT DELETE ON consent_reveal TO memory_admin_app", migrations.RunSQL.noop
        )
    ]
