from pathlib import Path

from django.db import migrations

PLACE = """
    SELECT format('%s/%s/%s', (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        'subscribers_delivery'::regclass::oid)
"""


def fill(apps, schema_editor):
    """As `delivery.sql.place` says it: every dump from now on tells where it stood."""
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(PLACE)
            [place] = cursor.fetchone()
    else:
        file = Path(str(connection.settings_dict["NAME"]))
        place = f"inode {file.stat().st_ino}" if file.exists() else "memory"
    home = apps.get_model("subscribers", "LedgerHome")
    home.objects.get_or_create(pk=1, defaults={"place": place})


class Migration(migrations.Migration):
    dependencies = [("subscribers", "0023_ledger_home")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
