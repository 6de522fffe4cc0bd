"""What becomes of the rows that a version before has made."""

from datetime import date
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from newsletter.issues import memory
from newsletter.models import Coverage, Newsletter
from newsletter.pages import revisions
from newsletter.tests.support.makers import (
    make_issue,
    make_newsletter,
    make_source,
    make_story,
)

pytestmark = pytest.mark.django_db
MEMORY = import_module("newsletter.migrations.0017_fill_memory")
KEYS = import_module("newsletter.migrations.0047_keys_of_versions")
REVISION = import_module("newsletter.migrations.0041_revision_at")
RANGES = import_module("newsletter.migrations.0009_keep_word_ranges")
CHOSEN = {"launch_words": {"least": 40, "most": 60}, "published_papers": 1}


@pytest.mark.parametrize(
    ("stored", "kept"),
    [
        ({}, RANGES.BEFORE),
        (CHOSEN, RANGES.BEFORE | CHOSEN),
        ([], []),
    ],
)
def test_a_newsletter_keeps_the_lengths_that_it_had(stored, kept):
    newsletter = make_newsletter(rubric=stored)

    RANGES.fill(apps, None)

    newsletter.refresh_from_db()
    assert newsletter.rubric == kept
    if isinstance(kept, dict):
        assert (newsletter.rules.launch_words.least) in (30, 40)


def test_the_way_back_leaves_what_a_newsletter_chose_itself():
    make_newsletter(rubric=CHOSEN)

    RANGES.fill(apps, None)
    RANGES.empty(apps, None)

    assert Newsletter.objects.get().rubric == CHOSEN


def test_a_story_told_before_versions_had_commas_is_found_again():
    newsletter = make_newsletter()
    row = Coverage.objects.create(
        issue=make_issue(newsletter),
        story_id="https://kettle.example/4",
        url="https://kettle.example/4",
        title="Kettle 4,5 ist da",
        kind="launch",
        told_on=date(2024, 1, 4),
    )

    for _ in range(2):
        KEYS.fill(apps, None)

    again = make_story("x", title="Kettle 4.5 ist da")
    found = memory.recall(newsletter, [again], on=date(2025, 1, 4))
    assert found["x"].row == row
    assert found["x"].match.is_certain


def test_what_was_told_before_there_was_a_memory_is_found_again():
    newsletter = make_newsletter()
    for number in (4, 5):
        url = f"https://kettle.example/{number}"
        make_source("Kettle boils 40 cups.", url=url)
        Coverage.objects.create(
            issue=make_issue(newsletter),
            story_id=url,
            url=url,
            title=f"Kettle 1.{number} is out",
            kind="launch",
        )

    MEMORY.fill(apps, None)

    row = Coverage.objects.first()
    again = make_story("x", title="Kettle-1.4: our review")
    found = memory.recall(newsletter, [again], on=row.told_on)
    assert (row.gist, row.told_on) == ("Kettle boils 40 cups.", row.issue.day)
    assert "40" in row.terms
    assert found["x"].row == row
    assert newsletter.threads.get().told.count() == 2
    MEMORY.empty(apps, None)
    assert not newsletter.threads.exists()


@pytest.mark.both_engines
def test_no_trigger_names_the_table_of_revisions_while_it_is_made_anew():
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite makes tables anew")
    triggers = "SELECT name FROM sqlite_master WHERE sql LIKE '%newsletter_revision%'"

    def naming():
        with connection.cursor() as cursor:
            cursor.execute(f"{triggers} AND type = 'trigger'")
            return {name for (name,) in cursor.fetchall()}

    before = naming()
    assert before

    REVISION.take_triggers_down(apps, SimpleNamespace(connection=connection))
    assert not naming()

    revisions.install(using="default")
    assert naming() == before
