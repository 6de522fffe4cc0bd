import django.db.models.deletion
from django.db import migrations, models

from newsletter.text.searching import indexed, plain

TABLE = "newsletter_issuetext"
FOR_POSTGRESQL = [
    f"CREATE INDEX {TABLE}_words ON {TABLE} USING gin (to_tsvector('simple', words))"
]
# An index of its own beside the table, kept by triggers: https://www.sqlite.org/fts5.html
FOR_SQLITE = [
    f"CREATE VIRTUAL TABLE {TABLE}_fts USING fts5(words, content='{TABLE}', "
    "content_rowid='issue_id', prefix='3 4')",
    f"CREATE TRIGGER {TABLE}_added AFTER INSERT ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.issue_id, new.words); END",
    f"CREATE TRIGGER {TABLE}_removed AFTER DELETE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.issue_id, old.words); END",
    f"CREATE TRIGGER {TABLE}_changed AFTER UPDATE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.issue_id, old.words); "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.issue_id, new.words); END",
]


def make_index(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in FOR_POSTGRESQL if vendor == "postgresql" else FOR_SQLITE:
        schema_editor.execute(statement)


def remove_index(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TABLE IF EXISTS {TABLE}_fts")


def fill(apps, schema_editor):
    issues, texts = (apps.get_model("newsletter", n) for n in ("Issue", "IssueText"))
    for issue in issues.objects.only("subject", "preheader", "markdown").iterator(100):
        text = f"{issue.subject}. {issue.preheader}. {plain(issue.markdown)}"
        texts.objects.create(issue=issue, text=text, words=indexed(text))


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0011_coverage_why'),
    ]

    operations = [
        migrations.CreateModel(
            name='IssueText',
            fields=[
                ('issue', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='searchable', serialize=False, to='newsletter.issue')),
                ('text', models.TextField()),
                ('words', models.TextField()),
            ],
        ),
        migrations.RunPython(make_index, remove_index, elidable=False),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
