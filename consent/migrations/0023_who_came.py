"""Who is listed in a context and who came there are two things: anybody can list anybody.

Who made a context sits there, and so does whoever entered it before; the judgement is taken anew."""

from django.db import migrations, models

from consent.migrations.sql import judge

CAME = """
UPDATE consent_participant AS p SET came_at = coalesce(
    (SELECT min(s.entered_at) FROM consent_contextsession s
     WHERE s.context_id = p.context_id AND s.participant_id = p.principal_id),
    CASE WHEN p.added_by = p.principal_id
           OR EXISTS (SELECT FROM consent_context c WHERE c.principal_id = p.context_id AND c.owner_id = p.principal_id)
         THEN p.added_at END)
"""


class Migration(migrations.Migration):
    dependencies = [("consent", "0022_files_are_of_jobs")]
    operations = [
        migrations.AddField("participant", "came_at", models.DateTimeField(null=True)),
        migrations.RunSQL(CAME, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED", migrations.RunSQL.noop),
        migrations.RunSQL(judge(), migrations.RunSQL.noop),
    ]
