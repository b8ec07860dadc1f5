"""Which languages there is anything in, so that a question is read in those and not in all that are known."""

from django.db import migrations, models

from consent.migrations.sql import SQL

GONE = """
DROP TRIGGER languages_met ON consent_rendering;
DROP TRIGGER language_changed ON consent_rendering;
DROP FUNCTION consent_language_met();
"""


class Migration(migrations.Migration):
    dependencies = [("consent", "0023_who_came")]
    operations = [
        migrations.CreateModel(
            name="SearchedLanguage",
            fields=[("name", models.CharField(max_length=20, primary_key=True, serialize=False))],
        ),
        migrations.RunSQL((SQL / "languages.sql").read_text(encoding="utf-8"), GONE),
    ]
