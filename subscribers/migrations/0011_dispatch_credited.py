from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0010_delivery_fewer_indexes")]

    operations = [
        migrations.AddField(
            model_name="dispatch",
            name="credited_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
