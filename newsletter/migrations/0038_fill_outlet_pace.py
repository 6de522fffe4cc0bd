"""What intake kept of an outlet goes where its health is."""

from django.db import migrations

_SAME = ("next_at", "every_minutes", "stories", "last_new_at")


def fill(apps, schema_editor):
    healths = apps.get_model("newsletter", "OutletHealth").objects
    for turn in apps.get_model("newsletter", "OutletPoll").objects.iterator():
        pace = {name: getattr(turn, name) for name in _SAME}
        pace["taken_in_at"] = turn.answered_at
        asked_at = turn.answered_at or turn.next_at
        answer = {
            "asked_at": asked_at,
            "answered_at": turn.answered_at,
            "fault": turn.fault,
            "failures": turn.failures,
            "failing_since": asked_at if turn.failures else None,
        }
        healths.update_or_create(
            outlet_id=turn.outlet_id, defaults=pace, create_defaults=answer | pace
        )


def empty(apps, schema_editor):
    turns = apps.get_model("newsletter", "OutletPoll").objects
    for health in (
        apps.get_model("newsletter", "OutletHealth")
        .objects.exclude(next_at=None)
        .iterator()
    ):
        turns.create(
            outlet_id=health.outlet_id,
            answered_at=health.taken_in_at,
            fault=health.fault[:300],
            failures=health.failures,
            **{name: getattr(health, name) for name in _SAME},
        )


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0037_outlet_pace")]
    operations = [migrations.RunPython(fill, empty)]
