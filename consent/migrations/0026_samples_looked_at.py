"""What a person found in a response that passed and was drawn for review, who and when."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("consent", "0025_vectors_by_label")]
    operations = [
        migrations.AddField(
            "validation", "found", models.CharField(blank=True, default="", max_length=10)
        ),
        migrations.AddField("validation", "looked_at", models.DateTimeField(null=True)),
        migrations.AddField("validation", "looked_by", models.BigIntegerField(null=True)),
        migrations.AddField(
            "validation", "look_note", models.CharField(blank=True, default="", max_length=500)
        ),
    ]
