"""Whole briefs of newsletters in German, French and Polish, by rules."""

import re

import pytest

from agents.tests.test_digest_languages import FRENCH, GERMAN, POLISH, garden
from agents.tests.test_two_newsletters import play_week
from newsletter.drafts.contract import SectionKind
from newsletter.models import Outlet
from newsletter.standards.brief_words import news_words_of
from newsletter.standards.furniture import furniture_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()


@pytest.mark.parametrize(
    ("language", "told"), [("de", GERMAN), ("fr", FRENCH), ("pl", POLISH)]
)
def test_what_a_brief_says_of_itself_is_in_its_language(language, told, monkeypatch):
    newsletter = garden(language, told)
    issue = play_week(newsletter, told, monkeypatch)

    words = news_words_of(language)
    assert f"## {words.shipped}" in issue.markdown
    assert words.worth not in issue.markdown
    assert f"## {furniture_of(language).about}" in issue.markdown
    assert not re.search(r"this issue|shipped|worth|launch", issue.markdown, re.I)
    assert issue.draft.problems == ()
    assert len(issue.draft.of_kind(SectionKind.LAUNCHES)) == 1
    assert len(issue.draft.stories) == 3
