"""The three things that may be taken out of what is otherwise only added to, each by a function of its own:
the words of queries, which memory a delivery was of, and deliveries older than a month.

The tables still refuse every update and delete. The functions run as the owner of the tables and say so to
the trigger; the site may call them and has no right of its own to change a row. Events have no such way."""

from django.db import migrations

GUARD = """
CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('audit_recall', 'audit_delivery') AND TG_OP IN ('UPDATE', 'DELETE')
     AND current_setting('memory_admin.forgetting', true) = TG_TABLE_NAME || ' ' || TG_OP THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END
$$
"""
OLD_GUARD = """
CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END
$$
"""
FUNCTIONS = """
CREATE FUNCTION audit_forget_queries(recalls bigint[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE changed bigint;
BEGIN
  PERFORM set_config('memory_admin.forgetting', 'audit_recall UPDATE', true);
  UPDATE audit_recall SET query = NULL, query_hash = '' WHERE id = ANY (recalls)
    AND (query IS NOT NULL OR query_hash <> '');
  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('memory_admin.forgetting', '', true);
  RETURN changed;
END $$;

CREATE FUNCTION audit_unlink_deliveries(memories bigint[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE changed bigint;
BEGIN
  PERFORM set_config('memory_admin.forgetting', 'audit_delivery UPDATE', true);
  UPDATE audit_delivery SET memory_id = 0 WHERE memory_id = ANY (memories) AND memory_id <> 0;
  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('memory_admin.forgetting', '', true);
  RETURN changed;
END $$;

CREATE FUNCTION audit_drop_deliveries(before timestamptz, most integer) RETURNS bigint
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
  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('memory_admin.forgetting', '', true);
  RETURN changed;
END $$;

REVOKE ALL ON FUNCTION audit_forget_queries(bigint[]), audit_unlink_deliveries(bigint[]),
  audit_drop_deliveries(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_forget_queries(bigint[]), audit_unlink_deliveries(bigint[]),
  audit_drop_deliveries(timestamptz, integer) TO memory_admin_app;
"""
BACK = """
DROP FUNCTION audit_forget_queries(bigint[]);
DROP FUNCTION audit_unlink_deliveries(bigint[]);
DROP FUNCTION audit_drop_deliveries(timestamptz, integer);
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0004_what_a_delivery_was")]
    operations = [
        migrations.RunSQL(GUARD, OLD_GUARD),
        migrations.RunSQL(FUNCTIONS, BACK),
    ]
