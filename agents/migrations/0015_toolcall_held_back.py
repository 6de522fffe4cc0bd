from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("agents", "0014_session_once_per_week"),
    ]

    operations = [
        migrations.AddField(
            model_name="toolcall",
            name="held_back",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
