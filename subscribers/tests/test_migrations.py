"""What becomes of the rows, and the triggers, that a version before has made."""

from datetime import UTC, datetime
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from subscribers.consent import changes, db_triggers
from subscribers.models import ReaderChange
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
EDITIONS = import_module("subscribers.migrations.0037_editions")
CHANGES = import_module("subscribers.migrations.0038_no_topics_in_changes")
NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)


@pytest.mark.both_engines
def test_no_trigger_names_a_table_of_readers_while_it_is_made_anew():
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite makes tables anew")
    triggers = "SELECT name FROM sqlite_master WHERE sql LIKE '%subscribers_%'"

    def naming():
        with connection.cursor() as cursor:
            cursor.execute(f"{triggers} AND type = 'trigger'")
            return {name for (name,) in cursor.fetchall()}

    before = naming()
    assert before

    EDITIONS.take_triggers_down(apps, SimpleNamespace(connection=connection))
    assert not naming()

    db_triggers.install(using="default")
    assert naming() == before


def test_no_history_goes_on_naming_what_a_reader_wanted_less_of():
    reader = make_reader(make_newsletter())
    for words in ("every issue; less of chips, law", "no letters for now"):
        changes.note({reader.pk: words}, ReaderChange.What.PREFERENCES, NOW)
    changes.note({reader.pk: "x; less of y"}, ReaderChange.What.TAGS, NOW)

    CHANGES.forget_topics(apps, None)

    assert [one.words for one in reader.changes.all()] == [
        "every issue",
        "no letters for now",
        "x; less of y",
    ]
