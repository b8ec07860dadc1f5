"""What a rendering's text means, in numbers: one vector each, of one model; gone with its rendering."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("consent", "0014_imported")]
    operations = [
        migrations.RunSQL((SQL / "vectors.sql").read_text(encoding="utf-8"), "DROP TABLE consent_vector"),
    ]
