"""Weeks of the sessions that there are; of two in one week the first has it."""

from datetime import UTC
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import migrations


def fill(apps, schema_editor):
    Session = apps.get_model("agents", "Session")
    sessions = Session.objects.filter(slot__isnull=False).select_related("newsletter")
    taken = set()
    for session in sessions.order_by("pk"):
        try:
            zone = ZoneInfo(session.newsletter.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            zone = UTC
        year, week, _ = session.slot.astimezone(zone).isocalendar()
        key = (session.newsletter_id, f"{year}-W{week:02}")
        if key not in taken:
            taken.add(key)
            Session.objects.filter(pk=session.pk).update(week=key[1])


class Migration(migrations.Migration):
    dependencies = [("agents", "0012_session_week")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
