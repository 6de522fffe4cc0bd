from django.db import migrations

from subscribers.models import address_hash


def fill(apps, schema_editor):
    subscribers = apps.get_model("subscribers", "Subscriber").objects
    for subscriber in subscribers.filter(address_hash="").iterator():
        subscriber.address_hash = address_hash(subscriber.address)
        subscriber.save(update_fields=["address_hash"])


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0002_subscriber_address_hash")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
