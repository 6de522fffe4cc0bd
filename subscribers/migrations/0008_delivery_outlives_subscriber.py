import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0007_subscriber_less_of")]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="subscriber",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="deliveries",
                to="subscribers.subscriber",
            ),
        ),
    ]
