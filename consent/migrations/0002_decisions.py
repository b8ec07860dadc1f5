"""The decision in the database, the index that searches, and row security on everything that holds text."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


def _run(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((SQL / name).read_text(encoding="utf-8"), migrations.RunSQL.noop)


class Migration(migrations.Migration):
    dependencies = [("consent", "0001_initial"), ("profiles", "0002_everyone")]
    operations = [_run("decisions.sql"), _run("search.sql"), _run("row_security.sql")]
