"""Row 0, `*`, so that a grant to everyone is a grant like any other; and what each role may touch."""

from django.db import migrations

SQL = """
INSERT INTO profiles_principal (id, entity_id, namespace, name, skeleton, display_name, active, held, created_at)
OVERRIDING SYSTEM VALUE VALUES (0, '*', '*', '*', '*', 'everyone', true, false, now());

GRANT SELECT, INSERT, UPDATE, DELETE ON
    profiles_principal, profiles_alias, profiles_externalidentity, profiles_membership, profiles_custodian,
    profiles_credential, profiles_account, profiles_signinlink, profiles_idempotencykey,
    django_session, django_content_type, django_migrations TO memory_admin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;
"""


class Migration(migrations.Migration):
    dependencies = [("profiles", "0001_initial"), ("sessions", "0001_initial"), ("contenttypes", "0002_remove_content_type_name")]
    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop)]
