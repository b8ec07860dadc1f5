"""What an accessor's record speaks for, until a person answers it."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0007_validations'),
        ('profiles', '0005_layers_kept'),
    ]

    operations = [
        migrations.CreateModel(
            name='TrustSuggestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('base_trust', models.FloatField()),
                ('suggested', models.FloatField()),
                ('evidence', models.JSONField(default=dict)),
                ('status', models.CharField(default='open', max_length=10)),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.BigIntegerField(null=True)),
                ('accessor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='profiles.principal')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='profiles.principal')),
            ],
            options={
                'indexes': [models.Index(fields=['status', 'owner'], name='consent_suggestion_waiting')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('owner', 'accessor'), name='one_open_suggestion')],
            },
        ),
        migrations.RunSQL(
            "GRANT SELECT, INSERT, UPDATE ON consent_trustsuggestion TO memory_admin_app; "
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app",
            migrations.RunSQL.noop,
        ),
    ]
