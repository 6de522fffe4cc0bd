"""The database itself refuses to change or delete a line of the log."""

from django.db import migrations

POSTGRESQL = [
    """
    CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are append-only'; END $$
    """,
    """
    CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON agents_agentevent
    FOR EACH ROW EXECUTE FUNCTION refuse_event_change()
    """,
    """
    CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON agents_agentevent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()
    """,
]
POSTGRESQL_BACK = [
    "DROP TRIGGER event_no_truncate ON agents_agentevent",
    "DROP TRIGGER event_append_only ON agents_agentevent",
    "DROP FUNCTION refuse_event_change()",
]
# INSERT OR REPLACE deletes first; SQLite runs the trigger for that because
# crux.databases sets recursive_triggers on every connection.
SQLITE = [
    """
    CREATE TRIGGER event_no_update BEFORE UPDATE ON agents_agentevent
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
    """,
    """
    CREATE TRIGGER event_no_delete BEFORE DELETE ON agents_agentevent
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
    """,
]
SQLITE_BACK = ["DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"]


def run(schema_editor, for_postgresql, for_sqlite):
    vendor = schema_editor.connection.vendor
    for statement in for_postgresql if vendor == "postgresql" else for_sqlite:
        schema_editor.execute(statement)


def forwards(apps, schema_editor):
    run(schema_editor, POSTGRESQL, SQLITE)


def backwards(apps, schema_editor):
    run(schema_editor, POSTGRESQL_BACK, SQLITE_BACK)


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
