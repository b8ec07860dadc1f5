"""Who may write the layers of a prompt; a version of the system profile is never changed; the shipped fields."""

from django.db import migrations

GRANTS = """
GRANT SELECT, INSERT ON profiles_systemprofile TO memory_admin_app;
GRANT SELECT, INSERT, UPDATE ON profiles_profilefield TO memory_admin_app;
GRANT SELECT, INSERT, DELETE ON profiles_principalprofile TO memory_admin_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles_profileproposal, profiles_knowledgenote TO memory_admin_app;
GRANT USAGE ON profiles_systemprofile_id_seq, profiles_profilefield_id_seq, profiles_principalprofile_id_seq,
    profiles_profileproposal_id_seq, profiles_knowledgenote_id_seq TO memory_admin_app;
"""
APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON profiles_systemprofile
  FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();
ALTER TABLE profiles_systemprofile ENABLE ALWAYS TRIGGER append_only;
"""
# As they were shipped: what they are now is the administrator's.
FIELDS = (
    ("preferred_name", "What to call you", "text", 100, False),
    ("pronouns", "Pronouns", "text", 40, False),
    ("language", "Language", "language", 35, False),
    ("timezone", "Time zone", "timezone", 64, False),
    ("tone", "Tone of answers", "text", 100, False),
    ("response_length", "Length of answers", "text", 40, False),
    ("accessibility", "Accessibility", "text", 500, True),
    ("interests", "Interests", "list", 500, False),
    ("do_not_mention", "What not to mention", "list", 500, True),
    ("notes", "Notes", "text", 2000, False),
)


def ship(apps, editor):
    field = apps.get_model("profiles", "ProfileField")
    for place, (key, label, kind, longest, sensitive) in enumerate(FIELDS, start=1):
        field.objects.using(editor.connection.alias).create(
            key=key, label=label, kind=kind, max_length=longest, sensitive=sensitive, place=place
        )


class Migration(migrations.Migration):
    dependencies = [("profiles", "0004_layers"), ("audit", "0002_guards")]
    operations = [
        migrations.RunSQL(GRANTS, migrations.RunSQL.noop),
        migrations.RunSQL(APPEND_ONLY, "DROP TRIGGER append_only ON profiles_systemprofile"),
        migrations.RunPython(ship, migrations.RunPython.noop),
    ]
