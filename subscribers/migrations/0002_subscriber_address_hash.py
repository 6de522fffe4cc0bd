from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="subscriber",
            name="address_hash",
            field=models.CharField(default="", editable=False, max_length=64),
        ),
    ]
