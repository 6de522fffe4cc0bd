import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0005_dispatch")]

    operations = [
        migrations.CreateModel(
            name="AttackMode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
            ],
            options={
                "ordering": ["-began_at"],
            },
        ),
    ]
