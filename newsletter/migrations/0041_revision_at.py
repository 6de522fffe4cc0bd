import django.db.models.functions.datetime
from django.db import migrations, models


def take_triggers_down(apps, schema_editor):
    """SQLite makes the table anew, which no trigger may name meanwhile.

    They are put up again after the migration (`newsletter.pages.revisions`).
    """
    if schema_editor.connection.vendor != "sqlite":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        named = [name for (name,) in cursor.fetchall() if "_revised_by_" in name]
        for name in named:
            cursor.execute(f'DROP TRIGGER "{name}"')


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0040_issue_contract'),
    ]

    operations = [
        migrations.RunPython(take_triggers_down, take_triggers_down, elidable=False),
        migrations.AddField(
            model_name='revision',
            name='at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
    ]
