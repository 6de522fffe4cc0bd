"""What becomes of the rows that a version before has made."""

from importlib import import_module

import pytest
from django.apps import apps

from newsletter.models import Newsletter
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db
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
