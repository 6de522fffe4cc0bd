"""Newsletters that are there go on asking what they asked: the shared outlets."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0027_revision")]
    operations = [
        migrations.AddField(
            model_name="newsletter",
            name="shared_outlets",
            field=models.BooleanField(db_default=True, default=True),
        )
    ]
