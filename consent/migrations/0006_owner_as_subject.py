"""Let a source keep its say where the owner is the only subject: databases made before learn it here.

`sql/decisions.sql` says it already, so a new database has nothing to change. The line is replaced in the
function as it stands, whatever else it has come to say."""

from django.db import migrations

OLD = "l.subjects || CASE WHEN both_needed THEN"
NEW = "l.subjects || CASE WHEN both_needed OR l.subjects <@ ARRAY[l.owner_id] THEN"
SQL = f"""
DO $change$
DECLARE
    body text := pg_get_functiondef('consent_judge(bigint[])'::regprocedure);
BEGIN
    IF position('{NEW}' IN body) > 0 THEN
        RETURN;
    END IF;
    IF position('{OLD}' IN body) = 0 THEN
        RAISE EXCEPTION 'consent_judge does not read as migration 0006 expects';
    END IF;
    EXECUTE replace(body, '{OLD}', '{NEW}');
END
$change$
"""


class Migration(migrations.Migration):
    dependencies = [("consent", "0005_pages_in_order")]
    operations = [migrations.RunSQL(SQL, migrations.RunSQL.noop)]
