"""How far a derived memory is shown, judged anew; which labels a memory is a source of, by index.

A new database has the function already from `sql/decisions.sql`; one made before takes it from there."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


def _judge() -> str:
    text = (SQL / "decisions.sql").read_text(encoding="utf-8")
    return text[
        text.index("CREATE OR REPLACE FUNCTION consent_judge") : text.index("CREATE FUNCTION consent_reach")
    ]


class Migration(migrations.Migration):
    dependencies = [("consent", "0009_five_tiers")]
    operations = [
        migrations.RunSQL(_judge(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "derived.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
