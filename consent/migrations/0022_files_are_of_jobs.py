"""Files on their way in or out are kept as those of jobs are; what was on its way is sent once more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("consent", "0021_names_of_duplicates"), ("jobs", "0004_one_kind_of_file")]
    operations = [
        migrations.DeleteModel("MovingChunk"),
        migrations.DeleteModel("MovingFile"),
    ]
