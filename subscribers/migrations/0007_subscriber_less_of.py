from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0006_attack_mode")]

    operations = [
        migrations.AddField(
            model_name="subscriber",
            name="less_of",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
