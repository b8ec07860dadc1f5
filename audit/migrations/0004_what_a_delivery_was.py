"""What was delivered, so that a record explains itself when the memory has changed: codes and numbers."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0003_reviewing'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='confidence',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='epistemic',
            field=models.TextField(default=''),
        ),
        migrations.AddField(
            model_name='delivery',
            name='kind',
            field=models.TextField(default=''),
        ),
        migrations.AddField(
            model_name='delivery',
            name='owner_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='rules',
            field=models.TextField(default=''),
        ),
        migrations.AddField(
            model_name='delivery',
            name='source_type',
            field=models.TextField(default=''),
        ),
        migrations.AddField(
            model_name='delivery',
            name='through_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.RunSQL(
            "GRANT INSERT (kind, source_type, epistemic, confidence, owner_id, through_id, rules) "
            "ON audit_delivery TO memory_admin_app, memory_admin_reader",
            migrations.RunSQL.noop,
        ),
    ]
