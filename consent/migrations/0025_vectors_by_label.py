"""Beside each vector what decides whether it may be compared, so that labels are judged first."""

from django.db import migrations

from consent.migrations.sql import SQL


def text(name: str) -> str:
    return (SQL / name).read_text(encoding="utf-8")


# The way back keeps no vector: they are made anew.
BACK = """
DROP TRIGGER vector_follows_its_rendering ON consent_rendering;
DROP FUNCTION consent_vector_follows();
DROP TABLE consent_vector;
"""


class Migration(migrations.Migration):
    dependencies = [("consent", "0024_languages_searched")]
    operations = [migrations.RunSQL(text("vectors_by_label.sql"), BACK + text("vectors.sql"))]
