"""Each step of enrichment is tried three times: after one minute, two and four."""

from django.db import migrations

STEPS = ("score", "text", "summary", "tags", "picture")


def fill(apps, schema_editor):
    policies = apps.get_model("newsletter", "StoryStepPolicy").objects
    for step in STEPS:
        policies.get_or_create(
            step=step,
            defaults={
                "attempts": 3,
                "first_wait_seconds": 60,
                "multiplier": 2.0,
                "losses": 10,
            },
        )


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0035_story_enrichment")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
