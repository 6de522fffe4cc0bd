import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0015_coverage_memory")]
    operations = [
        migrations.CreateModel(
            name="CoverageKey",
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
                    "sort",
                    models.CharField(
                        choices=[
                            ("work", "Work"),
                            ("name", "Name"),
                            ("product", "Product"),
                        ],
                        max_length=8,
                    ),
                ),
                ("key", models.CharField(max_length=200)),
                (
                    "coverage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to="newsletter.coverage",
                    ),
                ),
                (
                    "newsletter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="newsletter.newsletter",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["newsletter", "key"], name="coverage_by_key"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("coverage", "sort", "key"), name="coverage_key_once"
                    )
                ],
            },
        )
    ]
