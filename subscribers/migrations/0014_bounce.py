import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0013_subscriber_bounce_score")]

    operations = [
        migrations.CreateModel(
            name="Bounce",
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("hard", "Hard"),
                            ("soft", "Soft"),
                            ("block", "Block"),
                            ("complaint", "Complaint"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("server", "Server"),
                            ("notice", "Notice"),
                            ("provider", "Provider"),
                        ],
                        max_length=10,
                    ),
                ),
                ("status", models.CharField(blank=True, max_length=10)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bounces",
                        to="subscribers.delivery",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("delivery", "kind"), name="bounce_once_per_kind"
                    )
                ],
            },
        ),
    ]
