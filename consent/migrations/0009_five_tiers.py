"""Five tiers in the database, and a record of renderings that must be made anew."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).parent / "sql" / "five_tiers.sql"

class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0008_trust_suggestions'),
        ('profiles', '0003_names_and_quota'),
    ]

    operations = [
        migrations.AddField(
            model_name='memory',
            name='findings',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='rendering',
            name='made_under',
            field=models.BigIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='Remaking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('principal', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='profiles.principal')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at', None)), fields=['id'], name='open_remakings')],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
