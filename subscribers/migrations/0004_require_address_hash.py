from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0003_fill_address_hash")]

    operations = [
        migrations.AlterField(
            model_name="subscriber",
            name="address_hash",
            field=models.CharField(editable=False, max_length=64),
        ),
        migrations.AddConstraint(
            model_name="subscriber",
            constraint=models.CheckConstraint(
                condition=models.Q(("address_hash", ""), _negated=True),
                name="subscriber_has_hash",
            ),
        ),
        migrations.AddConstraint(
            model_name="subscriber",
            constraint=models.UniqueConstraint(
                fields=("newsletter", "address_hash"),
                name="subscriber_hash_once_per_newsletter",
            ),
        ),
        migrations.AddIndex(
            model_name="subscriber",
            index=models.Index(fields=["address_hash"], name="subscriber_by_hash"),
        ),
    ]
