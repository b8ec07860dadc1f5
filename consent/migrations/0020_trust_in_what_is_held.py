"""Trust in a context or role that is held counts for nobody: the judgement is taken anew from `decisions.sql`."""

from django.db import migrations

from consent.migrations.sql import judge


class Migration(migrations.Migration):
    dependencies = [("consent", "0019_reveals_end_with_their_memory")]
    operations = [migrations.RunSQL(judge(), migrations.RunSQL.noop)]
