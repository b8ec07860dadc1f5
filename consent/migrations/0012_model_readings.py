"""Which version of a memory which model read."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0011_vouching'),
    ]

    operations = [
        migrations.CreateModel(
            name='ModelReading',
            fields=[
                ('memory', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='consent.memory')),
                ('version', models.IntegerField()),
                ('model', models.CharField(max_length=200)),
                ('read_at', models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(
            'GRANT SELECT, INSERT, UPDATE, DELETE ON consent_modelreading TO memory_admin_app;',
            migrations.RunSQL.noop,
        ),
    ]
