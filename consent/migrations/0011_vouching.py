"""Who vouched for a memory; what a text keeps though its memory is gone; which memories disagree."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0010_derived'),
    ]

    operations = [
        migrations.AddField(
            model_name='memory',
            name='verified_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='memory',
            name='verified_by_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.CreateModel(
            name='Remembered',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(db_index=True, max_length=32)),
                ('grantor_id', models.BigIntegerField(null=True)),
                ('grantee_id', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('digest', 'grantor_id', 'grantee_id'), name='remembered_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='MemoryConflict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stated_by_id', models.BigIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('memory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conflicts', to='consent.memory')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='consent.memory')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('memory', 'other'), name='one_conflict_per_pair')],
            },
        ),
        migrations.RunSQL(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON consent_remembered, consent_memoryconflict TO memory_admin_app; "
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app",
            migrations.RunSQL.noop,
        ),
    ]
