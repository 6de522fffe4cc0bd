"""Newsletters that are there keep the lengths that were the defaults when they began.

The defaults are longer from here on: a newsletter whose rubric says nothing would have
its stories refused that passed the week before.
"""

from django.db import migrations

BEFORE = {
    "launch_words": {"least": 30, "most": 150},
    "paper_words": {"least": 40, "most": 130},
}


def fill(apps, schema_editor):
    for newsletter in apps.get_model("newsletter", "Newsletter").objects.all():
        if isinstance(newsletter.rubric, dict):
            newsletter.rubric = BEFORE | newsletter.rubric
            newsletter.save(update_fields=["rubric"])


def empty(apps, schema_editor):
    for newsletter in apps.get_model("newsletter", "Newsletter").objects.all():
        if isinstance(newsletter.rubric, dict):
            newsletter.rubric = {
                key: value
                for key, value in newsletter.rubric.items()
                if BEFORE.get(key) != value
            }
            newsletter.save(update_fields=["rubric"])


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0008_take_stories_in_its_language")]
    operations = [migrations.RunPython(fill, empty)]
