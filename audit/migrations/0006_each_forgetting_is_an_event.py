"""What may be taken out of the records is taken out with an event, written by the function itself.

Whoever calls one of the two functions, the site or somebody with its password, leaves that: a delivery that no
longer says which memory it was, or is gone, without it, was changed by hand."""

from django.db import migrations

NOTE = """
  IF changed > 0 THEN
    INSERT INTO audit_event (public, at, action, object_type, object_id, reason, outcome, code, details,
                             request_id, door)
    VALUES (gen_random_uuid(), now(), 'audit.forget', 'delivery', '', '', 'ok', '',
            jsonb_build_object('{what}', changed), '', 'database');
  END IF;
"""
SAID = """  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('memory_admin.forgetting', '', true);
"""
UNLINK = f"""
CREATE OR REPLACE FUNCTION audit_unlink_deliveries(memories bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE changed bigint;
BEGIN
  PERFORM set_config('memory_admin.forgetting', 'audit_delivery UPDATE', true);
  UPDATE audit_delivery SET memory_id = 0 WHERE memory_id = ANY (memories) AND memory_id <> 0;
{SAID}{NOTE.replace("{what}", "unlinked")}
  RETURN changed;
END $$;
"""
DROP = f"""
CREATE OR REPLACE FUNCTION audit_drop_deliveries(before timestamptz, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE changed bigint;
BEGIN
  PERFORM set_config('memory_admin.forgetting', 'audit_delivery DELETE', true);
  IF before > now() - interval '29 days' THEN
    RAISE EXCEPTION 'deliveries are kept for a month' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_delivery WHERE id IN (
    SELECT d.id FROM audit_delivery d JOIN audit_recall r ON r.id = d.recall_id WHERE r.at < before
    ORDER BY d.id LIMIT most);
{SAID}{NOTE.replace("{what}", "dropped")}
  RETURN changed;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0005_forgetting")]
    operations = [
        migrations.RunSQL(UNLINK, migrations.RunSQL.noop),
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
    ]
