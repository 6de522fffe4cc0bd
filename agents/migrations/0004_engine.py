"""Claims by attempt, policies and limits to edit, and a record of changes of status."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_session_summary")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="moved_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="session",
            name="wants",
            field=models.BooleanField(default=False),
        ),
        # Made anew: claims do not outlive their workers, and the log knows the rest.
        migrations.DeleteModel(name="StepRun"),
        migrations.CreateModel(
            name="StepRun",
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="step_runs",
                        to="agents.session",
                    ),
                ),
                ("step", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=50)),
                ("attempt", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("lost", "Lost"),
                            ("revoked", "Revoked"),
                        ],
                        default="running",
                        max_length=8,
                    ),
                ),
                ("worker", models.CharField(max_length=120)),
                ("provider", models.CharField(blank=True, max_length=40)),
                ("claimed_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField()),
                ("is_released", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "key", "attempt"),
                        name="step_run_once_per_attempt",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")),
                        fields=("session", "key"),
                        name="step_run_one_running_per_key",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "running")),
                        fields=["lease_until"],
                        name="step_run_expiry",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RetryPolicy",
            fields=[
                ("step", models.SlugField(primary_key=True, serialize=False)),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Failures until it is given up.",
                        null=True,
                    ),
                ),
                (
                    "first_wait_seconds",
                    models.PositiveIntegerField(
                        blank=True, help_text="Before the second attempt.", null=True
                    ),
                ),
                (
                    "multiplier",
                    models.FloatField(
                        blank=True,
                        help_text="By how much each further wait is longer.",
                        null=True,
                    ),
                ),
                (
                    "longest_wait_seconds",
                    models.PositiveIntegerField(blank=True, null=True),
                ),
                (
                    "losses",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Dead workers until it is given up.",
                        null=True,
                    ),
                ),
            ],
            options={"verbose_name_plural": "retry policies", "ordering": ["step"]},
        ),
        migrations.CreateModel(
            name="Provider",
            fields=[
                ("name", models.SlugField(primary_key=True, serialize=False)),
                ("at_once", models.PositiveSmallIntegerField(default=4)),
            ],
        ),
        migrations.CreateModel(
            name="LegalMove",
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
                ("before", models.CharField(max_length=10)),
                ("after", models.CharField(max_length=10)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("before", "after"), name="legal_move_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StatusChange",
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="agents.session",
                    ),
                ),
                ("before", models.CharField(max_length=10)),
                ("after", models.CharField(max_length=10)),
                ("changed_at", models.DateTimeField()),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="Sweep",
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
                ("swept_at", models.DateTimeField()),
                ("offered", models.PositiveIntegerField(default=0)),
            ],
        ),
    ]
