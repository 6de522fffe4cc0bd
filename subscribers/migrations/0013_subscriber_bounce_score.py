from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0012_dispatch_waved_on")]

    operations = [
        migrations.AddField(
            model_name="subscriber",
            name="bounce_score",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
