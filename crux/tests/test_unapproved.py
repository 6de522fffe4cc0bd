"""An issue that waits for a yes, or was stopped, is readable nowhere in public."""

import pytest
from django.test import override_settings
from django.urls import reverse

from agents.approval import asking
from agents.models import Session
from agents.tests.support import approvals
from newsletter.models import Issue
from newsletter.pages.paths import place_of

pytestmark = pytest.mark.django_db

# What only this draft says: its title, its preheader, a word of its text.
SECRETS = ("Parser 2.0 reads documents", "Faster decoding", "documents a minute")
PUBLIC = (
    *("/", "/latest", "/issues/", "/feed.xml", "/rss.xml", "/feed.json"),
    *("/sitemap.xml", "/search?q=parser", "/search?q=documents", "/about", "/runs/"),
)


@pytest.fixture(scope="module")
def waits(standing, tmp_path_factory):
    """A session that waits for a person, its operators asked."""
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(
            OPERATOR_EMAILS=["ops@example.com"], VAR_DIR=tmp_path_factory.mktemp("var")
        ),
    ):
        session = standing(lambda: approvals.held(patch))
        standing(asking.ask_all)
    return session


@pytest.fixture(params=["waits", "stopped"])
def unapproved(request, waits, db, settings, tmp_path):
    settings.OPERATOR_EMAILS, settings.VAR_DIR = ["ops@example.com"], tmp_path
    if request.param == "stopped":
        session = Session.objects.get(pk=waits.pk)
        approvals.press(session, is_yes=False, sha=approvals.draft_of(session))
    return Issue.objects.get()


def test_no_public_page_and_no_feed_says_a_word_of_it(client, unapproved, subtests):
    for path in PUBLIC:
        shown = client.get(path, follow=True).content.decode()

        with subtests.test(path):
            assert unapproved.slug not in shown
            assert not [secret for secret in SECRETS if secret in shown]


def test_nobody_finds_it_by_guessing_its_address(client, unapproved):
    page = place_of(unapproved.newsletter).issue(unapproved)

    for tail in ("", "/", "/sources", ".md", ".json", "/card.png"):
        assert client.get(f"{page}{tail}", follow=True).status_code == 404


def test_its_preview_on_the_desk_is_for_who_is_logged_in(client, unapproved):
    for name in ("page", "sources", "letter"):
        address = reverse(f"admin:newsletter_issue_{name}", args=[unapproved.pk])
        answer = client.get(address)
        assert answer.status_code == 302
        assert "/login/" in answer["Location"]
