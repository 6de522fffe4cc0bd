from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("subscribers", "0014_bounce"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="delivery",
            options={"verbose_name_plural": "deliveries"},
        ),
        migrations.AlterField(
            model_name="dispatch",
            name="waved_on_at",
            field=models.DateTimeField(
                "let go on at",
                blank=True,
                null=True,
            ),
        ),
    ]
