import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("newsletter", "0001_initial"),
        ("subscribers", "0004_require_address_hash"),
    ]

    operations = [
        migrations.CreateModel(
            name="Dispatch",
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
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("excluded", models.JSONField(blank=True, default=dict)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("paused_because", models.CharField(blank=True, max_length=200)),
                (
                    "issue",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dispatch",
                        to="newsletter.issue",
                    ),
                ),
            ],
            options={"verbose_name_plural": "dispatches"},
        ),
    ]
