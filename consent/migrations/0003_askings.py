"""What askers were told, apart from what was done about it; who asked for trust and who answered."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('consent', '0002_decisions'),
        ('profiles', '0002_everyone'),
    ]

    operations = [
        migrations.CreateModel(
            name='ConsentAsking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('asked_by', models.BigIntegerField()),
                ('lineage', models.BigIntegerField(null=True)),
                ('grantor', models.CharField(max_length=161)),
                ('grantee', models.CharField(max_length=161)),
                ('scope', models.CharField(max_length=170)),
                ('purpose', models.CharField(max_length=40)),
                ('expires_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='trustrequest',
            name='answered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='trustrequest',
            name='answered_by',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='trustrequest',
            name='asked_lineage',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='trustrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('owner', 'accessor'), name='one_open_trust_request'),
        ),
        migrations.AddField(
            model_name='consentasking',
            name='asker',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='profiles.principal'),
        ),
        migrations.AddField(
            model_name='consentasking',
            name='consent',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='askings', to='consent.consent'),
        ),
        migrations.AddIndex(
            model_name='consentasking',
            index=models.Index(fields=['asker', '-created_at', '-public_id'], name='consent_con_asker_i_344271_idx'),
        ),
        migrations.AddIndex(
            model_name='consentasking',
            index=models.Index(fields=['asked_by', 'grantor', 'grantee', 'scope'], name='consent_con_asked_b_a3e5d7_idx'),
        ),
        migrations.RunSQL(
            "GRANT SELECT, INSERT, UPDATE ON consent_consentasking TO memory_admin_app; "
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app",
            migrations.RunSQL.noop,
        ),
    ]
