from django.db import migrations
from django.db.models import Value
from django.db.models.functions import StrIndex, Substr

TOPICS = "; less of "


def forget_topics(apps, schema_editor):
    """Which topics a reader chose is theirs: a history that operators see names none."""
    changes = apps.get_model("subscribers", "ReaderChange").objects
    told = changes.filter(what="preferences", words__contains=TOPICS)
    told.update(
        words=Substr("words", 1, StrIndex("words", Value(TOPICS)) - 1)
    )


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0037_editions")]

    operations = [
        migrations.RunPython(forget_topics, migrations.RunPython.noop, elidable=True)
    ]
