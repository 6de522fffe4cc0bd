import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def take_triggers_down(apps, schema_editor):
    """SQLite makes tables anew, which no trigger may name meanwhile.

    They are put up again after the migration (`subscribers.consent.db_triggers`).
    """
    if schema_editor.connection.vendor != "sqlite":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        named = [name for name, sql in cursor.fetchall() if "subscribers_" in sql]
        for name in named:
            cursor.execute(f'DROP TRIGGER "{name}"')


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0042_story_must_have'),
        ('subscribers', '0036_confirmation_change'),
    ]

    operations = [
        migrations.RunPython(take_triggers_down, take_triggers_down, elidable=False),
        migrations.AddField(
            model_name='delivery',
            name='edition',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='subscriber',
            name='first',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='subscriber',
            name='length',
            field=models.CharField(choices=[('whole', 'whole'), ('short', 'short'), ('shortest', 'shortest')], db_default='whole', default='whole', max_length=8),
        ),
        migrations.CreateModel(
            name='Edition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sha256', models.CharField(max_length=64)),
                ('plan', models.JSONField()),
                ('line', models.TextField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('issue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='newsletter.issue')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('issue', 'sha256'), name='edition_once_per_issue')],
            },
        ),
    ]
