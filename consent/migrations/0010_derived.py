"""How far a derived memory is shown, judged anew; which labels a memory is a source of, by index.

A new database has the function already from `sql/decisions.sql`; one made before takes it from there."""

from django.db import migrations

from consent.migrations.sql import SQL, judge


class Migration(migrations.Migration):
    dependencies = [("consent", "0009_five_tiers")]
    operations = [
        migrations.RunSQL(judge(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "derived.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
