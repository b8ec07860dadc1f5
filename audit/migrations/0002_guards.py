"""Append-only by trigger, and who may do what with the audit's tables.

The triggers fire for every role, the owner too, and in replica mode (ALWAYS); what an owner who drops
them does afterwards is what the seals show. The site never chooses an event's id or transaction
number: its right to insert leaves those columns out."""

from django.db import migrations

APPEND_ONLY = ("audit_event", "audit_seal", "audit_recall", "audit_delivery")
EVENT_COLUMNS = (
    "public, at, action, actor_id, acting_id, behalf_id, credential_id, object_type, object_id,"
    " reason, outcome, code, details, request_id, door"
)
RECALL_COLUMNS = (
    "public, at, actor_id, acting_id, behalf_id, credential_id, application, context_session_id,"
    " query_hash, query, policy_version, detector_version, door, request_id"
)
READABLE_RECALL = RECALL_COLUMNS.replace(" query,", "")
DELIVERY_COLUMNS = (
    "recall_id, position, memory_id, memory_version, tier, provenance, decision, reason, role,"
    " quoted, sanitized, instruction_like"
)

GUARD = """
CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END
$$
"""


def guard(table: str) -> migrations.RunSQL:
    """Refuse update, delete and truncate of a table, whoever asks."""
    return migrations.RunSQL(
        sql=f"""
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
  FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only;
""",
        reverse_sql=f"DROP TRIGGER append_only ON {table}",
    )


GRANTS = f"""
REVOKE ALL ON audit_event, audit_seal, audit_recall, audit_delivery, audit_refusal_repeat, audit_violation
  FROM PUBLIC, memory_admin_app, memory_admin_reader;
GRANT SELECT ON audit_event, audit_seal, audit_recall, audit_delivery, audit_refusal_repeat, audit_violation
  TO memory_admin_app;
GRANT INSERT ({EVENT_COLUMNS}) ON audit_event TO memory_admin_app, memory_admin_reader;
GRANT INSERT ({RECALL_COLUMNS}) ON audit_recall TO memory_admin_app, memory_admin_reader;
GRANT INSERT ({DELIVERY_COLUMNS}) ON audit_delivery TO memory_admin_app, memory_admin_reader;
GRANT INSERT ON audit_seal TO memory_admin_app;
GRANT INSERT, UPDATE ON audit_refusal_repeat, audit_violation TO memory_admin_app;
GRANT SELECT (id, {READABLE_RECALL}) ON audit_recall TO memory_admin_reader;
GRANT SELECT ON audit_delivery TO memory_admin_reader;
GRANT SELECT (kind, xid_offset) ON audit_seal TO memory_admin_reader;
GRANT EXECUTE ON FUNCTION audit_xid() TO memory_admin_app, memory_admin_reader;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        migrations.RunSQL(sql=GUARD, reverse_sql="DROP FUNCTION audit_append_only()"),
        *[guard(table) for table in APPEND_ONLY],
        migrations.RunSQL(sql=GRANTS, reverse_sql=migrations.RunSQL.noop),
    ]
