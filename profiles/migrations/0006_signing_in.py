"""What the site may do with the tables of sign-in: passkeys are kept, addresses and accounts elsewhere are not."""

from django.db import migrations

# DELETE where nothing is inserted: an account that goes takes its rows along, were there any.
GRANTS = """
GRANT SELECT, INSERT, UPDATE, DELETE ON mfa_authenticator TO memory_admin_app;
GRANT USAGE ON SEQUENCE mfa_authenticator_id_seq TO memory_admin_app;
GRANT SELECT, DELETE ON account_emailaddress, account_emailconfirmation, socialaccount_socialaccount,
    socialaccount_socialtoken TO memory_admin_app;
GRANT SELECT ON socialaccount_socialapp TO memory_admin_app;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("profiles", "0005_layers_kept"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("socialaccount", "0006_alter_socialaccount_extra_data"),
    ]
    operations = [migrations.RunSQL(GRANTS, migrations.RunSQL.noop)]
