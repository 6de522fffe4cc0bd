from django.db import migrations, models


class Migration(migrations.Migration):
    """Each issue keeps the name of its draft's shape; all before are briefs."""

    dependencies = [
        ("newsletter", "0036_fill_story_step_policies"),
    ]

    operations = [
        migrations.AddField(
            model_name="issue",
            name="contract",
            field=models.CharField(db_default="brief", default="brief", max_length=20),
        ),
    ]
