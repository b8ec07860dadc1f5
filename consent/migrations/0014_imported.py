"""Which lines of files became which memories, and what put-back consents say they rest on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0013_generalizations'),
        ('profiles', '0005_layers_kept'),
    ]

    operations = [
        migrations.AddField(
            model_name='consent',
            name='stated_evidence',
            field=models.CharField(max_length=10, null=True),
        ),
        migrations.CreateModel(
            name='Imported',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32)),
                ('name', models.BinaryField(max_length=32, null=True)),
                ('at', models.DateTimeField()),
                ('memory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='consent.memory')),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='profiles.principal')),
            ],
            options={
                'indexes': [models.Index(fields=['owner', 'name'], name='consent_imported_name')],
                'constraints': [models.UniqueConstraint(fields=('owner', 'digest'), name='one_row_per_line')],
            },
        ),
        migrations.RunSQL(
            'GRANT SELECT, INSERT, UPDATE, DELETE ON consent_imported TO memory_admin_app;'
            'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;',
            migrations.RunSQL.noop,
        ),
    ]
