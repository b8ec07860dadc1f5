"""A name that changes is hidden anew of whoever was merged into its bearer as well, and of those merged so far."""

from django.db import migrations

_REMAKE = """
CREATE OR REPLACE FUNCTION consent_remake(bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('consent_remaking'));
    INSERT INTO consent_remaking (principal_id, at)
    SELECT DISTINCT p.id, clock_timestamp() FROM profiles_principal p WHERE p.id = ANY ($1){duplicates};
END
$$;
"""
_MERGED = """
SELECT consent_remake(ARRAY(SELECT id FROM profiles_principal WHERE merged_into_id IS NOT NULL));
"""


class Migration(migrations.Migration):
    dependencies = [("consent", "0020_trust_in_what_is_held")]
    operations = [
        migrations.RunSQL(
            _REMAKE.format(duplicates=" OR p.merged_into_id = ANY ($1)") + _MERGED,
            _REMAKE.format(duplicates=""),
        )
    ]
