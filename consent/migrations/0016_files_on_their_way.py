"""Files on their way in or out, in stretches."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0015_vectors'),
        ('profiles', '0005_layers_kept'),
    ]

    operations = [
        migrations.CreateModel(
            name='MovingFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('outgoing', models.BooleanField(default=False)),
                ('format', models.CharField(max_length=20)),
                ('size', models.BigIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='profiles.principal')),
            ],
        ),
        migrations.CreateModel(
            name='MovingChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.IntegerField()),
                ('content', models.BinaryField()),
                ('file', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='consent.movingfile')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('file', 'place'), name='one_chunk_per_place')],
            },
        ),
        migrations.RunSQL(
            'GRANT SELECT, INSERT, UPDATE, DELETE ON consent_movingfile, consent_movingchunk TO memory_admin_app;'
            'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;',
            migrations.RunSQL.noop,
        ),
    ]
