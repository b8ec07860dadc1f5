"""The version of the protected names, changed by trigger with them; the index the registration quota counts by."""

from django.db import migrations, models

SQL = """
CREATE TABLE profiles_namesversion (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO profiles_namesversion DEFAULT VALUES;
GRANT SELECT, UPDATE ON profiles_namesversion TO memory_admin_app;

-- In the transaction of the change itself, so that the new version is seen exactly when the new names are.
CREATE FUNCTION profiles_names_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE profiles_namesversion SET version = gen_random_uuid();
    RETURN NULL;
END
$$;
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON profiles_custodian
    FOR EACH STATEMENT EXECUTE FUNCTION profiles_names_changed();
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON profiles_alias
    FOR EACH STATEMENT EXECUTE FUNCTION profiles_names_changed();
CREATE TRIGGER names_changed AFTER UPDATE OF name, merged_into_id OR DELETE OR TRUNCATE ON profiles_principal
    FOR EACH STATEMENT EXECUTE FUNCTION profiles_names_changed();
"""
UNDO = """
DROP TRIGGER names_changed ON profiles_custodian;
DROP TRIGGER names_changed ON profiles_alias;
DROP TRIGGER names_changed ON profiles_principal;
DROP FUNCTION profiles_names_changed();
DROP TABLE profiles_namesversion;
"""


class Migration(migrations.Migration):
    dependencies = [("profiles", "0002_everyone")]
    operations = [
        migrations.RunSQL(SQL, UNDO),
        migrations.AddIndex(
            model_name="principal",
            index=models.Index(
                condition=models.Q(("registered_by__isnull", False)),
                fields=["registered_by"],
                name="registered_by_credential",
            ),
        ),
    ]
