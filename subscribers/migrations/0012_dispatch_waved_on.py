from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0011_dispatch_credited")]

    operations = [
        migrations.AddField(
            model_name="dispatch",
            name="waved_on_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
