from django.db import migrations, models


class Migration(migrations.Migration):
    """Each issue keeps the name of its draft's shape; all before are briefs."""

    dependencies = [
        ("newsletter", "0039_one_record_of_outlet"),
    ]

    operations = [
        migrations.AddField(
            model_name="issue",
            name="contract",
            field=models.CharField(db_default="brief", default="brief", max_length=20),
        ),
    ]
