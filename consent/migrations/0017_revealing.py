"""Which memories administrators opened, why and until when."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0016_files_on_their_way'),
        ('profiles', '0005_layers_kept'),
    ]

    operations = [
        migrations.CreateModel(
            name='Reveal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('reason', models.CharField(max_length=500)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(max_length=8)),
                ('answered_at', models.DateTimeField(null=True)),
                ('until', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='profiles.principal')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='profiles.principal')),
                ('memory', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='consent.memory')),
            ],
            options={
                'indexes': [models.Index(fields=['asked_by', 'asked_at'], name='reveals_of_one')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ('open', 'waiting', 'refused'))), name='reveal_state'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'open'), _negated=True), ('until__isnull', False), _connector='OR'), name='open_reveals_end'), models.CheckConstraint(condition=models.Q(('answered_by', None), models.Q(('answered_by', models.F('asked_by')), _negated=True), _connector='OR'), name='nobody_allows_its_own_reveal'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='reveals_say_why')],
            },
        ),
        migrations.RunSQL(
            "GRANT SELECT, INSERT, UPDATE ON consent_reveal TO memory_admin_app; "
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app",
            migrations.RunSQL.noop,
        ),
    ]
