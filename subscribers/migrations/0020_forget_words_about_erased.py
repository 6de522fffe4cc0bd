"""Words of servers that name a reader who was erased before this version."""

from django.db import migrations


def forwards(apps, schema_editor):
    bounces = apps.get_model("subscribers", "Bounce").objects
    deliveries = apps.get_model("subscribers", "Delivery").objects
    nobody = deliveries.filter(subscriber__isnull=True)
    bounces.filter(delivery__in=nobody).exclude(said="").update(said="")
    nobody.exclude(reply="").update(reply="")


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0019_status_erased")]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
