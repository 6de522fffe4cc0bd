from django.db import migrations

TABLE = "newsletter_issuetext"
# Kept beside the words: to be ranked, every text that answers would else be parsed anew.
STATEMENTS = [
    f"ALTER TABLE {TABLE} ADD COLUMN vector tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', words)) STORED",
    f"CREATE INDEX {TABLE}_vector ON {TABLE} USING gin (vector)",
    f"DROP INDEX {TABLE}_words",
]
BACK = [
    f"CREATE INDEX {TABLE}_words ON {TABLE} USING gin (to_tsvector('simple', words))",
    f"ALTER TABLE {TABLE} DROP COLUMN vector",
]


def on_postgresql(statements):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            for statement in statements:
                schema_editor.execute(statement)

    return run


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0025_approval'),
    ]

    operations = [
        migrations.RunPython(on_postgresql(STATEMENTS), on_postgresql(BACK), elidable=False),
    ]
